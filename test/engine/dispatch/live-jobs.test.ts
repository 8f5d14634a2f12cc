import { expect, test } from 'vitest';
import { reviveJobs } from '../../../src/main/engine/dispatch/live-jobs.ts';
import type { QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { committed, newId, noon, openTestJournal, someJob } from '../journal/journal-fixtures.ts';

test('jobs that were running when the process ended are ready again; those of this process go on', async () => {
  const { journal } = await openTestJournal();
  const [left, ours, ready] = [someJob({ id: newId() }), someJob({ id: newId() }), someJob({ id: newId() })];
  const started = (jobId: string, leaseOwner: string) =>
    ({ kind: 'attempt-started', jobId, at: noon, leaseOwner, leaseUntil: noon + 1_000 }) as const;
  for (const job of [left, ours, ready]) await committed(journal, { kind: 'job-added', job });
  await committed(journal, started(left.id, 'before'), started(ours.id, 'this process'));
  const revived: QueuedJob[] = [];
  await reviveJobs(journal, noon, (jobs) => revived.push(...jobs), 'this process');
  expect(revived.map(({ id }) => id).sort()).toEqual([left.id, ready.id].sort());
  expect((await journal.job(left.id))?.state).toBe('ready');
  expect((await journal.job(ours.id))?.state).toBe('running');
});
