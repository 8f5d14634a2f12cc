import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/main/engine/journal/storage/database.ts';
import { failure, success } from '../../src/main/engine/faults/fault.ts';
import type { CustodyView } from '../../src/shared/views.ts';
import { createTestLog } from '../support/ports.ts';
import { added, committed, openTestJournal, someItem } from '../engine/journal/journal-fixtures.ts';

const electron = vi.hoisted(() => ({ path: '' }));
vi.mock('electron', () => ({
  app: { getPath: () => '/home/somebody' },
  dialog: { showSaveDialog: () => Promise.resolve({ filePath: electron.path }) },
}));
const { saveCustody } = await import('../../src/main/desktop/requests/save-custody.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-custody-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line: CustodyView = {
  sequence: 1,
  at: 1_000,
  subject: 'item',
  subjectId: 'one',
  event: 'seen',
  actor: 'engine',
  detail: {},
  hash: 'a'.repeat(64),
};

function request() {
  electron.path = join(folder, 'history.json');
  return { name: 'custody.save', id: 'one', title: 'History' } as const;
}

it('a history that breaks half-way leaves no file', async () => {
  let asked = 0;
  const breaking = {
    query: () => {
      asked += 1;
      return Promise.resolve(
        asked === 1 ? success({ rows: [line], subjects: [] }) : failure('not-found', { subject: 'item', id: 'one' }),
      );
    },
  };
  const saved = await saveCustody(null, breaking, request());
  expect(saved).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(asked).toBe(2);
  expect(await readdir(folder)).toEqual([]);
});

it('a history that breaks half-way leaves the file that was saved before as it was', async () => {
  const asked = request();
  await writeFile(electron.path, 'an earlier one');
  const throwing = { query: () => Promise.reject(new Error('gone')) };
  await expect(saveCustody(null, throwing, asked)).rejects.toThrow('gone');
  expect(await readFile(electron.path, 'utf8')).toBe('an earlier one');
  expect(await readdir(folder)).toEqual(['history.json']);
});

it('an unreadable line of the history is told in its place, and the rest is saved', async () => {
  const { journal: first, directory } = await openTestJournal();
  await committed(first, ...Array.from({ length: 3 }, () => added(someItem())));
  await first.close();
  const database = openDatabase(join(directory, 'journal.sqlite'));
  database.exec("UPDATE custody SET subject = 'odd' WHERE sequence = 2");
  database.close();
  const log = createTestLog();
  const { journal } = await openTestJournal({ directory, log });
  const door = {
    query: async ({ after, limit }: { readonly after?: number | undefined; readonly limit: number }) =>
      success({ rows: await journal.custody({ limit, after: after ?? 0 }), subjects: [] }),
  };
  expect(await saveCustody(null, door, request())).toEqual(success({ path: electron.path }));
  const saved: unknown = JSON.parse(await readFile(electron.path, 'utf8'));
  expect(saved).toMatchObject(
    [1, 2, 3, 4, 5, 6].map((sequence) => (sequence === 2 ? { sequence, event: 'line-unreadable' } : { sequence })),
  );
  expect(JSON.stringify(log.lines)).toContain('journal.row-unreadable');
  expect(await journal.verifyCustody()).toMatchObject({ brokenAt: 2 });
});
