import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import { JournalError } from '../../../src/main/engine/journal/journal.ts';
import { createJournal } from '../../../src/main/engine/journal/open-journal.ts';
import { createTestLog, makeTestFolder, realClock, startTestWorker } from '../../support/ports.ts';
import { added, committed, moved, noon, openTestJournal, someItem, someJob } from './journal-fixtures.ts';

describe('commits in groups', () => {
  it('share a revision when they are asked for together, and each learns of its own', async () => {
    const { journal } = await openTestJournal();
    const items = Array.from({ length: 50 }, () => someItem());

    const outcomes = await Promise.all([
      ...items.map((item) => journal.commit([added(item)])),
      journal.commit([moved('nobody', 'accepted', 'uploading')]),
    ]);

    expect(outcomes.slice(0, 50)).toEqual(items.map(() => ({ ok: true, revision: 1 })));
    expect(outcomes[50]).toMatchObject({ ok: false, reason: 'missing' });
  });

  it('see what lists before them in the group did, and lists that are refused leave nothing behind', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    const job = someJob({ subjectId: item.id });
    const start: Change = {
      kind: 'attempt-started',
      jobId: job.id,
      at: noon,
      leaseOwner: 'station',
      leaseUntil: noon + 1,
    };

    const outcomes = await Promise.all([
      journal.commit([added(item), { kind: 'job-added', job }]),
      // Moves the item, and is refused at its second change.
      journal.commit([moved(item.id, 'accepted', 'cancelled'), moved('nobody', 'held', 'accepted')]),
      journal.commit([moved(item.id, 'accepted', 'uploading'), start]),
      journal.commit([moved(item.id, 'uploading', 'uploaded'), { ...start, leaseOwner: 'another' }]),
      journal.commit([moved(item.id, 'uploading', 'held')]),
    ]);

    expect(outcomes).toEqual([
      { ok: true, revision: 1 },
      { ok: false, index: 1, reason: 'missing', found: null },
      { ok: true, revision: 1 },
      { ok: false, index: 1, reason: 'stage', found: 'running' },
      { ok: true, revision: 1 },
    ]);
    expect(await journal.item(item.id)).toMatchObject({ stage: 'held', resumeStage: 'uploading' });
    expect(await journal.counts()).toEqual({ held: 1 });
    expect((await journal.custody({ limit: 99 })).map((row) => row.event)).toEqual([
      'seen',
      'accepted',
      'uploading',
      'held',
    ]);
    expect(await journal.verifyCustody()).toMatchObject({ rows: 4, brokenAt: null, last: { sequence: 4 } });
  });

  it('are not lost by an exception that another list of the group causes', async () => {
    const { journal } = await openTestJournal();
    const [before, broken, after] = [someItem(), someItem({ size: Number.NaN }), someItem()];

    const outcomes = await Promise.allSettled([before, broken, after].map((item) => journal.commit([added(item)])));

    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await journal.counts()).toEqual({ accepted: 2 });
    expect(await journal.verifyCustody()).toMatchObject({ rows: 4, brokenAt: null, last: { sequence: 4 } });
  });

  it('do not raise the revision where nothing was written', async () => {
    const { journal } = await openTestJournal();
    await committed(journal, added(someItem()));

    await journal.commit([moved('nobody', 'accepted', 'held')]);
    expect(await journal.commit([])).toEqual({ ok: true, revision: 1 });

    expect((await journal.items({ limit: 1 })).revision).toBe(1);
  });

  it('are all there under many writers', async () => {
    const { journal } = await openTestJournal();
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        for (let round = 0; round < 5; round += 1) await committed(journal, added(someItem()));
      }),
    );

    expect(await journal.counts()).toEqual({ accepted: 1_000 });
  });
});

describe('listeners', () => {
  it('hear of each group commit with the items it touched, or an empty list for many', async () => {
    const log = createTestLog();
    const { journal } = await openTestJournal({ log });
    const heard: { revision: number; itemIds: readonly string[] }[] = [];
    journal.onChange(() => {
      throw new Error('a listener that breaks');
    });
    const stop = journal.onChange((change) => heard.push(change));
    const item = someItem();

    await committed(journal, added(item), moved(item.id, 'accepted', 'uploading'));
    await journal.commit([moved('nobody', 'accepted', 'held')]);
    await committed(journal, ...Array.from({ length: 201 }, () => added(someItem())));
    stop();
    await committed(journal, added(someItem()));

    expect(heard).toEqual([
      { revision: 1, itemIds: [item.id] },
      { revision: 2, itemIds: [] },
    ]);
    expect(log.lines.filter((line) => line.includes('journal.listener-failed'))).toHaveLength(3);
  });
});

describe('closing', () => {
  it('writes out what was asked for, then refuses', async () => {
    const { journal, directory } = await openTestJournal();
    const items = Array.from({ length: 1_200 }, () => someItem());
    const pending = items.map((item) => journal.commit([added(item)]));

    await journal.close();

    await expect(Promise.all(pending)).resolves.toHaveLength(1_200);
    await expect(journal.commit([added(someItem())])).rejects.toMatchObject({ name: 'JournalError', code: 'closed' });
    await expect(journal.counts()).rejects.toBeInstanceOf(JournalError);
    // Checkpointed and let go of: nothing but the mark lies beside the file.
    expect(await readdir(directory)).toEqual(['journal.mark', 'journal.sqlite']);
    const again = await openTestJournal({ directory });
    expect(await again.journal.counts()).toEqual({ accepted: 1_200 });
  });

  it('may be asked for twice', async () => {
    const { journal } = await openTestJournal();

    await Promise.all([journal.close(), journal.close()]);

    await expect(journal.pauses()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('a thread that ends by itself', () => {
  it('refuses everything that waits and comes, as unusable', async () => {
    const directory = await makeTestFolder();
    const threads: Worker[] = [];
    const opened = await createJournal({
      directory,
      clock: realClock,
      startWorker(name, workerData) {
        const thread = startTestWorker(name, workerData);
        if (name === 'journal') threads.push(thread);
        return thread;
      },
    });
    if (!opened.ok) throw new Error(opened.fault.code);
    const { journal } = opened.value;
    const [thread] = threads;
    if (!thread) throw new Error('the journal started no thread');
    // From here on nothing reaches the thread: what is asked can not be answered before it ends.
    thread.postMessage = () => undefined;

    const waiting = journal.commit([added(someItem())]);
    const reading = journal.counts();
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: 'unusable' }),
      expect(reading).rejects.toMatchObject({ code: 'unusable' }),
      thread.terminate(),
    ]);

    await expect(journal.commit([])).rejects.toMatchObject({ code: 'unusable' });
    await journal.close();
  });
});

describe('a data directory', () => {
  it('that can not be made is a fault', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'file'), '');

    const opened = await createJournal({
      directory: join(folder, 'file', 'data'),
      startWorker: startTestWorker,
      clock: realClock,
    });

    expect(opened).toMatchObject({ ok: false, fault: { code: 'data-directory-unusable', owner: 'it' } });
  });

  it('is checked in full on demand', async () => {
    const { journal, checkIntegrity } = await openTestJournal();
    await committed(journal, added(someItem()));

    expect(await checkIntegrity()).toEqual([]);
  });
});
