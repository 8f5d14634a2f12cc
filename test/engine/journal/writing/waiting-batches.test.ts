import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Change } from '../../../../src/main/engine/journal/changes.ts';
import { migrate } from '../../../../src/main/engine/journal/migrations/migrate.ts';
import { openJournalReader } from '../../../../src/main/engine/journal/open-reader.ts';
import { salvage } from '../../../../src/main/engine/journal/recovery/salvage.ts';
import { walkBegun, walkOn } from '../../../../src/main/engine/journal/storage/custody-chain.ts';
import { openDatabase, setUpWriting } from '../../../../src/main/engine/journal/storage/database.ts';
import type { Database } from '../../../../src/main/engine/journal/storage/database.ts';
import { createRules } from '../../../../src/main/engine/journal/storage/rules.ts';
import { listsText } from '../../../../src/main/engine/journal/writing/change-list.ts';
import type { ChangeList } from '../../../../src/main/engine/journal/writing/change-list.ts';
import { readPending } from '../../../../src/main/engine/journal/writing/read-pending.ts';
import { createWriter } from '../../../../src/main/engine/journal/writing/writer.ts';
import type { Writer } from '../../../../src/main/engine/journal/writing/writer.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import {
  added,
  fingerprint,
  linked,
  moved,
  newId,
  noon,
  openTestJournal,
  someDocument,
  someItem,
  someJob,
  someSubmission,
} from '../journal-fixtures.ts';

async function openFile(): Promise<Database> {
  const database = openDatabase(join(await makeTestFolder(), 'journal.sqlite'));
  onTestFinished(() => database.close());
  setUpWriting(database);
  migrate(database);
  return database;
}

function writerOf(database: Database): Writer {
  return createWriter(database, createRules(database));
}

function list(...changes: readonly Change[]): ChangeList {
  return { changes, actor: null, at: noon };
}

/** The way of one file to the service, in the lists that the engine makes of it. */
function wayOf(index: number): readonly ChangeList[] {
  const item = someItem({ id: `item-${index}`, sha256: fingerprint(String(index)) });
  const [upload, submit] = [someJob({ id: `upload-${index}` }), someJob({ id: `submit-${index}`, kind: 'submit' })];
  const submission = someSubmission({
    id: `submission-${index}`,
    state: 'submitting',
    items: [{ itemId: item.id, role: null, position: 0 }],
  });
  const document = someDocument({ id: `document-${index}` });
  const started = (jobId: string): Change => ({
    kind: 'attempt-started',
    jobId,
    at: noon,
    leaseOwner: 'me',
    leaseUntil: noon,
  });
  const ended = (jobId: string): Change => ({ kind: 'attempt-ended', jobId, at: noon, state: 'done' });
  const size = 7;
  const seen = { sourceId: 's', path: `/in/${index}`, size, modifiedAt: noon + 0.5, itemId: item.id };
  return [
    list({ kind: 'seen', file: seen }, { ...added(item), duplicateCheck: { since: null } }),
    list({ kind: 'job-added', job: upload }, started(upload.id), moved(item.id, 'accepted', 'uploading')),
    list(
      ended(upload.id),
      { kind: 'file-uploaded', fileId: `file-${index}`, itemId: item.id, connectionId: 'c', size, at: noon },
      { kind: 'submission-added', submission },
      moved(item.id, 'uploading', 'submitting'),
      { kind: 'job-added', job: submit },
      started(submit.id),
    ),
    list(
      ended(submit.id),
      {
        kind: 'submission-set',
        submissionId: submission.id,
        from: ['submitting'],
        set: { state: 'resolved' },
        at: noon,
      },
      { kind: 'document-seen', document, at: noon },
      linked(document.id, item.id),
      moved(item.id, 'submitting', 'submitted'),
    ),
  ];
}

/** Batches in which many files go their way together. */
function manyWays(): readonly (readonly ChangeList[])[] {
  const ways = Array.from({ length: 20 }, (_, index) => wayOf(index));
  return [0, 1, 2, 3].map((step) => ways.flatMap((way) => way[step] ?? []));
}

const waitingIn = (database: Database): unknown =>
  database.get('SELECT count(*) AS batches FROM waiting_batches')?.['batches'];

/** Everything that the tables hold, by table; a stage that nothing is in any more may have a count of 0, or none. */
function contents(database: Database): Readonly<Record<string, unknown>> {
  database.run('DELETE FROM stage_counts WHERE count = 0');
  const names = database
    .all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'item_search%'")
    .map((row) => String(row['name']));
  return Object.fromEntries(names.map((name) => [name, database.all(`SELECT * FROM ${name} ORDER BY 1, 2`)]));
}

describe('a large batch', () => {
  it('is durable as it came, and later in the tables as if it had been written there at once', async () => {
    const [waited, reopened, direct] = [await openFile(), await openFile(), await openFile()];
    const writer = writerOf(waited);
    const other = writerOf(reopened);
    const plain = createWriter(direct, createRules(direct), { min: 1_000, max: 1_000 });
    for (const batch of manyWays()) {
      expect(writer.writeBatch(batch).results).toEqual(other.writeBatch(batch).results);
      expect(plain.writeBatch(batch).changed).toBe(true);
    }
    expect(waitingIn(waited)).toBe(4);
    expect(waited.get('SELECT sum(count) AS items FROM stage_counts')).toEqual({ items: 20 });
    expect(waited.all('SELECT id FROM items')).toEqual([]);

    expect(writer.writeWaiting()).toBe(0);
    // As after a crash: nothing but the file is known.
    expect(writerOf(reopened).writeWaiting()).toBe(0);

    expect(waitingIn(waited)).toBe(0);
    expect(contents(waited)).toEqual(contents(direct));
    expect(contents(reopened)).toEqual(contents(direct));
    expect(walkOn(direct, walkBegun, 1_000)).toMatchObject({ brokenAt: null });
    expect(waited.all('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('leaves out what was refused, also when it is applied again', async () => {
    const database = await openFile();
    const items = Array.from({ length: 20 }, () => someItem());
    const batch = [...items.map((item) => list(added(item))), list(moved('nobody', 'accepted', 'uploading'))];

    const { results } = writerOf(database).writeBatch(batch);

    expect(results.at(-1)).toMatchObject({ ok: false, reason: 'missing' });
    expect(waitingIn(database)).toBe(1);
    expect(writerOf(database).writeWaiting()).toBe(0);
    expect(database.all('SELECT id FROM items ORDER BY number')).toEqual(items.map(({ id }) => ({ id })));
  });

  it('is not kept from going through by a list that has to be undone', async () => {
    const database = await openFile();
    const writer = writerOf(database);
    const [first, ...more] = manyWays();
    writer.writeBatch(first ?? []);
    const broken = list(
      { kind: 'custody', subject: 'item', subjectId: 'item-0', event: 'e', at: noon },
      moved('item-0', 'held', 'accepted'),
    );

    expect(writer.writeBatch([broken, ...(more[0] ?? [])]).results).toMatchObject([
      { ok: false, index: 1, found: 'accepted' },
      ...(more[0] ?? []).map(() => ({ ok: true })),
    ]);
    expect(waitingIn(database)).toBe(0);
    expect(database.all("SELECT id FROM items WHERE stage = 'uploading'")).toHaveLength(20);
  });

  it('keeps aside what can not be written any more, and nothing else', async () => {
    const database = await openFile();
    const item = someItem();
    const lists = [list(moved('lost', 'accepted', 'uploading')), list(added(item))];
    database.run("INSERT INTO waiting_batches (revision, lists, refused) VALUES (3, ?, '[]')", listsText(lists));

    expect(writerOf(database).writeWaiting()).toBe(1);

    expect(database.all('SELECT id FROM items')).toEqual([{ id: item.id }]);
    expect(database.all('SELECT table_name, row_key FROM unreadable_rows')).toEqual([
      { table_name: 'waiting_batches', row_key: '3 0' },
    ]);
    expect(database.get("SELECT value FROM station WHERE name = 'revision'")).toEqual({ value: '3' });
  });
});

describe('a batch after somebody looked', () => {
  it('goes into the tables at once: the next look may follow', async () => {
    const database = await openFile();
    const writer = writerOf(database);
    const [first, second, third] = manyWays();
    writer.writeBatch(first ?? []);
    writer.writeWaiting();

    writer.writeBatch(second ?? []);
    expect(waitingIn(database)).toBe(0);
    expect(database.all('SELECT stage FROM items GROUP BY 1')).toEqual([{ stage: 'uploading' }]);
    writer.writeBatch(third ?? []);
    expect(waitingIn(database)).toBe(1);
  });
});

describe('what waits', () => {
  it('is seen and kept while the disk is full, and written when there is space', async () => {
    const database = await openFile();
    const writer = writerOf(database);
    const [first, second] = manyWays();
    writer.writeBatch(first ?? []);
    database.exec(`PRAGMA max_page_count = ${Number(database.get('PRAGMA page_count')?.['page_count'])}`);

    expect(writer.writeBatch(second ?? []).results).toMatchObject((second ?? []).map(() => ({ failed: 'disk-full' })));
    expect(() => writer.writeWaiting()).toThrow(/full/);
    database.exec('PRAGMA max_page_count = 1000000');
    expect(readPending(database, () => database.all('SELECT stage FROM items GROUP BY 1'))).toEqual([
      { stage: 'accepted' },
    ]);
    expect(waitingIn(database)).toBe(1);
    expect(database.all('SELECT id FROM items')).toEqual([]);

    expect(writer.writeBatch(second ?? []).results).toMatchObject((second ?? []).map(() => ({ ok: true })));
    writer.writeWaiting();
    expect(database.all('SELECT stage FROM items GROUP BY 1')).toEqual([{ stage: 'uploading' }]);
  });

  it('is not lost with a batch of which nothing was taken, though it had to look at the tables', async () => {
    const database = await openFile();
    const writer = writerOf(database);
    const [first, second] = manyWays();
    writer.writeBatch(first ?? []);

    const at = noon;
    const nowhere = list({ kind: 'case-linked', caseId: 'none', submissionId: 'none', at });
    expect(writer.writeBatch([nowhere])).toMatchObject({ changed: false, results: [{ ok: false, reason: 'missing' }] });

    expect(writer.writeBatch(second ?? []).results).toMatchObject((second ?? []).map(() => ({ ok: true })));
    writer.writeWaiting();
    expect(waitingIn(database)).toBe(0);
    expect(database.all("SELECT id FROM items WHERE stage = 'uploading'")).toHaveLength(20);
    expect(database.all("SELECT id FROM jobs WHERE state = 'running'")).toHaveLength(20);
    expect(database.get('SELECT sum(count) AS items FROM stage_counts')).toEqual({ items: 20 });
    expect(walkOn(database, walkBegun, 1_000)).toMatchObject({ brokenAt: null });
  });

  it('holds nothing of a list that was refused by what it brings along for a duplicate', async () => {
    const database = await openFile();
    const writer = writerOf(database);
    const [first] = manyWays();
    const tidy = someJob({ id: 'tidy', kind: 'tidy' });
    writer.writeBatch([list({ kind: 'job-added', job: tidy }), ...(first ?? [])]);
    const again = someItem({ id: 'again', sha256: fingerprint('0') });
    const duplicate = list({
      ...added(again),
      duplicateCheck: { since: null, aside: [{ kind: 'job-added', job: tidy }] },
    });
    const others = Array.from({ length: 20 }, () => list(added(someItem())));

    const { results } = writer.writeBatch([duplicate, ...others]);

    expect(results[0]).toMatchObject({ ok: false, reason: 'taken' });
    writer.writeWaiting();
    expect(database.all("SELECT id FROM items WHERE id = 'again'")).toEqual([]);
    expect(database.all('SELECT id FROM items')).toHaveLength(40);
    expect(database.get('SELECT sum(count) AS items FROM stage_counts')).toEqual({ items: 40 });
  });

  it('is brought over from a damaged journal', async () => {
    const [damaged, fresh] = [await openFile(), await openFile()];
    writerOf(damaged).writeBatch(manyWays()[0] ?? []);

    salvage(damaged.path, fresh, { setAsidePath: '/aside', reason: 'torn', now: noon }, () => false);

    expect(writerOf(fresh).writeWaiting()).toBe(0);
    expect(fresh.all('SELECT id FROM items')).toHaveLength(20);
    expect(walkOn(fresh, walkBegun, 1_000)).toMatchObject({ brokenAt: null });
  });

  it('is seen by who only looks at the journal of a process that was killed, and is there at the next start', async () => {
    const directory = await makeTestFolder();
    const killed = openDatabase(join(directory, 'journal.sqlite'));
    setUpWriting(killed);
    migrate(killed);
    const items = Array.from({ length: 40 }, () => someItem());
    writerOf(killed).writeBatch(items.map((item) => list(added(item))));
    expect(waitingIn(killed)).toBe(1);
    killed.close();

    const reader = openJournalReader(directory);
    if (!reader.ok) throw new Error(reader.fault.cause);
    expect(await reader.value.counts()).toEqual({ accepted: 40 });
    expect(await reader.value.item(newId())).toBeNull();
    expect(await reader.value.itemsByIds(items.map(({ id }) => id))).toHaveLength(40);
    await reader.value.close();

    const next = await openTestJournal({ directory });
    expect(next.recovered).toBeNull();
    expect(await next.journal.counts()).toEqual({ accepted: 40 });
    expect(await next.journal.verifyCustody()).toMatchObject({ rows: 80, brokenAt: null });
  });
});
