import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { QueuedJob } from '../queue/job.ts';

/** Stages in which an item is moved by its upload and submit jobs alone. */
const sendingStages: readonly ItemStage[] = ['accepted', 'uploading', 'uploaded', 'submitting'];

/**
 * Holds a job that met a bug, and the items it was sending, so that a person sees them with a reason. What a submission may have
 * done stays in question: a retry looks before it repeats.
 */
export async function holdForBug(
  journal: Pick<Journal, 'commit' | 'submission' | 'itemsByIds'>,
  job: QueuedJob,
  reason: Fault,
  at: number,
): Promise<void> {
  const ended = await journal.commit([
    { kind: 'attempt-ended', jobId: job.id, at, state: 'held', fault: reason, counts: true },
  ]);
  // Refused where no attempt was running.
  if (!ended.ok) await journal.commit([{ kind: 'job-set', jobId: job.id, set: { state: 'held', fault: reason } }]);
  const submission = job.kind === 'submit' ? await journal.submission(job.subjectId) : null;
  const ids = job.kind === 'upload' ? [job.subjectId] : (submission?.items ?? []).map(({ itemId }) => itemId);
  for (const item of await journal.itemsByIds(ids)) {
    if (!sendingStages.includes(item.stage)) continue;
    const held: Change = {
      kind: 'item-moved',
      itemId: item.id,
      from: [item.stage],
      trail: [{ stage: 'held', at, detail: { fault: reason.code } }],
      set: { fault: reason },
    };
    await journal.commit([held]);
  }
}
