import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { beginTable } from '../../src/main/host/table-file.ts';
import type { TableCell } from '../../src/shared/table.ts';
import { makeTestFolder } from '../support/ports.ts';

const at = new Date(2026, 0, 31, 13, 5, 52).getTime();
const odd = ['=1+1', '+49 30', '-x', '@SUM(A1)', '\t=2', 'a\u202eb\u0000c', 'x\ud800y', '"; <&>', 'Müller\nzwei'];
const rows: readonly (readonly TableCell[])[] = [
  ['a.pdf', 1234.5, { at }, null],
  ...odd.map((text) => [text, -3, null, '']),
];

async function saved(as: 'xlsx' | 'csv', language: 'en' | 'de'): Promise<Buffer> {
  const path = join(await makeTestFolder(), `list.${as}`);
  const file = await beginTable(path, { as, language, title: 'Eingang: [alle]', head: ['Name', 'Größe', 'Zeit', '='] });
  await file.add(rows.slice(0, 4));
  await file.add(rows.slice(4));
  await file.end();
  expect(await readdir(join(path, '..'))).toEqual([`list.${as}`]);
  return readFile(path);
}

it('writes CSV that the spreadsheets of the language open, without a formula', async () => {
  const german = (await saved('csv', 'de')).toString();
  const lines = german.split('\r\n');
  expect(lines[0]).toBe("\uFEFFName;Größe;Zeit;'=");
  expect(lines[1]).toBe('a.pdf;1234,5;2026-01-31 13:05:52;');
  expect(lines[2]).toBe("'=1+1;-3;;");
  expect((await saved('csv', 'en')).toString().split('\r\n').slice(0, 2)).toEqual([
    "\uFEFFName,Größe,Zeit,'=",
    'a.pdf,1234.5,2026-01-31 13:05:52,',
  ]);
});

it('writes a workbook that other programs read: texts, numbers and instants as such, no formula', async () => {
  const files = unzipSync(await saved('xlsx', 'de'));
  const sheet = Buffer.from(files['xl/worksheets/sheet1.xml'] ?? []).toString();
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('<v>1234.5</v>');
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t>');
  expect(Buffer.from(files['xl/workbook.xml'] ?? []).toString()).toContain('name="Eingang   alle "');
  for (const part of Object.values(files)) {
    const parsed = promisify(execFile)('xmllint', ['--noout', '-']);
    parsed.child.stdin?.end(part);
    await parsed;
  }
});

it('leaves nothing of a table that is dropped, and an earlier one as it was', async () => {
  const folder = await makeTestFolder();
  const file = await beginTable(join(folder, 'list.csv'), { as: 'csv', language: 'en', title: '', head: ['Name'] });
  await file.add([['a']]);
  await file.drop();
  expect(await readdir(folder)).toEqual([]);
});

it('a disk that takes only a part of the rows refuses the table', async () => {
  const path = join(await makeTestFolder(), 'list.csv');
  const module = new URL('../../src/main/host/table-file.ts', import.meta.url).href;
  const script = `
    const { beginTable } = await import(${JSON.stringify(module)});
    const file = await beginTable(${JSON.stringify(path)}, { as: 'csv', language: 'en', title: '', head: ['Name'] });
    const add = () => file.add(Array.from({ length: 500 }, () => ['x'.repeat(98)]));
    await add().then(() => file.end()).catch(({ code }) => console.log(code));`;
  // A file may have 20 kB: of the 50 kB the system takes what fits, and tells the error at the next write only.
  const limited = [
    '-c',
    'ulimit -f 20 && exec "$0" --import tsx --input-type=module --eval "$1"',
    process.execPath,
    script,
  ];
  expect((await promisify(execFile)('bash', limited)).stdout).toBe('EFBIG\n');
  expect(await readdir(join(path, '..'))).toEqual(['list.csv.part']);
});
