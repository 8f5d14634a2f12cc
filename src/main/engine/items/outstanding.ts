import type { ItemStage } from '../../../shared/item.ts';
import type { Journal } from '../journal/journal.ts';
import { itemPages, pages } from '../journal/pages.ts';
import type { ItemRecord, JobRecord, JobState, NewJob } from '../journal/records.ts';
import type { QueuedJob } from '../queue/job.ts';

const pageSize = 1_000;

/** A durable job as the queue takes it; a new one has not been tried. */
export function queuedJob(job: NewJob | JobRecord): QueuedJob {
  return {
    id: job.id,
    kind: job.kind,
    subjectId: job.subjectId,
    connectionId: job.connectionId,
    sourceId: job.sourceId,
    priority: job.priority,
    dueAt: job.dueAt,
    attempts: 'attempts' in job ? job.attempts : 0,
    payload: job.payload ?? {},
  };
}

/** Every item in these stages (of one source, where it is given), oldest first. Moving items out of the stages meanwhile is allowed. */
export async function* itemsIn(
  journal: Pick<Journal, 'items'>,
  stages: readonly ItemStage[],
  sourceId?: string,
): AsyncGenerator<ItemRecord> {
  const query = { stages, sourceId, order: 'oldest', limit: pageSize } as const;
  for await (const items of itemPages(journal.items, query)) yield* items;
}

/** Every job in these states, in pages, as they are due. */
export function jobPages(
  journal: Pick<Journal, 'jobs'>,
  states: readonly JobState[],
): AsyncGenerator<readonly JobRecord[]> {
  return pages(
    (after) => journal.jobs({ states, limit: pageSize, ...(after === undefined ? {} : { after }) }),
    ({ id }) => id,
  );
}

/** Whether something may still come from the service for the item: also held ones are followed, for a change there may cure them. */
export function isFollowed({ stage, resumeStage }: ItemRecord): boolean {
  return stage !== 'held' || resumeStage === 'submitted' || resumeStage === 'tracking';
}

/** Stages in which items may be followed; see {@link isFollowed}. */
export const followedStages: readonly ItemStage[] = ['submitting', 'submitted', 'tracking', 'held'];
