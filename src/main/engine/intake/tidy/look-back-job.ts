import type { Journal } from '../../journal/journal.ts';
import { JournalError } from '../../journal/journal.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { JobHandler, JobResult } from '../../queue/job.ts';
import { readFailure } from '../inspection/read-failure.ts';
import { takeBack } from './take-back.ts';
import type { TakingBack } from './take-back.ts';

/** What the handler of later looks needs. */
export interface LookBackDependencies extends TakingBack {
  readonly journal: Pick<Journal, 'commit' | 'item'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Root folder of a source; null while it is not watched. */
  readonly folderOf: (sourceId: string) => string | null;
}

/** Tries before it is left as it is, and ms between them. */
const maxTries = 10;
const againMs = 60_000;

/**
 * Makes the handler of `look-back` jobs: a while after an original was tidied away it is looked at where it lies (payload `origin`:
 * its path before). On systems that do not say who has a file open, a program may have written to it all the time.
 */
export function createLookBack(dependencies: LookBackDependencies): JobHandler {
  const { journal, clock, log, folderOf } = dependencies;

  async function look(itemId: string, origin: unknown, root: string): Promise<'done' | 'again'> {
    const item = await journal.item(itemId);
    // Sent once more from where it was set aside: its upload looks whether it changed.
    const isSent = item !== null && item.stage !== 'accepted' && item.stage !== 'uploading';
    if (!isSent || typeof origin !== 'string') return 'done';
    try {
      return (await takeBack(dependencies, item, origin, root)) === 'in-use' ? 'again' : 'done';
    } catch (error) {
      if (error instanceof JournalError) throw error;
      const { code } = readFailure(error);
      if (code === 'unknown') throw error;
      log.warn('look-back-failed', { item: item.id, code });
      return 'again';
    }
  }

  return async (context) => {
    const { job } = context;
    // Its folder is not watched (yet): the job stays in the journal, and comes again when it is.
    const root = job.sourceId === null ? null : folderOf(job.sourceId);
    if (root === null) return { state: 'cancelled' };
    const started = await journal.commit([context.started()]);
    if (!started.ok) return { state: 'cancelled' };
    const again = (await look(job.subjectId, job.payload['origin'], root)) === 'again' && job.attempts < maxTries;
    const result: JobResult = again
      ? { state: 'ready', dueAt: clock.now() + againMs, counts: true }
      : { state: 'done' };
    const outcome = await journal.commit([context.ended(result)]);
    return outcome.ok ? result : { state: 'cancelled' };
  };
}
