import { createHash } from 'node:crypto';
import { copyFile, open, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/main/engine/journal/changes.ts';
import type { NewItem } from '../../../../src/main/engine/journal/records.ts';
import { openDatabase } from '../../../../src/main/engine/journal/storage/database.ts';
import type { Database } from '../../../../src/main/engine/journal/storage/database.ts';
import { createTestLog, letGoOfFiles, makeTestFolder } from '../../../support/ports.ts';
import {
  added,
  committed,
  eventsOf,
  moved,
  noon,
  openTestJournal,
  someDocument,
  someItem,
  someJob,
  someSubmission,
} from '../journal-fixtures.ts';

const page = 4_096;

/** What a journal holds that gets damaged afterwards: 400 items with everything around them. */
async function fill(directory: string): Promise<readonly NewItem[]> {
  const { journal } = await openTestJournal({ directory });
  const items = Array.from({ length: 400 }, (_, index) =>
    someItem({ id: `item-${String(index).padStart(4, '0')}`, title: `Title ${index} `.repeat(20) }),
  );
  await committed(
    journal,
    ...items.flatMap((item): readonly Change[] => {
      const submission = someSubmission({ items: [{ itemId: item.id, role: null, position: 0 }] });
      const document = someDocument();
      return [
        added(item, 'seen', 'accepted', 'tracking'),
        { kind: 'seen', file: { sourceId: 'inbox', path: item.path, size: 1, modifiedAt: 2.5, itemId: item.id } },
        { kind: 'job-added', job: someJob({ subjectId: item.id }) },
        { kind: 'submission-added', submission },
        { kind: 'document-seen', document, at: noon },
        { kind: 'document-linked', documentId: document.id, itemId: item.id, role: null, at: noon },
      ];
    }),
  );
  await journal.close();
  return items;
}

/** Page numbers of the leaves of a table or index, in the order of its keys. */
function leavesOf(database: Database, owner: string): readonly number[] {
  return database
    .all("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path", owner)
    .map((row) => Number(row['pageno']));
}

/** Overwrites some of the given pages; negative ones count from the end. */
async function tear(path: string, pages: readonly number[], which: readonly number[]): Promise<void> {
  const file = await open(path, 'r+');
  for (const each of which) {
    const number = pages.at(each);
    if (number === undefined) throw new Error(`there is no leaf ${each} of ${pages.length}`);
    await file.write(Buffer.alloc(page, 0xa5), 0, page, (number - 1) * page);
  }
  await file.close();
}

/** Tears leaves of tables, looked up before anything is torn. */
async function tearTables(path: string, tables: Readonly<Record<string, readonly number[]>>): Promise<void> {
  const database = openDatabase(path, { readOnly: true });
  const torn = Object.entries(tables).map(([table, which]) => ({ pages: leavesOf(database, table), which }));
  database.close();
  await letGoOfFiles();
  for (const { pages, which } of torn) await tear(path, pages, which);
}

describe('a journal that is damaged', () => {
  it('is set aside untouched, and a new one takes its place', async () => {
    const directory = await makeTestFolder();
    const garbage = Buffer.from('this is not a database, '.repeat(1_000));
    await writeFile(join(directory, 'journal.sqlite'), garbage);
    await writeFile(join(directory, 'journal.sqlite-wal'), 'nor is this');
    const log = createTestLog();

    const { journal, recovered } = await openTestJournal({ directory, log });

    expect(recovered).toMatchObject({ reason: 'file is not a database', rowsKept: 0 });
    const setAside = recovered?.setAsidePath ?? '';
    expect(setAside).toMatch(/journal\.damaged-[0-9TZ-]+\.sqlite$/);
    expect(await readFile(setAside)).toEqual(garbage);
    expect(await readFile(`${setAside}-wal`, 'utf8')).toBe('nor is this');
    await committed(journal, added(someItem()));
    expect(await journal.counts()).toEqual({ accepted: 1 });
    expect(await eventsOf(journal, 'journal')).toEqual(['journal-recovered']);
    expect(log.lines.join('\n')).toContain('journal.recovered');
    await journal.close();

    const again = await openTestJournal({ directory });
    expect(again.recovered).toBeNull();
    expect(await again.journal.counts()).toEqual({ accepted: 1 });
  });

  it('gives every row that is left, wherever its items are torn, and what is lost comes back held', async () => {
    const directory = await makeTestFolder();
    const items = await fill(directory);
    const path = join(directory, 'journal.sqlite');
    await tearTables(path, { items: [3, 17, 18, -2] });
    const before = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');

    const { journal, recovered } = await openTestJournal({ directory });

    expect(recovered?.rowsLost).toBeGreaterThan(5);
    expect(
      createHash('sha256')
        .update(await readFile(recovered?.setAsidePath ?? ''))
        .digest('hex'),
    ).toBe(before);
    const there = await journal.itemsByIds(items.map((item) => item.id));
    expect(there).toHaveLength(400);
    const held = there.filter((item) => item.stage === 'held');
    expect(held).toHaveLength(recovered?.rowsLost ?? -1);
    expect(held.length).toBeLessThan(100);
    expect(held[0]).toMatchObject({
      sourceId: 'inbox',
      path: `/inbox/${held[0]?.id ?? ''}.pdf`,
      fault: { code: 'record-unreadable' },
      rule: { connectionId: 'office', projectId: 'invoices' },
    });
    expect(await journal.counts()).toEqual({ tracking: 400 - held.length, held: held.length });
    const one = held[0]?.id ?? '';
    expect(await journal.submissionsOfItem(one)).toHaveLength(1);
    expect(await journal.documentsOfItem(one)).toHaveLength(1);
    expect(await journal.jobsOf(one)).toHaveLength(1);
    expect((await journal.items({ search: 'item-0399', limit: 5 })).rows).toHaveLength(1);
    expect((await journal.verifyCustody()).brokenAt).toBeNull();
    // A held item goes on as any other.
    await committed(journal, moved(one, 'held', 'accepted'));
  });

  it('gives the rows of torn tables without numbers by the keys that their indices still know', async () => {
    const directory = await makeTestFolder();
    const items = await fill(directory);
    await tearTables(join(directory, 'journal.sqlite'), { jobs: [2, 5], custody: [4] });

    const { journal, recovered } = await openTestJournal({ directory });

    let jobs = 0;
    for (const item of items) jobs += (await journal.jobsOf(item.id)).length;
    const lostJobs = 400 - jobs;
    expect(lostJobs).toBeGreaterThan(0);
    expect(lostJobs).toBeLessThan(200);
    const lostLines = 400 * 6 + 1 - (await journal.custody({ limit: 10_000 })).length;
    expect(recovered?.rowsLost).toBe(lostJobs + lostLines);
    // The gap in the history shows, and the history goes on behind it.
    expect((await journal.verifyCustody()).brokenAt).toBeGreaterThan(1);
    expect(await journal.counts()).toEqual({ tracking: 400 });
  });

  it('keeps what was committed but not checkpointed', async () => {
    const [source, directory] = [await makeTestFolder(), await makeTestFolder()];
    await fill(source);
    // Something in the WAL, as after a crash: the copies are made while the writer is still there.
    const writing = openDatabase(join(source, 'journal.sqlite'));
    writing.exec("PRAGMA journal_mode = WAL; INSERT INTO cursors VALUES ('late', 'kept')");
    const path = join(directory, 'journal.sqlite');
    for (const ending of ['', '-wal']) await copyFile(join(source, `journal.sqlite${ending}`), path + ending);
    await tear(path, leavesOf(writing, 'items'), [3]);
    writing.close();

    const { journal } = await openTestJournal({ directory });

    expect(await journal.cursor('late')).toBe('kept');
  });

  it('is finished where the last start ended between the two renames', async () => {
    const directory = await makeTestFolder();
    const { journal } = await openTestJournal({ directory });
    await committed(journal, added(someItem()));
    await journal.close();
    await writeFile(join(directory, 'journal.rebuilt.sqlite'), await readFile(join(directory, 'journal.sqlite')));
    await rm(join(directory, 'journal.sqlite'));

    const again = await openTestJournal({ directory });

    expect(await again.journal.counts()).toEqual({ accepted: 1 });
    expect(await readdir(directory)).not.toContain('journal.rebuilt.sqlite');
  });
});

describe('a large journal', () => {
  it('opens at once, is looked through meanwhile, and is rebuilt at the next start where it is damaged', async () => {
    const directory = await makeTestFolder();
    await fill(directory);
    const path = join(directory, 'journal.sqlite');
    await tearTables(path, { items: [3] });
    // What lies behind the last page is of no account, but makes the file large.
    await truncate(path, 300 * 1024 * 1024);
    const log = createTestLog();

    const { journal, recovered } = await openTestJournal({ directory, log });
    expect(recovered).toBeNull();
    await expect.poll(() => log.lines.join('\n')).toContain('journal.damaged');
    await journal.close();

    const again = await openTestJournal({ directory });
    expect(again.recovered?.rowsLost).toBeGreaterThan(0);
    expect(Object.values(await again.journal.counts()).reduce((sum, count) => sum + count)).toBe(400);
    await again.journal.close();
    expect((await openTestJournal({ directory })).recovered).toBeNull();
  });

  it('notes damage that a read or a commit meets', async () => {
    const directory = await makeTestFolder();
    const items = await fill(directory);
    const path = join(directory, 'journal.sqlite');
    await tearTables(path, { items: [3] });
    await truncate(path, 300 * 1024 * 1024);

    const { journal } = await openTestJournal({ directory });
    const moves = await Promise.allSettled(
      items.map((item) => journal.commit([moved(item.id, 'tracking', 'settled')])),
    );
    expect(moves[0]).toMatchObject({ status: 'rejected', reason: { name: 'JournalError', code: 'unusable' } });
    await expect(journal.itemsByIds(items.map((item) => item.id))).rejects.toMatchObject({ code: 'unusable' });
    await journal.close();

    expect((await openTestJournal({ directory })).recovered?.rowsLost).toBeGreaterThan(0);
  });
});

describe('a row that can not be read', () => {
  it.each([
    ['fault', '{"code":'],
    ['external_data', '[1,2]'],
    ['stage', 'somewhere'],
    ['resume_stage', 'nowhere'],
    ['rule_id', 4711],
  ])('comes back as a held item, by its %s, and stays so', async (column, value) => {
    const { journal, directory } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item, 'seen', 'accepted', 'tracking'), added(someItem()));
    const database = openDatabase(join(directory, 'journal.sqlite'));
    database.run(`UPDATE items SET ${column} = ? WHERE id = ?`, value, item.id);

    const page = await journal.items({ limit: 10 });

    expect(page.rows).toHaveLength(2);
    expect(page.rows.find((row) => row.id === item.id)).toMatchObject({
      stage: 'held',
      name: item.name,
      path: item.path,
      fault: { code: 'record-unreadable', params: { name: item.name } },
      rule: { connectionId: 'office', projectId: 'invoices' },
    });
    expect(await journal.counts()).toEqual({ accepted: 1, held: 1 });
    expect(await journal.item(item.id)).toMatchObject({ stage: 'held', fault: { code: 'record-unreadable' } });
    expect((await eventsOf(journal, item.id)).slice(3)).toEqual(['held']);
    expect(JSON.parse(String(database.get('SELECT raw FROM unreadable_rows')?.['raw']))).toMatchObject({
      id: item.id,
      [column]: value,
    });
    database.close();
    await committed(journal, { ...moved(item.id, 'held', 'accepted'), set: { fault: null } });
    expect(await journal.item(item.id)).toMatchObject({ stage: 'accepted' });
  });

  it('holds a job, a submission, an export in the same way', async () => {
    const { journal, directory } = await openTestJournal();
    const job = someJob();
    const submission = someSubmission();
    await committed(journal, { kind: 'job-added', job }, { kind: 'submission-added', submission });
    const database = openDatabase(join(directory, 'journal.sqlite'));
    database.exec("UPDATE jobs SET payload = '{'; UPDATE submissions SET external_data = '{'");
    database.close();

    expect(await journal.jobs({ states: ['ready'], limit: 5 })).toMatchObject([
      { id: job.id, state: 'held', fault: { code: 'record-unreadable' } },
    ]);
    expect(await journal.submission(submission.id)).toMatchObject({ state: 'held', externalData: null });
  });
});
