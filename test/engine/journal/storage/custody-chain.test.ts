import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/main/engine/journal/storage/database.ts';
import { added, committed, moved, openTestJournal, someItem } from '../journal-fixtures.ts';

describe('the history', () => {
  it('is read on from a line, of all or of one subject', async () => {
    const { journal } = await openTestJournal();
    const [one, two] = [someItem(), someItem()];
    await committed(journal, added(one), added(two), moved(one.id, 'accepted', 'uploading'));

    const all = await journal.custody({ limit: 3 });
    expect(all.map((row) => [row.sequence, row.subjectId, row.event])).toEqual([
      [1, one.id, 'seen'],
      [2, one.id, 'accepted'],
      [3, two.id, 'seen'],
    ]);
    expect((await journal.custody({ after: 3, limit: 9 })).map((row) => row.sequence)).toEqual([4, 5]);
    expect((await journal.custody({ subjectIds: [one.id], after: 1, limit: 9 })).map((row) => row.sequence)).toEqual([
      2, 5,
    ]);
  });

  it('goes on as one chain over a restart', async () => {
    const { journal, directory } = await openTestJournal();
    await committed(journal, ...Array.from({ length: 30 }, () => added(someItem())));
    await journal.close();
    const again = await openTestJournal({ directory });
    await committed(again.journal, added(someItem()));

    expect(await again.journal.verifyCustody()).toMatchObject({ rows: 62, brokenAt: null });
  });

  it.each([
    ['a changed word', "UPDATE custody SET event = 'settled' WHERE sequence = 4", 4],
    ['a changed instant', 'UPDATE custody SET at = at + 1 WHERE sequence = 7', 7],
    ['another actor', "UPDATE custody SET actor = 'nobody' WHERE sequence = 2", 2],
    ['a changed detail', 'UPDATE custody SET detail = \'{"a":1}\' WHERE sequence = 5', 5],
    ['a line taken out', 'DELETE FROM custody WHERE sequence = 6', 7],
    ['the first line taken out', 'DELETE FROM custody WHERE sequence = 1', 2],
    [
      'two lines that changed places',
      'UPDATE custody SET sequence = CASE sequence WHEN 4 THEN -5 ELSE -4 END WHERE sequence IN (4, 5); UPDATE custody SET sequence = -sequence WHERE sequence < 0',
      4,
    ],
    ['a line put in', "INSERT INTO custody VALUES (99, 1, 'item', 'x', 'seen', NULL, NULL, 'abc')", 99],
  ])('shows %s', async (_, tampering, brokenAt) => {
    const { journal, directory } = await openTestJournal();
    await committed(journal, ...Array.from({ length: 5 }, () => added(someItem())));
    await journal.close();
    const database = openDatabase(join(directory, 'journal.sqlite'));
    database.exec(tampering);
    database.close();

    const again = await openTestJournal({ directory });
    expect(await again.journal.verifyCustody()).toMatchObject({ brokenAt });
  });

  it('shows what was cut off its end only to whoever noted the last line', async () => {
    const { journal, directory } = await openTestJournal();
    await committed(journal, ...Array.from({ length: 5 }, () => added(someItem())));
    const { last } = await journal.verifyCustody();
    expect(last).toMatchObject({ sequence: 10 });
    await journal.close();
    const database = openDatabase(join(directory, 'journal.sqlite'));
    database.exec('DELETE FROM custody WHERE sequence > 8');
    database.close();

    const again = await openTestJournal({ directory });
    // The chain itself can't know what came after its end.
    expect(await again.journal.verifyCustody()).toMatchObject({ brokenAt: null, last: { sequence: 8 } });
    await committed(again.journal, added(someItem()));
    const [written] = await again.journal.custody({ after: 9, limit: 1 });
    expect(written?.hash).not.toBe(last?.hash);
  });

  it('is checked while commits go on', async () => {
    const { journal } = await openTestJournal();
    await committed(journal, ...Array.from({ length: 10_000 }, () => added(someItem())));
    const check = journal.verifyCustody();
    // The commit is answered before the check, which would not be so if the check took the thread for itself.
    const first = await Promise.race([
      check.then(() => 'check'),
      committed(journal, added(someItem())).then(() => 'commit'),
    ]);

    expect(first).toBe('commit');
    expect((await check).brokenAt).toBeNull();
    expect((await check).rows).toBeGreaterThanOrEqual(20_000);
  });
});
