import type { Journal } from '../journal/journal.ts';
import type { JobRecord } from '../journal/records.ts';
import { maxBackoffMs } from '../queue/backoff.ts';
import type { QueuedJob } from '../queue/job.ts';
import { jobPages, queuedJob } from '../items/outstanding.ts';

const pageSize = 1_000;

/**
 * When a job from the journal is due: its wait is never longer from now than it could be when it was given, whatever the clock said
 * then. A job that carries no span and no fault waits for nothing.
 */
function dueNow(job: Pick<JobRecord, 'dueAt' | 'fault' | 'payload'>, now: number): number {
  const { spanMs } = job.payload;
  const own = typeof spanMs === 'number' ? spanMs : 0;
  const afterTry = job.fault === null ? 0 : maxBackoffMs(job.fault);
  return Math.min(job.dueAt, now + Math.max(own, afterTry));
}

/**
 * Brings every outstanding job back after a start. What was running when the process ended is ready again: its handler finds
 * from the journal what its act may have done (the owner lock makes sure that nobody else is at it, and what runs under this
 * process's own lease is left alone). Answers the subjects of
 * upload and submit jobs.
 */
export async function reviveJobs(
  journal: Journal,
  now: number,
  add: (jobs: readonly QueuedJob[]) => void,
  leaseOwner: string,
): Promise<ReadonlySet<string>> {
  const subjects = new Set<string>();
  const running: JobRecord[] = [];
  const early: JobRecord[] = [];
  for await (const page of jobPages(journal, ['ready', 'running'])) {
    for (const { subjectId, kind } of page) if (kind === 'upload' || kind === 'submit') subjects.add(subjectId);
    // What this process runs was made by its own start: batches and cases that were due.
    running.push(...page.filter((job) => job.state === 'running' && job.leaseOwner !== leaseOwner));
    const ready = page.filter(({ state }) => state === 'ready');
    early.push(...ready.filter((job) => dueNow(job, now) < job.dueAt));
    add(ready.filter((job) => dueNow(job, now) >= job.dueAt).map(queuedJob));
  }
  for (let start = 0; start < running.length; start += pageSize) {
    const slice = running.slice(start, start + pageSize);
    const outcome = await journal.commit(
      slice.map((job) => ({
        kind: 'attempt-ended',
        jobId: job.id,
        at: now,
        state: 'ready',
        dueAt: now,
        counts: false,
      })),
    );
    if (!outcome.ok) throw new Error(`interrupted attempts could not be ended: ${outcome.reason}`);
    add(slice.map((job) => queuedJob({ ...job, dueAt: now })));
  }
  // Written down, so that a wait does not begin anew at each start.
  for (let start = 0; start < early.length; start += pageSize) {
    const slice = early.slice(start, start + pageSize).map((job) => ({ ...job, dueAt: dueNow(job, now) }));
    await journal.commit(slice.map(({ id, dueAt }) => ({ kind: 'job-set', jobId: id, set: { dueAt } })));
    add(slice.map(queuedJob));
  }
  return subjects;
}
