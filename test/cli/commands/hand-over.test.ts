import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makePracticeStation } from '../../support/practice-station.ts';

const mailroom = builtCommand();
const invoice = '<invoice><number>1</number></invoice>';
const verified = z.looseObject({
  event: z.literal('verified'),
  last: z.object({ sequence: z.number(), hash: z.string() }),
});
const custodyLine = z.looseObject({ what: z.string(), subject: z.string() });
const itemLine = z.looseObject({ event: z.literal('item'), id: z.string(), stage: z.string() });

/** Resolves with the names in a folder once there is one that ends so. */
async function withEnding(folder: string, ending: string): Promise<string> {
  let name: string | undefined;
  await expect
    .poll(async () => {
      name = (await readdir(folder).catch(() => [])).find((each) => each.endsWith(ending));
      return name !== undefined;
    })
    .toBe(true);
  return name ?? '';
}

test('a hand-over is reported after the answer of the target system, and its history can be shown and checked', async () => {
  const station = await makePracticeStation();
  const xml = join(station.root, 'xml');
  await mkdir(station.dataDirectory);
  const settings = {
    version: 1,
    station: { id: 's', name: 'Test' },
    tracking: { fastestMs: 150 },
    intake: { projects: { environment: 'accounts-payable' }, export: { folder: xml } },
    limits: { bytesPerSecond: 500_000 },
  };
  await writeFile(join(station.dataDirectory, 'settings.json'), JSON.stringify(settings));
  await station.put({ 'one.xml': invoice });

  // Project and folder are those of the settings.
  const args = ['watch', station.inbox, '--report', 'after-ack', '--once', '--until', 'handed-over', '--json'];
  const running = mailroom.start(args, { env: station.env });
  const name = await withEnding(xml, '.xml');
  const status = await mailroom.call(['status', '--json'], { env: station.env });
  expect(status.json()[0]).toMatchObject({
    running: true,
    limits: { bytesPerSecond: 500_000, hours: null, open: true },
  });
  await mailroom.call(['settings', 'set', 'limits.bytesPerSecond', '200000'], { env: station.env });
  const changed = await mailroom.call(['status'], { env: station.env });
  expect(changed.stdout).toContain('Sends at most 200 KB a second.');

  await writeFile(join(xml, `${name}.ok`), 'externalId=ERP-1\n');
  const ended = await running.ended;
  expect(ended.status).toBe(0);
  const last = itemLine.parse(ended.json().findLast((line) => itemLine.safeParse(line).success));
  expect(last.stage).toBe('handed-over');
  expect(await station.service.documents()).toMatchObject([{ state: 'transferred', externalId: 'ERP-1' }]);

  const shown = await mailroom.call(['history', last.id, '--json', '--verify'], { env: station.env });
  const lines = shown.json();
  const history = lines.flatMap((line) => custodyLine.safeParse(line).data ?? []);
  expect(history.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['seen', 'uploaded', 'submitted', 'written', 'acknowledged', 'written-back', 'handed-over']),
  );
  expect(new Set(history.map(({ subject }) => subject))).toEqual(new Set(['item', 'submission', 'document', 'export']));
  const { sequence, hash } = verified.parse(lines.at(-1)).last;
  const noted = await mailroom.call(['history', '--noted', `${sequence}:${hash}`, '--json'], { env: station.env });
  expect(noted.json()).toMatchObject([{ event: 'verified', whole: true, noted: true }]);
  const other = await mailroom.call(['history', '--noted', `${sequence}:${'0'.repeat(64)}`], { env: station.env });
  expect(other).toMatchObject({ status: 1, stderr: '' });
  expect(other.stdout).toContain('cut off or written anew');
  expect((await mailroom.call(['history', '--noted', 'x'], { env: station.env })).status).toBe(2);
});

test('XML that waits for the answer of its target system is counted as written', async () => {
  const station = await makePracticeStation();
  await mkdir(station.dataDirectory);
  const settings = { version: 1, station: { id: 's', name: 'Test' }, tracking: { fastestMs: 150 } };
  await writeFile(join(station.dataDirectory, 'settings.json'), JSON.stringify(settings));
  await station.put({ 'one.xml': invoice });
  const path = join(station.inbox, 'one.xml');
  const flags = ['--project', 'accounts-payable', '--export', join(station.root, 'xml'), '--report', 'after-ack'];
  const ended = await mailroom.call(['send', path, '--wait', ...flags], { env: station.env });
  expect(ended.status).toBe(0);
  expect(ended.stdout).toContain('1 done, 1 XML file');
});

test('what keeps XML from being written is said while it lasts, once, and stands in the summary', async () => {
  const station = await makePracticeStation();
  await mkdir(station.dataDirectory);
  const settings = { version: 1, station: { id: 's', name: 'Test' }, tracking: { fastestMs: 150 } };
  await writeFile(join(station.dataDirectory, 'settings.json'), JSON.stringify(settings));
  await station.put({ 'one.xml': invoice, 'two.xml': invoice.replace('1', '2') });
  await writeFile(join(station.root, 'file'), 'in the way');
  const flags = ['--project', 'accounts-payable', '--export', join(station.root, 'file', 'xml')];
  const running = mailroom.start(['watch', station.inbox, ...flags], { env: station.env });
  await running.said('cannot be used: it is not a folder');
  await running.said('done: one.xml');
  await running.said('done: two.xml');
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.status).toBe(130);
  expect(ended.stderr.match(/cannot be used: it is not a folder/g)).toHaveLength(1);
  expect(ended.stdout).toContain('cannot be used: it is not a folder');

  const limited = ['watch', station.inbox, ...flags, '--once', '--wait-limit', '4s'];
  const atLimit = await mailroom.call(limited, { env: station.env });
  expect(atLimit.status).toBe(1);
  expect(atLimit.stderr).toContain('2 of the files are not done in the time given.');
  expect(atLimit.stderr).toContain('cannot be used: it is not a folder');
});

test('send --wait also waits where another Mailroom of the station sends the files', async () => {
  const station = await makePracticeStation();
  await mkdir(station.dataDirectory);
  const settings = { version: 1, station: { id: 's', name: 'Test' }, tracking: { fastestMs: 150 } };
  await writeFile(join(station.dataDirectory, 'settings.json'), JSON.stringify(settings));
  await station.put({ 'one.xml': invoice });
  const running = mailroom.start(['watch', station.inbox, '--project', 'accounts-payable'], { env: station.env });
  await running.said('done: one.xml');
  const path = join(station.root, 'two.xml');
  await writeFile(path, invoice.replace('1', '2'));
  const args = ['send', path, '--wait', '--project', 'accounts-payable'];
  const sent = await mailroom.call(args, { env: station.env });
  expect(sent).toMatchObject({ status: 0, stdout: 'done: two.xml\n' });
  running.child.kill('SIGINT');
  expect((await running.ended).status).toBe(130);
});
