import { expect, test } from 'vitest';
import { createDecisions } from '../../../src/main/engine/items/decide.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { noCopies, noFields } from '../items/no-copies.ts';
import {
  added,
  committed,
  newId,
  openTestJournal,
  someDocument,
  someItem,
  someJob,
} from '../journal/journal-fixtures.ts';

const reason = fault('transfer-refused', { message: 'closed' });

test('a refused report of a whole case goes on for all its files when one of them is retried', async () => {
  const { journal } = await openTestJournal();
  const items = [someItem(), someItem(), someItem()];
  for (const item of items) {
    const document = someDocument({ state: 'done', settled: true, caseId: item === items[2] ? 'another' : 'case-1' });
    await committed(
      journal,
      added(item, 'seen', 'accepted', 'submitted', 'settled', 'exported'),
      { kind: 'document-seen', document, at: 1 },
      { kind: 'document-linked', documentId: document.id, itemId: item.id, role: null, at: 1 },
      {
        kind: 'item-moved',
        itemId: item.id,
        from: ['exported'],
        trail: [{ stage: 'held', at: 2 }],
        set: { fault: reason, resumeStage: 'exported' },
      },
    );
  }
  const job = someJob({ kind: 'transfer', subjectId: 'case-1', payload: { case: true, successful: true } });
  await committed(
    journal,
    { kind: 'job-added', job },
    { kind: 'job-set', jobId: job.id, set: { state: 'held', fault: reason } },
  );
  const queued: QueuedJob[] = [];
  const decisions = createDecisions({
    journal,
    queue: {
      add: (jobs) => queued.push(...jobs),
      cancel: () => Promise.resolve(),
      requeue: () => undefined,
      lift: () => undefined,
      pause: () => undefined,
      running: () => [],
    },
    known: { forget: () => undefined, pause: () => undefined },
    now: () => 3,
    actor: 'anna',
    copies: noCopies,
    ...noFields,
    placed: ({ id }) => ({ kind: 'item-placed', itemId: id, role: null, openCase: null, at: 3 }),
    newId,
    uploadJob: () => someJob({}),
    ruleOf: () => null,
    settleAgain: () => undefined,
    dropped: () => undefined,
    leftBatches: () => undefined,
    whileBatchesAreStill: (act) => act(),
    lookAtCase: () => undefined,
  });
  const [first, second, third] = items.map(({ id }) => id);
  expect(await decisions.retry([first ?? ''])).toMatchObject({ ok: true, value: { itemIds: [first], refused: [] } });
  expect(queued.map(({ id }) => id)).toEqual([job.id]);
  const stages = await Promise.all([first, second, third].map(async (id) => (await journal.item(id ?? ''))?.stage));
  expect(stages).toEqual(['exported', 'exported', 'held']);
});
