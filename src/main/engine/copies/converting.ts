import { stat } from 'node:fs/promises';
import type { Fault } from '../../../shared/faults.ts';
import { convertedTypes, type SentCopy } from '../../../shared/item.ts';
import { fault } from '../faults/fault.ts';
import type { LookNotes } from '../intake/inspection/thread/look-notes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob } from '../journal/records.ts';
import { stemOf } from '../platform/names/paths.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import { withDiskFault } from '../scanning/disk-fault.ts';
import { unchanged, type ExpectedFile } from '../submissions/file-body.ts';
import { added, failedJob } from '../submissions/first-jobs.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import { movedBack } from '../submissions/moved-back.ts';
import { copyChange, type Copies } from './copies.ts';

/** What converting pictures needs of the engine. */
export interface ConvertingParts {
  readonly journal: Pick<Journal, 'commit' | 'item'>;
  readonly known: Pick<KnownItems, 'get' | 'forget'>;
  readonly copies: Pick<Copies, 'place' | 'read' | 'inThread' | 'kept' | 'discard'>;
  readonly notes: Pick<LookNotes, 'around'>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** Whether items of the source lie in a folder that is tidied up. */
  readonly hasFolder: (sourceId: string) => boolean;
  /** The intake looks at the file again. */
  readonly settleAgain: (item: ItemRecord) => void;
}

/** What became of a picture: it goes on with its copy; it is not as it was accepted, which the upload tells; nobody wants it now. */
type Made = 'goes-on' | 'upload-tells' | 'changed' | 'stopped' | Fault;

/** More pictures that wait for their turn would keep others from being sent. */
const maxWaiting = 4;
const retryMs = 1_000;

const isOnItsWay = ({ stage, paused }: ItemRecord): boolean =>
  !paused && (stage === 'accepted' || stage === 'uploading');

/** Whether a file is there, as it was when it was read. */
export async function isAsItWas(file: ExpectedFile): Promise<boolean> {
  const there = await stat(file.path).catch(() => null);
  return there !== null && unchanged(there, file);
}

/** Makes the copy and has the journal keep it, unless the item went another way meanwhile. */
async function convert(parts: ConvertingParts, context: JobContext, item: ItemRecord): Promise<Made> {
  const { journal, known, copies, notes } = parts;
  const { name, path, modifiedAt: changedAt, mediaType } = item;
  if (mediaType === null || !(await isAsItWas(item))) return 'upload-tells';
  const placed = await withDiskFault(async () => {
    const [jpeg, pdf] = [await copies.place(item.id, '.jpg'), await copies.place(item.id, '.pdf')];
    return { ok: true, value: { jpeg, pdf } };
  });
  if (!placed.ok) return placed.fault;
  const { jpeg, pdf } = placed.value;
  const title = stemOf(name);
  let kept: SentCopy | null = null;
  try {
    const converted = await copies.inThread(async (thread) => {
      await thread.ready();
      return notes.around(path, () => thread.convert({ path, mediaType, jpeg, pdf, title, changedAt }, context.signal));
    });
    if (context.signal.aborted) return 'stopped';
    if (converted === null) return fault('file-unjudged', { name });
    // Only of the original the upload knows more; where the copy can't be written it would find nothing wrong.
    if (!converted.ok && converted.fault.code === 'file-unreadable' && !(await isAsItWas(item))) return 'upload-tells';
    if (!converted.ok) return { ...converted.fault, params: { ...converted.fault.params, name } };
    const { of, mediaType: type } = converted.value;
    if (of !== item.sha256) return 'changed';
    const [made, ending, format] = type === 'image/jpeg' ? [jpeg, '.jpg', 'JPEG'] : [pdf, '.pdf', 'PDF'];
    const copy = await copies.read(made, { kind: 'converted', name: `${title}${ending}`, mediaType: type, of });
    if (copy === null) return fault('copy-gone', { name });
    const outcome = await journal.commit([
      // The item is still the one whose bytes were read.
      { kind: 'item-moved', itemId: item.id, from: [item.stage], since: item.stageSince, trail: [] },
      copyChange(item, copy, { type: convertedTypes.get(mediaType) ?? mediaType, format }),
    ]);
    if (outcome.ok) kept = copy;
    return outcome.ok ? 'goes-on' : 'stopped';
  } finally {
    known.forget(item.id);
    for (const each of [jpeg, pdf]) {
      if (kept?.path === each) copies.kept(each);
      else await copies.discard(each);
    }
  }
}

/** The attempt ends with a reason: the item waits for another try, or for a person. */
async function failed(
  parts: ConvertingParts,
  context: JobContext,
  item: ItemRecord,
  reason: Fault,
): Promise<JobResult> {
  const { journal, now, newId, enqueue } = parts;
  const result = context.failed(reason);
  const isSetAside = result.state === 'held' && parts.hasFolder(item.sourceId);
  const aside = isSetAside ? failedJob(item, newId(), now(), reason.code) : null;
  const outcome = await journal.commit([
    context.started(),
    context.ended(result),
    movedBack(item, result, [item.stage], now()),
    ...(aside === null ? [] : [added(aside)]),
  ]);
  if (outcome.ok && aside !== null) enqueue([aside]);
  return outcome.ok ? result : { state: 'cancelled' };
}

/** Its bytes are not those that were accepted although its size and time are: it is looked at again. */
async function lookAgain(parts: ConvertingParts, context: JobContext, item: ItemRecord): Promise<JobResult> {
  const { journal, now, settleAgain } = parts;
  const result: JobResult = { state: 'cancelled' };
  const reason = fault('file-changed', { name: item.name });
  const outcome = await journal.commit([
    context.started(),
    context.ended(result),
    {
      kind: 'item-moved',
      itemId: item.id,
      from: [item.stage],
      since: item.stageSince,
      trail: [{ stage: 'settling', at: now(), detail: { fault: reason.code } }],
      set: { fault: reason },
    },
  ]);
  if (outcome.ok) settleAgain(item);
  return result;
}

/**
 * Wraps the handler of uploads: of a picture that the service does not take (`convertedTypes`) a copy that it takes is made first. One after
 * the other, in the thread for pages; the item stays that of the original, whose fingerprint it is found by.
 */
export function createConverting(parts: ConvertingParts): (upload: JobHandler) => JobHandler {
  const { journal, known, now } = parts;
  let waiting = 0;
  return (upload) => async (context) => {
    const before = await known.get(context.job.subjectId);
    if (before === null || !convertedTypes.has(before.mediaType)) return upload(context);
    const item = await journal.item(before.id);
    if (item === null || !isOnItsWay(item)) return upload(context);
    if (item.copy !== null && item.copy.of === item.sha256 && (await isAsItWas(item.copy))) return upload(context);
    if (waiting >= maxWaiting) return { state: 'ready', dueAt: now() + retryMs, counts: false };
    waiting += 1;
    const made = await convert(parts, context, item).finally(() => {
      waiting -= 1;
    });
    if (made === 'goes-on' || made === 'upload-tells') return upload(context);
    if (made === 'changed') return lookAgain(parts, context, item);
    if (made === 'stopped') return { state: 'ready', dueAt: now(), counts: false };
    return failed(parts, context, item, made);
  };
}
