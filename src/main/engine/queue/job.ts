import type { Fault } from '../../../shared/faults.ts';
import type { StopSignal } from '../platform/stop-signal.ts';

/** A job as the queue holds it in memory; the journal holds the durable one. `due` in ms since 1970. */
export interface QueuedJob {
  readonly id: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly connectionId: string;
  readonly sourceId: string | null;
  /** Smaller goes first. */
  readonly priority: number;
  /** Not before this instant. */
  readonly dueAt: number;
  /** Failed tries so far. */
  readonly attempts: number;
  readonly payload: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * A fault that concerns all jobs of a connection, of a project, or of one kind on a connection: they wait together instead of
 * failing one by one. `until` in ms since 1970; null = until a person did something.
 */
export interface Block {
  readonly scope: 'connection' | 'project' | 'kind';
  readonly until: number | null;
}

/** How one attempt ended. */
export type JobResult =
  | { readonly state: 'done' }
  | { readonly state: 'cancelled' }
  /** Try again at `dueAt`; `counts` = the try raises the backoff. `block` = the fault concerns more than this job. */
  | {
      readonly state: 'ready';
      readonly dueAt: number;
      readonly fault?: Fault;
      readonly counts: boolean;
      readonly block?: Block;
    }
  /** Waits for a person. */
  | { readonly state: 'held'; readonly fault: Fault };

/** The durable form of "an attempt begins" and "it ended": put into the same journal commit as the moves they belong to. */
export interface AttemptStarted {
  readonly kind: 'attempt-started';
  readonly jobId: string;
  readonly at: number;
  readonly leaseOwner: string;
  readonly leaseUntil: number;
}

/** See {@link AttemptStarted}. */
export interface AttemptEnded {
  readonly kind: 'attempt-ended';
  readonly jobId: string;
  readonly at: number;
  readonly state: 'done' | 'ready' | 'held' | 'cancelled';
  readonly dueAt?: number;
  readonly fault?: Fault;
  readonly counts?: boolean;
}

/** What a handler gets for one attempt. */
export interface JobContext {
  readonly job: QueuedJob;
  /** Aborted when the job is cancelled or paused, and at shutdown. */
  readonly signal: StopSignal;
  /** Intent, for the commit before the act. */
  started(): AttemptStarted;
  /** Receipt, for the commit after the act. */
  ended(result: JobResult): AttemptEnded;
  /**
   * The result for a fault: `later` = ready again after backoff with full jitter, at least `notBefore`; `never` and
   * `after-person` = held; faults of the connection, the project or the scope = ready behind a block. An aborted attempt is
   * ready again at once and does not count.
   */
  failed(fault: Fault, notBefore?: number): JobResult;
  /** A context for a job that this attempt leads to and that runs on in the same slot: answer `next` with it. */
  follow(job: QueuedJob): JobContext;
  /** True where the commit that made this job also wrote its intent (see `follow`). */
  readonly intentWritten: boolean;
}

/**
 * Does one attempt: commits `started()` with its intent, acts, commits `ended(result)` with its receipt, and answers that
 * same result. Throws only on bugs (the queue then holds the job with fault `internal`).
 */
export type JobHandler = (context: JobContext) => Promise<JobResult | FollowedResult>;

/** Done, and the job it led to goes on at once in the same slot. */
export interface FollowedResult {
  readonly state: 'done';
  readonly next: JobContext;
}
