import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { journalPath } from '../../../../src/main/engine/journal/storage/files.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { added, committed, openTestJournal, someItem } from '../journal-fixtures.ts';

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

// Other systems than these have no such modes.
const expected = process.platform === 'win32' ? { file: 0o666, folder: 0o666 } : { file: 0o600, folder: 0o700 };

it('a journal is for this account alone, also one that was made before', async () => {
  const directory = join(await makeTestFolder(), 'station');
  const { journal } = await openTestJournal({ directory });
  await committed(journal, added(someItem()));
  expect(await modeOf(directory)).toBe(expected.folder);
  for (const name of await readdir(directory)) {
    if (name.includes('.sqlite')) expect([name, await modeOf(join(directory, name))]).toEqual([name, expected.file]);
  }
  await journal.close();
  await chmod(journalPath(directory), 0o644);
  await openTestJournal({ directory });
  expect(await modeOf(journalPath(directory))).toBe(expected.file);
});
