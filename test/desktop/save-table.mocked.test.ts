import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const electron = vi.hoisted(() => ({ path: '', proposed: '' }));
vi.mock('electron', () => ({
  app: { getPath: () => '/home/somebody' },
  dialog: {
    showSaveDialog: ({ defaultPath }: { readonly defaultPath: string }) => {
      electron.proposed = defaultPath;
      return Promise.resolve({ filePath: electron.path });
    },
  },
}));
const { createTableDesk } = await import('../../src/main/desktop/requests/save-table.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-table-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const begin = { name: 'table.begin' as const, title: '../Akte 7', as: 'csv' as const, head: ['Name'] };

it('a table is at its place once it has ended, and not before', async () => {
  electron.path = join(folder, 'list.csv');
  const desk = createTableDesk();
  const begun = await desk.begin(null, 'de', begin);
  const id = begun.ok ? (begun.value.id ?? '') : '';
  expect(electron.proposed).toMatch(/[/\\]-Akte 7\.csv$/u);
  expect(await desk.add({ name: 'table.add', id, rows: [['=a'], [2.5]] })).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual(['list.csv.part']);
  expect(await desk.end({ name: 'table.end', id, keep: true })).toEqual({ ok: true, value: { path: electron.path } });
  expect(await readFile(electron.path, 'utf8')).toBe("\uFEFFName\r\n'=a\r\n2,5\r\n");
  expect(await desk.add({ name: 'table.add', id, rows: [] })).toMatchObject({
    ok: false,
    fault: { code: 'not-found' },
  });
});

it('what was dropped, and what its page left, leaves nothing', async () => {
  electron.path = join(folder, 'list.csv');
  const desk = createTableDesk();
  const begun = await desk.begin(null, 'en', begin);
  const id = begun.ok ? (begun.value.id ?? '') : '';
  expect(await desk.end({ name: 'table.end', id, keep: false })).toEqual({ ok: true, value: { path: null } });
  await desk.begin(null, 'en', begin);
  await desk.dropAll();
  expect(await readdir(folder)).toEqual([]);
});

it('a place that can not be written is told', async () => {
  electron.path = join(folder, 'nowhere', 'list.csv');
  expect(await createTableDesk().begin(null, 'en', begin)).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
  electron.path = '';
  expect(await createTableDesk().begin(null, 'en', begin)).toEqual({ ok: true, value: { id: null } });
});
