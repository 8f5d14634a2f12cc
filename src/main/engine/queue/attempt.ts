import { askAgainMs, backoffMs, blockScope, namedEnd } from './backoff.ts';
import type { Blocks } from './blocks.ts';
import type { JobContext, JobResult, QueuedJob } from './job.ts';
import type { StopSignal } from '../platform/stop-signal.ts';

/** What an attempt needs of its queue. */
export interface AttemptDependencies {
  readonly now: () => number;
  readonly random: () => number;
  readonly leaseOwner: string;
  readonly leaseMs: number;
  /** Failed probes so far behind the job's block of that scope. */
  readonly failuresBehind: Blocks['failures'];
}

/** Makes the context of one attempt at a job (see JobContext). */
export function createAttempt(
  job: QueuedJob,
  signal: StopSignal,
  dependencies: AttemptDependencies,
  intentWritten = false,
): JobContext {
  const { now, random, leaseOwner, leaseMs } = dependencies;
  return {
    job,
    signal,
    intentWritten,
    started: () => ({ kind: 'attempt-started', jobId: job.id, at: now(), leaseOwner, leaseUntil: now() + leaseMs }),
    ended(result) {
      const base = { kind: 'attempt-ended', jobId: job.id, at: now(), state: result.state } as const;
      switch (result.state) {
        case 'done':
        case 'cancelled':
          return base;
        case 'held':
          return { ...base, fault: result.fault };
        case 'ready':
          return {
            ...base,
            dueAt: result.dueAt,
            counts: result.counts,
            ...(result.fault === undefined ? {} : { fault: result.fault }),
          };
      }
    },
    failed(fault, notBefore = 0): JobResult {
      const present = now();
      if (signal.aborted) return { state: 'ready', dueAt: present, counts: false };
      const scope = blockScope(fault);
      if (scope !== null) {
        const wait = backoffMs(fault, dependencies.failuresBehind(job, scope), random, present);
        const again = fault.retry === 'later' ? wait : askAgainMs(fault);
        const until = again === null ? null : Math.max(notBefore, present + again);
        return { state: 'ready', dueAt: Math.max(present, notBefore), fault, counts: false, block: { scope, until } };
      }
      if (fault.retry !== 'later') return { state: 'held', fault };
      // Whoever sends keeps to the quota and has the wait; a second one here would let the quota lie idle.
      if (fault.code === 'service-busy') {
        return { state: 'ready', dueAt: Math.max(present, notBefore, namedEnd(fault)), fault, counts: false };
      }
      const dueAt = Math.max(notBefore, present + backoffMs(fault, job.attempts, random, present));
      return { state: 'ready', dueAt, fault, counts: true };
    },
    follow: (next) => createAttempt(next, signal, dependencies, true),
  };
}
