import { expect, test } from 'vitest';
import { reviveJobs } from '../../../src/main/engine/dispatch/live-jobs.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
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

test.each([7_200_000, 400 * 86_400_000])(
  'a wait that was written by a clock %i ms ahead is no longer from now than it could be then, at this start and the next',
  async (ahead) => {
    const { journal } = await openTestJournal();
    const then = noon + ahead;
    const jobs = {
      unreachable: someJob({ id: newId() }),
      stopped: someJob({ id: newId() }),
      fresh: someJob({ id: newId(), dueAt: then }),
      answer: someJob({ id: newId(), kind: 'acknowledge', dueAt: then + 60_000, payload: { spanMs: 60_000 } }),
    };
    for (const job of Object.values(jobs)) await committed(journal, { kind: 'job-added', job });
    for (const { id } of [jobs.unreachable, jobs.stopped]) {
      await committed(journal, {
        kind: 'attempt-started',
        jobId: id,
        at: then,
        leaseOwner: 'before',
        leaseUntil: then + 1_000,
      });
      await committed(journal, {
        kind: 'attempt-ended',
        jobId: id,
        at: then,
        state: 'ready',
        dueAt: then + 9_000,
        ...(id === jobs.unreachable.id ? { fault: fault('service-unreachable') } : {}),
      });
    }
    for (const start of [noon, noon + 5_000]) {
      const revived: QueuedJob[] = [];
      await reviveJobs(journal, start, (added) => revived.push(...added), 'this process');
      const due = (job: { id: string }): number => revived.find(({ id }) => id === job.id)?.dueAt ?? NaN;
      expect(due(jobs.unreachable)).toBeLessThanOrEqual(noon + 15_000);
      expect(due(jobs.stopped)).toBeLessThanOrEqual(noon);
      expect(due(jobs.fresh)).toBeLessThanOrEqual(noon);
      expect(due(jobs.answer)).toBe(noon + 60_000);
    }
  },
);
