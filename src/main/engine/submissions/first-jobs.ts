import type { Change } from '../journal/changes.ts';
import type { ItemRecord, NewItem, NewJob } from '../journal/records.ts';
import { isClaimed } from '../names/claim-places.ts';

/** Smaller goes first: what a person waits for, submissions (the file is there already), hand-over, uploads, then tidying. */
export const priorities = { person: 0, submit: 10, handOver: 20, export: 30, upload: 40, tidy: 60 } as const;

/** The durable job that uploads an accepted item. */
export function uploadJob(
  item: Pick<ItemRecord, 'sourceId' | 'rule'> & Pick<NewItem, 'id'>,
  jobId: string,
  dueAt: number,
): NewJob {
  return {
    id: jobId,
    kind: 'upload',
    subjectId: item.id,
    connectionId: item.rule.connectionId,
    sourceId: item.sourceId,
    priority: priorities.upload,
    dueAt,
    payload: { projectId: item.rule.projectId },
  };
}

/** The durable job that tidies an item's original away, where its rule says so; null = it stays where it is. A claimed one that is to be kept goes back. */
export function tidyJob(
  item: Pick<ItemRecord, 'id' | 'sourceId' | 'rule' | 'path'>,
  jobId: string,
  dueAt: number,
): NewJob | null {
  const { after } = item.rule;
  if (after === 'keep' && !isClaimed(item.path)) return null;
  return {
    id: jobId,
    kind: 'tidy',
    subjectId: item.id,
    connectionId: '',
    sourceId: item.sourceId,
    priority: priorities.tidy,
    dueAt,
    payload: { action: after === 'keep' ? 'back' : after === 'delete' ? 'delete' : 'processed' },
  };
}

/** The durable job that sets a duplicate's original aside, where its rule tidies up at all. */
export function duplicateJob(...given: Parameters<typeof tidyJob>): NewJob | null {
  const job = tidyJob(...given);
  return job === null || job.payload?.['action'] === 'back' ? job : { ...job, payload: { action: 'duplicates' } };
}

/** The change that makes a job durable. */
export function added(job: NewJob): Change {
  return { kind: 'job-added', job };
}
