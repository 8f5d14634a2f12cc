import { copyFile, cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Journal } from '../../../../src/main/engine/journal/journal.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { added, committed, openTestJournal, someItem } from '../journal-fixtures.ts';

/** A journal that knew `early` when it was copied and `late` as well when it was closed. */
async function copiedEarly(): Promise<{ directory: string; path: string; copy: string }> {
  const directory = await makeTestFolder();
  const path = join(directory, 'journal.sqlite');
  const copy = join(await makeTestFolder(), 'copy.sqlite');
  const before = await openTestJournal({ directory });
  await committed(before.journal, added(someItem({ id: 'early' }), 'seen', 'accepted'));
  await before.journal.close();
  await copyFile(path, copy);
  const after = await openTestJournal({ directory });
  await committed(after.journal, added(someItem({ id: 'late' }), 'seen', 'accepted'));
  await after.journal.close();
  return { directory, path, copy };
}

async function stageOf(journal: Journal, id: string): Promise<string | undefined> {
  return (await journal.item(id))?.stage;
}

it('knows an older copy of itself: what that would send is held', async () => {
  const { directory, path, copy } = await copiedEarly();
  await copyFile(copy, path);

  const { journal, recovered } = await openTestJournal({ directory });

  expect(recovered?.reason).toMatch(/^older than it was/);
  expect(await stageOf(journal, 'early')).toBe('held');
});

it('knows an older copy of the whole data directory by the mark that lies apart', async () => {
  const [directory, copy, stateDirectory] = [await makeTestFolder(), await makeTestFolder(), await makeTestFolder()];
  const before = await openTestJournal({ directory, stateDirectory });
  await committed(before.journal, added(someItem({ id: 'early' }), 'seen', 'accepted'));
  await before.journal.close();
  await cp(directory, copy, { recursive: true });
  const after = await openTestJournal({ directory, stateDirectory });
  expect(after.recovered).toBeNull();
  await committed(after.journal, added(someItem({ id: 'late' }), 'seen', 'accepted'));
  await after.journal.close();
  await rm(directory, { recursive: true });
  await cp(copy, directory, { recursive: true });

  const { journal, recovered } = await openTestJournal({ directory, stateDirectory });
  expect(recovered?.reason).toMatch(/^older than it was/);
  expect(await stageOf(journal, 'early')).toBe('held');
  await journal.close();
  // What was made of it counts anew, and so does a new one in its place.
  expect((await openTestJournal({ directory, stateDirectory })).recovered).toBeNull();
  const fresh = await makeTestFolder();
  expect((await openTestJournal({ directory: fresh, stateDirectory })).recovered).toBeNull();
});

it('works where the folder for the mark apart can not be made', async () => {
  const stateDirectory = join(await makeTestFolder(), 'file', 'state');
  await writeFile(join(stateDirectory, '..'), '');
  const { journal } = await openTestJournal({ stateDirectory });

  expect(await committed(journal, added(someItem(), 'seen', 'accepted'))).toBeGreaterThan(0);
});

it.each([
  ['deleted', (path: string) => rm(path)],
  ['emptied', (path: string) => truncate(path)],
])('knows that it was %s', async (_, act) => {
  const { directory, path } = await copiedEarly();
  await act(path);

  expect((await openTestJournal({ directory })).recovered).toMatchObject({ reason: 'gone' });
});

it('finds nothing wrong in itself, nor in what was made of an older copy', async () => {
  const { directory, path, copy } = await copiedEarly();
  const same = await openTestJournal({ directory });
  expect(same.recovered).toBeNull();
  await same.journal.close();
  await copyFile(copy, path);
  const rebuilt = await openTestJournal({ directory });
  await rebuilt.journal.close();

  expect((await openTestJournal({ directory })).recovered).toBeNull();
});

it('notes how far it came before anybody acts on it', async () => {
  const { journal, directory } = await openTestJournal();
  const revision = await committed(journal, added(someItem(), 'seen', 'accepted'));

  expect(Number(await readFile(join(directory, 'journal.mark'), 'utf8'))).toBe(revision);
});
