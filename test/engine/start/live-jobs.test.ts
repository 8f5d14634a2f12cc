import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reviveJobs } from '../../../src/main/engine/start/live-jobs.ts';
import { jobPages } from '../../../src/main/engine/items/outstanding.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import { jobKinds } from '../../../src/main/engine/journal/records.ts';
import { openDatabase } from '../../../src/main/engine/journal/storage/database.ts';
import type { QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { lookBackJob, tidyJob } from '../../../src/main/engine/submissions/first-jobs.ts';
import { committed, newId, noon, openTestJournal, someItem, someJob } from '../journal/journal-fixtures.ts';

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

test('jobs of every kind come back, and one that can not be read ends nothing', async () => {
  const { journal, directory } = await openTestJournal();
  const others = Array.from({ length: 1_500 }, () => someJob({ id: newId(), kind: 'tidy', priority: 60 }));
  const damaged = someJob({ id: newId(), priority: 60, dueAt: noon - 1 });
  const kinds = jobKinds.map((kind) => someJob({ id: newId(), kind, priority: 60 }));
  for (const job of [damaged, ...kinds, ...others]) await committed(journal, { kind: 'job-added', job });
  const database = openDatabase(join(directory, 'journal.sqlite'));
  database.exec(`UPDATE jobs SET kind = 'errand' WHERE id = '${damaged.id}'`);
  database.close();
  const found: string[] = [];
  for await (const page of jobPages(journal, ['ready'])) found.push(...page.map(({ id }) => id));
  expect(found.sort()).toEqual([...kinds, ...others].map(({ id }) => id).sort());
});

test('the grace of an original and the later look at it are as long after a start as before', async () => {
  const { journal } = await openTestJournal();
  const item = { ...someItem({ mediaType: 'application/pdf' }), rule: { ...someItem().rule, after: 'move' as const } };
  const jobs = [tidyJob(item, newId(), noon), lookBackJob(item, newId(), noon, '/in/a.pdf')];
  for (const job of jobs) if (job !== null) await committed(journal, { kind: 'job-added', job });
  const revived: QueuedJob[] = [];
  await reviveJobs(journal, noon + 1_000, (added) => revived.push(...added), 'this process');
  expect(revived.map(({ dueAt }) => dueAt)).toEqual([noon + 30_000, noon + 300_000]);
});
