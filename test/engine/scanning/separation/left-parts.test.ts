import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AcceptedItem, Taken } from '../../../../src/main/engine/intake/reception/intake.ts';
import { bringInLeft, recordParts } from '../../../../src/main/engine/scanning/separation/left-parts.ts';
import type { ItemRecord } from '../../../../src/main/engine/journal/records.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { added, committed, noon, openTestJournal, someItem } from '../../journal/journal-fixtures.ts';

/** A file that lies in a folder, as an item. */
async function lyingItem(folder: string, name: string): Promise<AcceptedItem> {
  const path = join(folder, name);
  await writeFile(path, name);
  const { size, mtimeMs } = await stat(path);
  return { ...someItem({ name, path, size, modifiedAt: mtimeMs }), sha256: name, mediaType: 'application/pdf' };
}

/** A file that was taken apart into two parts; it lies where it lay, and the journal that is answered has forgotten all three. */
async function takenApart(others: readonly AcceptedItem[] = []) {
  const folder = await makeTestFolder();
  const original = await lyingItem(folder, 'scan.pdf');
  const before = (await openTestJournal()).journal;
  await committed(before, added(original, 'accepted'));
  const record = await before.item(original.id);
  if (record === null) throw new Error('the file was not taken in');
  const parts = [await lyingItem(folder, 'scan (1).pdf'), await lyingItem(folder, 'scan (2).pdf')];
  const arriving = parts.map((item, index) => ({ item, pages: String(index + 1) }));
  const more = others.map((each): ItemRecord => ({ ...record, ...each }));
  await recordParts(folder, record, arriving, more);
  const { journal } = await openTestJournal();
  const taken: Taken[] = [];
  const intake = () => ({
    doubtWork: () => ({ changes: [], jobs: [] }),
    taken: (each: Taken) => void taken.push(each),
  });
  const bringIn = () => bringInLeft({ journal, now: () => noon, intake }, folder, null);
  return { folder, journal, parts, taken, bringIn };
}

test('a file that is forgotten with all its parts comes in once more itself', async () => {
  const { bringIn, taken } = await takenApart();
  expect(await bringIn()).toBe('again');
  expect(taken).toEqual([]);
});

test('parts that have pages of another file, too, come in where that one is gone: nothing else has those pages', async () => {
  const other = await lyingItem(await makeTestFolder(), 'other.pdf');
  const { bringIn, taken } = await takenApart([other]);
  expect(await bringIn()).toBe('again');
  await rm(other.path);
  expect(await bringIn()).toBe('done');
  expect(taken.map(({ kind }) => kind)).toEqual(['held', 'held']);
});

test('parts stay where the journal knows one of them, though the file itself lies there and is forgotten', async () => {
  const { journal, parts, bringIn, taken } = await takenApart();
  const [first, second] = parts;
  if (first === undefined || second === undefined) throw new Error('there are two parts');
  await committed(journal, added(first, 'accepted'));
  expect(await bringIn()).toBe('done');
  expect(taken.map((each) => ('itemId' in each ? each.itemId : null))).toEqual([second.id]);
  expect(await journal.item(second.id)).not.toBeNull();
});

test('parts that the journal does not take are not told as taken in, and stay', async () => {
  const { journal, parts, taken, folder } = await takenApart();
  const refusing = {
    item: journal.item,
    commit: () => Promise.resolve({ ok: false, index: 0, reason: 'taken', found: 'accepted' } as const),
  };
  const [first] = parts;
  if (first === undefined) throw new Error('there are two parts');
  await committed(journal, added(first, 'accepted'));
  const intake = () => ({
    doubtWork: () => ({ changes: [], jobs: [] }),
    taken: (each: Taken) => void taken.push(each),
  });
  expect(await bringInLeft({ journal: refusing, now: () => noon, intake }, folder, null)).toBe('refused');
  expect(taken).toEqual([]);
});
