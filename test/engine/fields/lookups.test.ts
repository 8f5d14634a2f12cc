import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLookupTable, type LookupTable } from '../../../src/main/engine/fields/lookup-table.ts';
import { createLookups } from '../../../src/main/engine/fields/lookups.ts';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { fieldSchema, type LookupField } from '../../../src/shared/fields/field-rule.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';

async function lookupIn(file: string, labelColumns: readonly string[] = ['Name', 'Ort']): Promise<LookupField> {
  const field = fieldSchema.parse({
    kind: 'lookup',
    key: 'customer',
    label: 'Customer number',
    file,
    keyColumn: 'Nr',
    labelColumns,
  });
  if (field.kind !== 'lookup') throw new Error('no lookup');
  return Promise.resolve(field);
}

async function tableOf(text: string, key = 'Nr', labels: readonly string[] = ['Name', 'Ort']): Promise<LookupTable> {
  const table = await readLookupTable(text, key, labels);
  if ('problem' in table) throw new Error(table.problem);
  return table;
}

const rows = [
  ['10023', 'Müller & Söhne GmbH', 'Köln'],
  ['10024', 'Weiß KG', 'Bad Vilbel'],
  ['20023', 'Gebr. Möller', 'Kiel'],
] as const;
const csv = ['Nr;Name;Ort', ...rows.map((row) => row.join(';'))].join('\r\n');

describe('what was exported elsewhere is read as it was meant', () => {
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const written = (separator: string, how: (cell: string) => string = (cell) => cell): string =>
    [['Nr', 'Name', 'Ort'], ...rows].map((row) => row.map(how).join(separator)).join('\r\n');
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

  test.each([
    ['LibreOffice: UTF-8 without a mark, commas', Buffer.from(`${written(',', quoted)}\n`)],
    ['LibreOffice: tabs, ends of lines of Unix', Buffer.from(written('\t').replaceAll('\r\n', '\n'))],
    ['Excel: “CSV UTF-8” with a mark, semicolons', Buffer.from(`\uFEFF${written(';')}\r\n`)],
    ['Excel: “CSV”, Windows-1252', latin(`${written(';')}\r\n`)],
    ['Excel: sep= in the first line', latin(`sep=;\r\n${written(';')}\r\n`)],
    ['Excel: sep= with a separator of its own', latin(`sep=|\r\n${written('|')}\r\n`)],
    ['Excel: “Unicode Text”', Buffer.from(`\uFEFF${written('\t')}\r\n`, 'utf16le')],
  ])('%s', async (_, bytes) => {
    const file = join(await makeTestFolder(), 'customers.csv');
    await writeFile(file, bytes);
    const lookups = createLookups();
    const found = await lookups.find(await lookupIn(file), '', 10);
    expect(found).toEqual({
      ok: true,
      value: { rows: rows.map(([value, name, place]) => ({ value, label: `${name}, ${place}` })), more: false },
    });
  });

  test('cells with separators, quotes and ends of lines stay whole', async () => {
    const cell = fc.string({ maxLength: 8 }).filter((text) => !/[\r\0]/u.test(text));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z0-9]{1,6}$/u), cell), {
          maxLength: 6,
          selector: ([key]) => key,
        }),
        fc.constantFrom(';', ',', '\t'),
        async (table, separator) => {
          const line = (cells: readonly string[]): string => cells.map(quoted).join(separator);
          const read = await tableOf(
            [line(['Nr', 'Name', 'Ort']), ...table.map(([key, name]) => line([key, name, '']))].join('\n'),
          );
          expect(read.size).toBe(table.length);
          for (const [key, name] of table) expect(read.row(key)).toEqual({ value: key, label: name.trim() });
        },
      ),
    );
  });
});

describe('a search', () => {
  const values = (table: LookupTable, typed: string, limit = 10) =>
    table.find(typed, limit).rows.map(({ value }) => value);

  test('finds the beginnings of words in any order, umlauts as they can be typed, keys first', async () => {
    const table = await tableOf(csv);
    expect(values(table, 'gmbh koel')).toEqual(['10023']);
    expect(values(table, 'mueller')).toEqual(['10023']);
    expect(values(table, 'MULLER')).toEqual(['10023']);
    expect(values(table, 'weiss')).toEqual(['10024']);
    expect(values(table, 'ki')).toEqual(['20023']);
    expect(values(table, 'oeln')).toEqual([]);
    expect(values(table, '100')).toEqual(['10023', '10024']);
    expect(table.find('100', 1)).toMatchObject({ rows: [{ value: '10023' }], more: true });
    expect(values(table, '')).toEqual(['10023', '10024', '20023']);
    expect(values(table, '&')).toEqual(['10023', '10024', '20023']);
  });

  test('finds what a plain look through all rows finds', async () => {
    const word = fc.stringMatching(/^[ab]{1,3}$/u);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 2 }),
        async (names, typed) => {
          const table = await tableOf(
            ['Nr;Name;Ort', ...names.map((name, at) => `${at};${name.join(' ')};`)].join('\n'),
          );
          const wanted = names.flatMap((name, at) =>
            typed.every((each) => name.some((part) => part.startsWith(each))) ? [String(at)] : [],
          );
          expect(values(table, typed.join(' '), 100).sort()).toEqual(wanted.sort());
        },
      ),
    );
  });

  test('a row is found by its key in any case, and is told with it as the table writes it', async () => {
    const table = await tableOf('Nr;Name;Ort\nAb-1;x;y\nab-1;second;z');
    expect(table.row('AB-1')).toEqual({ value: 'Ab-1', label: 'x, y' });
    expect(table.row('Ab')).toBeNull();
    expect(values(table, 'ab-1')).toEqual(['Ab-1', 'ab-1']);
  });
});

describe('a table that can’t be used', () => {
  test.each([
    ['is not there', null, 'file-missing', ''],
    ['is empty', '', 'empty-table', ''],
    ['lacks a column', 'Nr;Name\n1;x', 'no-column', 'Ort'],
    ['breaks off in a quote', 'Nr;Name;Ort\n1;"x;y', 'not-well-formed', ''],
  ])('%s: a fault for IT with the file, and without any content', async (_, text, problem, column) => {
    const file = join(await makeTestFolder(), 'customers.csv');
    if (text !== null) await writeFile(file, text);
    const found = await createLookups().find(await lookupIn(file), '', 10);
    if (found.ok) throw new Error('was read');
    expect(found.fault).toMatchObject({ code: 'lookup-unreadable', owner: 'it', params: { problem, path: file } });
    expect(found.fault.params['column'] ?? '').toBe(column);
    for (const language of ['en', 'de'] as const) {
      const { reason, nextStep } = describeFault(found.fault, language);
      expect(`${reason} ${nextStep}`).toContain('customers.csv');
      expect(reason).not.toMatch(/[{}]|file-missing|empty-table|no-column/u);
    }
  });

  test('is read again once it changed, and once it is there', async () => {
    const file = join(await makeTestFolder(), 'customers.csv');
    const [lookups, field] = [createLookups(), await lookupIn(file)];
    expect((await lookups.row(field, '1')).ok).toBe(false);
    await writeFile(file, 'Nr;Name;Ort\n1;x;y');
    expect(await lookups.row(field, '1')).toMatchObject({ value: { label: 'x, y' } });
    await writeFile(file, 'Nr;Name;Ort\n1;other;y\n2;new;y');
    expect(await lookups.row(field, '1')).toMatchObject({ value: { label: 'other, y' } });
    expect(await lookups.row(field, '2')).toMatchObject({ value: { label: 'new, y' } });
    await rm(file);
    expect((await lookups.row(field, '1')).ok).toBe(false);
  });
});

test('one of 100,000 rows is found in less than a twentieth of the time that reading them takes', async () => {
  const names = ['Müller', 'Schmidt', 'Weber', 'Fischer', 'Wagner', 'Becker', 'Schulz', 'Hoffmann'];
  const lines = Array.from(
    { length: 100_000 },
    (_, at) => `${at + 10_000};${names[at % 8] ?? ''} ${at} GmbH;Ort ${at % 977}`,
  );
  const began = performance.now();
  const table = await tableOf(`Nr;Name;Ort\n${lines.join('\n')}`);
  const reading = performance.now() - began;
  const searches = ['m', '99', '109999', 'hoffmann gmbh', 'ort 976 weber', 'nobody', 'gmbh nobody', 'g x'];
  const times = searches.map((typed) => {
    const start = performance.now();
    table.find(typed, 50);
    return performance.now() - start;
  });
  // A ratio, so that a busy machine is no failure; decision 58 has the figures.
  expect(times.reduce((sum, each) => sum + each, 0) / searches.length).toBeLessThan(reading / 20);
});

describe('who sets up a lookup', () => {
  const place = (file: string, keyColumn: string): Parameters<ReturnType<typeof createLookups>['describe']>[0] => ({
    file,
    keyColumn,
    labelColumns: ['Name'],
  });

  test('is told the headings before a column is chosen, and then the rows', async () => {
    const file = join(await makeTestFolder(), 'customers.csv');
    await writeFile(file, `${csv}\r\n;no key;Ulm`);
    const lookups = createLookups();
    const columns = ['Nr', 'Name', 'Ort'];
    expect(await lookups.describe(place(file, ''))).toEqual({ ok: true, value: { columns, rows: null } });
    expect(await lookups.describe(place(file, 'nr'))).toEqual({ ok: true, value: { columns, rows: 3 } });
  });

  test('is told why the file is no table', async () => {
    const file = join(await makeTestFolder(), 'customers.csv');
    const fault = async (): Promise<unknown> => {
      const told = await createLookups().describe(place(file, 'Nr'));
      return told.ok ? told.value : told.fault.params['problem'];
    };
    expect(await fault()).toBe('file-missing');
    await writeFile(file, '');
    expect(await fault()).toBe('empty-table');
    await writeFile(file, 'Nr;Name\n1;"open');
    expect(await fault()).toBe('not-well-formed');
  });
});
