import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildPdf } from '../../resources/sample-documents/index.ts';
import { builtCommand } from '../support/mailroom-command.ts';
import { makePracticeStation } from '../support/practice-station.ts';

const mailroom = builtCommand();
const itemLine = z.object({ event: z.literal('item'), id: z.string(), stage: z.string() });

test('a held PDF is opened with the password that is piped in, and no flag takes one', async () => {
  const station = await makePracticeStation();
  const { env } = station;
  const take = ['watch', station.inbox, '--project', 'accounts-payable', '--once'];
  await writeFile(join(station.inbox, 'a.pdf'), await buildPdf({ title: 'a', lines: ['a'], password: 'geheim' }));
  expect((await mailroom.call(take, { env })).status).not.toBe(0);
  const listed = await mailroom.call(['status', '--json'], { env });
  const [item] = listed.json().flatMap((line) => itemLine.safeParse(line).data ?? []);
  const id = item?.id ?? '';

  const wrong = await mailroom.call(['unlock', id], { env, input: 'falsch\n' });
  expect(wrong.stderr).toContain('a.pdf: This password does not open the PDF.');
  expect(wrong.status).toBe(1);
  expect((await mailroom.call(['unlock', id], { env, input: '' })).stderr).toContain('There is no password.');
  expect((await mailroom.call(['unlock', id, '--password', 'geheim'], { env })).status).toBe(2);

  const opened = await mailroom.call(['unlock', id, '--json'], { env, input: 'geheim\r\n' });
  expect(opened).toMatchObject({ status: 0, stderr: '' });
  expect(opened.json()).toMatchObject([{ decision: 'unlock', id, done: true }, { changed: 1 }]);
  expect(await mailroom.call(take, { env })).toMatchObject({ status: 0 });
  const history = await mailroom.call(['history', id], { env });
  expect(history.stdout).toContain('A copy without it is sent, the original is kept.');
  expect(station.service.stats().documents).toBe(1);
});

test('what is at the service is taken in a second time only where it is said so, and goes another way', async () => {
  const station = await makePracticeStation();
  const { env } = station;
  const take = ['watch', station.inbox, '--project', 'accounts-payable', '--once'];
  await writeFile(join(station.inbox, 'a.pdf'), await buildPdf({ title: 'a', lines: ['a'] }));
  expect(await mailroom.call(take, { env })).toMatchObject({ status: 0 });
  const listed = await mailroom.call(['status', '--json'], { env });
  const id = listed.json().flatMap((line) => itemLine.safeParse(line).data ?? [])[0]?.id ?? '';

  const refused = await mailroom.call(['take-in-again', id, '--mode', 'batch'], { env });
  expect(refused).toMatchObject({ status: 2 });
  expect(refused.stderr).toContain('Send it once more as a new document');
  const again = await mailroom.call(['take-in-again', id, '--mode', 'batch', '--second', '--json'], { env });
  expect(again.json()).toMatchObject([{ decision: 'take-in-again', id, done: true }, { changed: 1 }]);
  // Once is enough: the same content goes each way once.
  expect((await mailroom.call(['take-in-again', id, '--mode', 'batch', '--second'], { env })).status).toBe(2);
  expect(await mailroom.call(take, { env })).toMatchObject({ status: 0 });
  expect(station.service.stats().documents).toBe(2);
});
