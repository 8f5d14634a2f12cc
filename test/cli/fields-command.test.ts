import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildPdf } from '../../resources/sample-documents/index.ts';
import { builtCommand } from '../support/mailroom-command.ts';
import { makePracticeStation } from '../support/practice-station.ts';

const mailroom = builtCommand();
const formLine = z.object({ event: z.literal('fields'), itemId: z.string(), lacks: z.record(z.string(), z.string()) });

test('the fields that are missing are listed, searched for, and filled in as the language writes them', async () => {
  const station = await makePracticeStation();
  const { env } = station;
  const file = join(station.root, 'customers.csv');
  await writeFile(file, 'Nr;Name\n10023;Müller GmbH\n');
  const fields = [
    {
      kind: 'lookup',
      key: 'customer',
      label: 'Kundennummer',
      required: true,
      file,
      keyColumn: 'Nr',
      labelColumns: ['Name'],
    },
    { kind: 'amount', key: 'sum', label: 'Betrag', required: true },
  ];
  const setting = await mailroom.call(['settings', 'set', 'intake.fields', JSON.stringify(fields)], { env });
  expect(setting).toMatchObject({ status: 0, stderr: '' });
  const refused = await mailroom.call(['settings', 'set', 'intake.fields', '[{"kind":"text","label":"x"}]'], { env });
  expect(refused.stderr).toContain('intake.fields.0.key');

  const take = ['watch', station.inbox, '--project', 'accounts-payable', '--once'];
  await writeFile(join(station.inbox, 'a.pdf'), await buildPdf({ title: 'a', lines: ['a'] }));
  const taken = await mailroom.call(take, { env });
  expect(taken.stdout + taken.stderr).toContain('Kundennummer is missing, and 1 more.');
  expect(station.service.stats().uploads).toBe(0);

  const german = { ...env, LC_ALL: 'de_DE.UTF-8' };
  const listed = await mailroom.call(['fields'], { env: german });
  expect(listed.stdout).toMatch(/a\.pdf +Kundennummer +customer +fehlt/u);
  const [form] = (await mailroom.call(['fields', '--json'], { env }))
    .json()
    .flatMap((line) => formLine.safeParse(line).data ?? []);
  expect(form?.lacks).toEqual({ customer: 'missing', sum: 'missing' });
  const id = form?.itemId ?? '';

  const rows = await mailroom.call(['fields', 'lookup', id, 'customer', '--search', 'muell', '--json'], { env });
  expect(rows.json()).toMatchObject([{ event: 'lookup', value: '10023', label: 'Müller GmbH' }]);
  expect((await mailroom.call(['fields', 'set', id], { env })).status).toBe(2);
  const wrong = await mailroom.call(['fields', 'set', id, 'customer=1'], { env });
  expect(wrong.stderr).toContain('a.pdf: Kundennummer has a value that does not fit: it is not in the list.');

  const filled = await mailroom.call(['fields', 'set', id, 'customer=10023', 'sum=1.234,50'], { env: german });
  expect(filled.stdout).toContain('Indexfelder von 1 Datei ausgefüllt.');
  expect(await mailroom.call(take, { env })).toMatchObject({ status: 0 });
  expect((await station.service.documents()).map(({ externalData }) => externalData)).toEqual([
    { customer: '10023', sum: '1234.50' },
  ]);
  expect((await mailroom.call(['fields'], { env })).stdout).toContain('No file waits for its fields.');
});
