import type { Change } from '../journal/changes.ts';
import type { ItemRecord, NewItem, NewJob } from '../journal/records.ts';
import { isClaimed } from '../platform/names/claim-places.ts';

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

/** Types that programs append to, page by page or line by line: they rest longer before they are tidied away. */
const growing: ReadonlySet<string> = new Set(['application/pdf', 'image/tiff']);
const graceMs = { growing: 30_000, other: 5_000 } as const;
/** Looked at again after so many times its grace. */
const lookBackAfter = 10;

/** An item as far as its original is concerned. */
type OriginalOf = Pick<ItemRecord, 'id' | 'sourceId' | 'rule' | 'path'> & {
  readonly mediaType?: string | null;
  readonly copy?: ItemRecord['copy'];
};

/** How long an original has to lie still after it was sent before it is tidied away, ms. */
function graceOf({ rule, mediaType }: OriginalOf): number {
  const grows =
    mediaType === undefined || mediaType === null || growing.has(mediaType) || mediaType.startsWith('text/');
  return rule.tidyGraceMs ?? (grows ? graceMs.growing : graceMs.other);
}

/** The durable job that looks once more at an original where it was tidied away to; `origin` is where it was. Null = not needed. */
export function lookBackJob(item: OriginalOf, jobId: string, now: number, origin: string): NewJob | null {
  const grace = graceOf(item);
  if (grace === 0) return null;
  return {
    id: jobId,
    kind: 'look-back',
    subjectId: item.id,
    connectionId: '',
    sourceId: item.sourceId,
    priority: priorities.tidy,
    dueAt: now + grace * lookBackAfter,
    payload: { origin, spanMs: grace * lookBackAfter },
  };
}

/**
 * The durable job that tidies an item's original away once its grace is over, where its rule says so; null = it stays where it is. A
 * claimed one that is to be kept goes back at once. Nothing has an original any more of which a copy was sent: it is never deleted.
 */
export function tidyJob(item: OriginalOf, jobId: string, now: number): NewJob | null {
  const isLast = item.copy !== null && item.copy !== undefined;
  const after = isLast && item.rule.after === 'delete' ? 'move' : item.rule.after;
  if (after === 'keep' && !isClaimed(item.path)) return null;
  const spanMs = after === 'keep' ? 0 : graceOf(item);
  return {
    id: jobId,
    kind: 'tidy',
    subjectId: item.id,
    connectionId: '',
    sourceId: item.sourceId,
    priority: priorities.tidy,
    dueAt: now + spanMs,
    payload: { action: after === 'keep' ? 'back' : after === 'delete' ? 'delete' : 'processed', spanMs },
  };
}

/** The durable job that sets a duplicate's original aside, where its rule tidies up at all. */
export function duplicateJob(...given: Parameters<typeof tidyJob>): NewJob | null {
  const job = tidyJob(...given);
  return job === null || job.payload?.['action'] === 'back'
    ? job
    : { ...job, payload: { ...job.payload, action: 'duplicates' } };
}

/** The durable job that sets the original of an item aside that is held with that reason, where its rule tidies up at all. */
export function failedJob(item: OriginalOf, jobId: string, now: number, reason: string): NewJob | null {
  if (item.rule.after === 'keep') return null;
  const job = tidyJob(item, jobId, now);
  return job && { ...job, payload: { action: 'failed', reason } };
}

/** The change that makes a job durable. */
export function added(job: NewJob): Change {
  return { kind: 'job-added', job };
}
