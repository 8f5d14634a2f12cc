import type { Journal } from '../journal/journal.ts';
import type { JobContext, JobResult } from '../queue/job.ts';

/** Ends a job that has become pointless (its subject was cancelled or is over), whether or not its attempt is running. */
export async function voidJob(journal: Pick<Journal, 'commit'>, context: JobContext): Promise<JobResult> {
  const decided = await journal.commit([{ kind: 'job-set', jobId: context.job.id, set: { state: 'cancelled' } }]);
  // A running attempt is ended instead: its intent came with the job, or a full disk refused an earlier receipt.
  if (!decided.ok) await journal.commit([context.ended({ state: 'cancelled' })]);
  return { state: 'cancelled' };
}
