import type { Journal } from '../journal/journal.ts';
import type { Queue } from '../queue/queue.ts';
import { queuedJob } from './outstanding.ts';

/** What a pause of sending needs. */
export interface SendingPauseDependencies {
  readonly journal: Pick<Journal, 'job' | 'submission'>;
  readonly queue: Pick<Queue, 'add' | 'cancel' | 'pause' | 'running'>;
}

const sending = ['upload', 'submit'];

/**
 * Makes the pause in which many items are taken back: from the first moment on nothing that sends begins, and what sends one
 * of the selected items ends, so that none goes out while others are decided about. `work` decides; then all else goes on.
 */
export function createSendingPause(
  dependencies: SendingPauseDependencies,
): <Answer>(itemIds: readonly string[] | 'all', work: () => Promise<Answer>) => Promise<Answer> {
  const { journal, queue } = dependencies;
  /** Pauses that overlap: the last one lets sending go on. */
  let pauses = 0;

  function pause(paused: boolean): void {
    for (const kind of sending) queue.pause('kind', kind, paused);
  }

  /** Ends the attempts for these items; a call that others of its submission share goes on. `ended` hears of each job before it ends. */
  async function endAttempts(itemIds: readonly string[] | 'all', ended: string[]): Promise<void> {
    const selected = itemIds === 'all' ? null : new Set(itemIds);
    const isSelected = (itemId: string): boolean => selected?.has(itemId) ?? true;
    const running = queue.running();
    const uploads = running.filter(({ kind, subjectId }) => kind === 'upload' && isSelected(subjectId));
    ended.push(...uploads.map(({ id }) => id));
    const uploadsEnd = queue.cancel(uploads.map(({ id }) => id));
    try {
      const submits = await Promise.all(
        running
          .filter(({ kind }) => kind === 'submit')
          .map(async ({ id, subjectId }) => {
            const [only, ...others] = (await journal.submission(subjectId))?.items ?? [];
            return only !== undefined && others.length === 0 && isSelected(only.itemId) ? [id] : [];
          }),
      );
      ended.push(...submits.flat());
      await queue.cancel(submits.flat());
    } finally {
      await uploadsEnd;
    }
  }

  /** What was not taken back after all is still to be done. */
  async function goOn(ended: readonly string[]): Promise<void> {
    const jobs = await Promise.all(ended.map((id) => journal.job(id)));
    queue.add(jobs.flatMap((job) => (job?.state === 'ready' ? [queuedJob(job)] : [])));
  }

  return async (itemIds, work) => {
    pauses += 1;
    pause(true);
    const ended: string[] = [];
    try {
      await endAttempts(itemIds, ended);
      return await work();
    } finally {
      // Also where the journal refuses: a decision that failed must not keep all that is to be sent from going.
      try {
        await goOn(ended);
      } finally {
        pauses -= 1;
        if (pauses === 0) pause(false);
      }
    }
  };
}
