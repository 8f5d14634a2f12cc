import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, setUpWriting } from '../../../../src/main/engine/journal/storage/database.ts';
import { createWalWatch } from '../../../../src/main/engine/journal/thread/serve-checkpoints.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { added, committed, openTestJournal, someItem } from '../journal-fixtures.ts';

describe('the WAL', () => {
  it('is copied into the journal beside the commits', async () => {
    const { journal, directory } = await openTestJournal();
    const path = join(directory, 'journal.sqlite');
    const before = (await stat(path)).size;

    await committed(journal, ...Array.from({ length: 500 }, () => added(someItem({ title: 'x'.repeat(2_000) }))));

    await expect.poll(async () => (await stat(path)).size).toBeGreaterThan(before + 1_000_000);
  });

  it('starts over once the writer, told that it is long, has copied it', async () => {
    const path = join(await makeTestFolder(), 'journal.sqlite');
    const database = openDatabase(path);
    onTestFinished(() => database.close());
    setUpWriting(database);
    database.exec('CREATE TABLE t (a TEXT)');
    const walFrames = new SharedArrayBuffer(4);
    const errors: unknown[] = [];
    const watch = createWalWatch(database, walFrames, (error) => errors.push(error));
    const write = (): void => {
      database.run('INSERT INTO t VALUES (?)', 'x'.repeat(100_000));
      watch.afterBatch();
    };
    const frames = (): unknown => database.get('PRAGMA wal_checkpoint(NOOP)')?.['log'];

    for (let count = 0; count < 10; count += 1) write();
    expect(frames()).toBeGreaterThan(250);
    Atomics.store(new Int32Array(walFrames), 0, 20_000);
    write();
    write();

    expect(frames()).toBeLessThan(50);
    expect(errors).toEqual([]);
  });
});
