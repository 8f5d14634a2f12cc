import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../src/main/engine/journal/migrations/migrate.ts';
import { openDatabase, setUpWriting } from '../../../../src/main/engine/journal/storage/database.ts';
import type { Database } from '../../../../src/main/engine/journal/storage/database.ts';
import { walkBegun, walkOn } from '../../../../src/main/engine/journal/storage/custody-chain.ts';
import { createRules } from '../../../../src/main/engine/journal/storage/rules.ts';
import { createWriter } from '../../../../src/main/engine/journal/writing/writer.ts';
import type { ChangeList } from '../../../../src/main/engine/journal/writing/change-list.ts';
import type { Writer } from '../../../../src/main/engine/journal/writing/writer.ts';
import type { Change } from '../../../../src/main/engine/journal/changes.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { added, moved, noon, rule, someItem, someJob } from '../journal-fixtures.ts';

async function openWriter(): Promise<{ database: Database; writer: Writer }> {
  const database = openDatabase(join(await makeTestFolder(), 'journal.sqlite'));
  onTestFinished(() => database.close());
  setUpWriting(database);
  migrate(database);
  return { database, writer: createWriter(database, createRules(database)) };
}

function list(...changes: readonly Change[]): ChangeList {
  return { changes, actor: null, at: noon };
}

function bulky(): ChangeList {
  return list(added(someItem({ title: 'x'.repeat(20_000) })));
}

describe('a disk that fills up', () => {
  it('refuses the whole batch and nothing else, and takes it once there is space', async () => {
    const { database, writer } = await openWriter();
    expect(writer.writeBatch([list(added(someItem()))]).results).toEqual([{ ok: true, revision: 1 }]);
    const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
    database.exec(`PRAGMA max_page_count = ${pages + 8}`);
    const batch = [bulky(), bulky(), bulky(), list(added(someItem({ rule: { ...rule, projectId: 'other' } })))];

    const full = writer.writeBatch(batch);
    expect(full.results).toMatchObject(batch.map(() => ({ failed: 'disk-full' })));
    expect(full).toMatchObject({ changed: false, revision: 1 });
    expect(database.inTransaction()).toBe(false);
    // Small things may still go through meanwhile.
    expect(writer.writeBatch([list({ kind: 'cursor-set', name: 'a', value: 'b' })]).results).toEqual([
      { ok: true, revision: 2 },
    ]);
    database.exec('PRAGMA max_page_count = 1000000');

    expect(writer.writeBatch(batch).results).toEqual(batch.map(() => ({ ok: true, revision: 3 })));
    expect(database.get('SELECT sum(count) AS items FROM stage_counts')).toMatchObject({ items: 5 });
    expect(walkOn(database, walkBegun, 1_000)).toMatchObject({ rows: 10, brokenAt: null, ended: true });
  });

  it('is told as unusable where the file may only be read', async () => {
    const { database, writer } = await openWriter();
    database.exec('PRAGMA query_only = ON');

    expect(writer.writeBatch([list(added(someItem()))]).results).toMatchObject([{ failed: 'unusable' }]);
    database.exec('PRAGMA query_only = OFF');
    expect(writer.writeBatch([list(added(someItem()))]).results).toEqual([{ ok: true, revision: 1 }]);
  });
});

describe('a list that has to be undone', () => {
  it('takes its rule, history and counts with it, in the middle of a batch', async () => {
    const { database, writer } = await openWriter();
    const item = someItem({ rule: { ...rule, projectId: 'only here' } });
    const same = someItem({ rule: { ...rule, projectId: 'only here' } });

    const { results } = writer.writeBatch([
      list(added(item), moved(item.id, 'held', 'accepted')),
      list(added(same)),
      list(added(someItem({ size: Number.NaN }))),
      list(moved(same.id, 'accepted', 'uploading')),
    ]);

    expect(results).toEqual([
      { ok: false, index: 1, reason: 'stage', found: 'accepted' },
      { ok: true, revision: 1 },
      expect.objectContaining({ failed: 'bug' }),
      { ok: true, revision: 1 },
    ]);
    expect(database.all('SELECT stage, count FROM stage_counts WHERE count <> 0')).toMatchObject([
      { stage: 'uploading', count: 1 },
    ]);
    expect(database.all('SELECT i.id FROM items i JOIN rules r ON r.id = i.rule_id')).toMatchObject([{ id: same.id }]);
    expect(walkOn(database, walkBegun, 1_000)).toMatchObject({ rows: 3, brokenAt: null });
  });
});

describe('an attempt', () => {
  it('is told by its job while it runs and gets its row when it ends', async () => {
    const { database, writer } = await openWriter();
    const job = someJob();
    const started: Change = {
      kind: 'attempt-started',
      jobId: job.id,
      at: noon,
      leaseOwner: 'me',
      leaseUntil: noon + 9,
    };
    const running = { state: 'running', tries: 1, lease_owner: 'me', started_at: noon };

    writer.writeBatch([list({ kind: 'job-added', job }, started)]);
    expect(database.all('SELECT * FROM jobs')).toMatchObject([{ id: job.id, ...running }]);
    expect(database.all('SELECT * FROM attempts')).toEqual([]);
    writer.writeBatch([list({ kind: 'attempt-ended', jobId: job.id, at: noon + 5, state: 'ready', dueAt: noon })]);
    writer.writeBatch([list(started), list({ kind: 'attempt-ended', jobId: job.id, at: noon + 7, state: 'done' })]);

    expect(database.all('SELECT number, started_at, ended_at, outcome FROM attempts ORDER BY number')).toEqual([
      { number: 1, started_at: noon, ended_at: noon + 5, outcome: 'ready' },
      { number: 2, started_at: noon, ended_at: noon + 7, outcome: 'done' },
    ]);
    expect(database.get('SELECT * FROM jobs')).toMatchObject({ state: 'done', tries: 2, started_at: null });
  });
});

describe('changes of one item in one list', () => {
  it('are seen by the looks at the tables in between', async () => {
    const { database, writer } = await openWriter();
    const sha256 = 'a'.repeat(64);
    const [item, twin] = [someItem({ sha256 }), someItem({ sha256 })];
    writer.writeBatch([list(added(item))]);

    const { results } = writer.writeBatch([
      list(moved(item.id, 'accepted', 'cancelled'), { ...added(twin), duplicateCheck: { since: null } }),
    ]);

    expect(results).toMatchObject([{ ok: true }]);
    expect(results[0]).not.toHaveProperty('duplicateOf');
    expect(database.all('SELECT stage FROM items ORDER BY number')).toEqual([
      { stage: 'cancelled' },
      { stage: 'accepted' },
    ]);
  });
});

describe('durability', () => {
  it('is set on every open, also of a file that was there', async () => {
    const folder = await makeTestFolder();
    for (const opening of ['first', 'second']) {
      const database = openDatabase(join(folder, 'journal.sqlite'));
      setUpWriting(database);
      migrate(database);
      expect(database.get('PRAGMA synchronous'), opening).toMatchObject({ synchronous: 2 });
      expect(database.get('PRAGMA journal_mode')).toMatchObject({ journal_mode: 'wal' });
      expect(database.get('PRAGMA foreign_keys')).toMatchObject({ foreign_keys: 1 });
      expect(database.get('PRAGMA wal_autocheckpoint')).toMatchObject({ wal_autocheckpoint: 0 });
      database.close();
    }
  });
});
