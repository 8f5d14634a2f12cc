import type { JobContext, QueuedJob } from '../../../../src/main/engine/queue/job.ts';

/** One attempt of a job, as the queue gives it. */
export function contextOf(job: QueuedJob): JobContext {
  return {
    job,
    signal: new AbortController().signal,
    intentWritten: false,
    started: () => ({
      kind: 'attempt-started',
      jobId: job.id,
      at: Date.now(),
      leaseOwner: 't',
      leaseUntil: Date.now() + 60_000,
    }),
    ended: (result) => ({
      kind: 'attempt-ended',
      jobId: job.id,
      at: Date.now(),
      state: result.state,
      ...(result.state === 'ready' ? { dueAt: result.dueAt, counts: result.counts } : {}),
    }),
    failed: (reason) => ({ state: 'held', fault: reason }),
    follow: (next) => contextOf(next),
  };
}
