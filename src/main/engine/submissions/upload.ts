import type { Fault, Outcome } from '../../../shared/faults.ts';
import { convertedTypes } from '../../../shared/item.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import { sentFile, type ItemRecord, type NewJob } from '../journal/records.ts';
import { isClaimed } from '../platform/names/claim-places.ts';
import type { FollowedResult, JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient, UploadBody } from '../service/client.ts';
import { countedBody, openBody, type BodySource } from './file-body.ts';
import { added, uploadJob } from './first-jobs.ts';
import type { KnownItems } from './known-items.ts';
import { createLostAnswers } from './lost-answers.ts';
import { lookingFirst } from './look-first.ts';
import { movedBack } from './moved-back.ts';
import { voidJob } from './void-job.ts';

/** What an uploaded item leads to: changes for the receipt's commit, and what follows once they are durable. */
export interface AfterUpload {
  readonly changes: readonly Change[];
  /** A job that goes on in the same slot. */
  readonly next?: JobContext;
  /** Called after the commit. */
  readonly committed?: () => void;
}

/** What the upload handler needs. */
export interface UploadDependencies {
  readonly journal: Journal;
  readonly known: KnownItems;
  readonly now: () => number;
  readonly newId: () => string;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  readonly source: BodySource;
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  /** Largest size in bytes that is tried at all; undefined = the service decides. */
  readonly largestFile: number | undefined;
  /** The body at the rate that uploads may have. */
  readonly paced: (body: UploadBody) => UploadBody;
  /** What the uploaded file becomes: a document by itself, or part of a batch. */
  readonly afterUpload: (item: ItemRecord, fileId: string, context: JobContext) => AfterUpload | Promise<AfterUpload>;
  /** The file changed after it was accepted: the intake looks at it again. */
  readonly settleAgain: (item: ItemRecord) => void;
  /** Why the values of its form keep a file from being sent; null: they do not. */
  readonly fieldsHindrance: (item: ItemRecord) => Promise<Fault | null>;
  /** Where a source's whole folder is not there: that fault. */
  readonly folderAway: (sourceId: string) => Promise<Fault | null>;
  /** Bytes that are on the wire or have arrived, for progress. */
  readonly progress: {
    begin(item: ItemRecord): void;
    left(itemId: string, bytes: number): void;
    end(itemId: string, sent: boolean): void;
  };
}

/** Ends the attempt and moves the item out of `uploading` with the reason. */
async function back(parts: Uploading, context: JobContext, item: ItemRecord, result: JobResult): Promise<JobResult> {
  const { journal, known, now } = parts;
  const outcome = await journal.commit([context.ended(result), movedBack(item, result, ['uploading'], now())]);
  // Cancelled or moved by somebody else meanwhile: the attempt still has to end.
  if (!outcome.ok) await journal.commit([context.ended({ state: 'cancelled' })]);
  if (result.state === 'held') known.forget(item.id);
  return outcome.ok ? result : { state: 'cancelled' };
}

/** The item where the intake has followed its file to another name since it was read; null: it has not. */
async function renamedMeanwhile(parts: Uploading, item: ItemRecord): Promise<ItemRecord | null> {
  const { journal, known } = parts;
  known.forget(item.id);
  const present = await journal.item(item.id);
  return present !== null && present.path !== item.path ? present : null;
}

/** The upload is over, and the item goes back to an earlier stage with the reason; false where somebody else moved it meanwhile. */
async function leave(
  { journal, known, now }: Uploading,
  context: JobContext,
  item: ItemRecord,
  stage: 'settling' | 'accepted',
  reason: Fault,
  ...more: readonly Change[]
): Promise<boolean> {
  known.forget(item.id);
  const ended = context.ended({ state: 'cancelled' });
  const outcome = await journal.commit([
    ended,
    {
      kind: 'item-moved',
      itemId: item.id,
      from: ['uploading'],
      trail: [{ stage, at: now(), detail: { fault: reason.code } }],
      set: { fault: reason },
    },
    ...more,
  ]);
  if (!outcome.ok) await journal.commit([ended]);
  return outcome.ok;
}

async function settleAgain(parts: Uploading, context: JobContext, item: ItemRecord): Promise<JobResult> {
  const left = await leave(parts, context, item, 'settling', fault('file-changed', { name: item.name }));
  if (left) parts.settleAgain(item);
  return { state: 'cancelled' };
}

/** Another station took the file over: what became of it is at the service, or will be. */
async function lookElsewhere(
  parts: Uploading,
  context: JobContext,
  item: ItemRecord,
  reason: Fault,
): Promise<JobResult> {
  const job = lookingFirst(uploadJob(item, parts.newId(), parts.now()));
  if (await leave(parts, context, item, 'accepted', reason, added(job))) parts.enqueue([job]);
  return { state: 'cancelled' };
}

/** Its copy is not there any more, or not as it was made: a person decides what is sent instead. */
function withoutCopy(parts: Uploading, context: JobContext, item: ItemRecord, cause: string): Promise<JobResult> {
  return back(parts, context, item, { state: 'held', fault: fault('copy-gone', { name: item.name }, cause) });
}

/** Ends the attempt before anything of the item is sent. */
async function notYet(parts: Uploading, context: JobContext, item: ItemRecord, result: JobResult): Promise<JobResult> {
  const { journal, known, now } = parts;
  const moved = movedBack(item, result, ['accepted', 'uploading'], now());
  const outcome = await journal.commit([context.started(), context.ended(result), moved]);
  known.forget(item.id);
  return outcome.ok ? result : voidJob(journal, context);
}

async function send(parts: Uploading, context: JobContext, item: ItemRecord): Promise<JobResult | FollowedResult> {
  const { lostAnswers, known } = parts;
  const file = sentFile(item);
  const client = parts.client(item.rule.connectionId);
  if (!client.ok) return back(parts, context, item, context.failed(client.fault));
  if (parts.largestFile !== undefined && file.size > parts.largestFile) {
    return back(parts, context, item, {
      state: 'held',
      fault: fault('file-too-large', { name: item.name, size: file.size }),
    });
  }
  const opened = await openBody(file, item.name, parts.source);
  const isCopyGone = !opened.ok && (opened.fault.code === 'file-changed' || opened.fault.code === 'file-gone');
  if (isCopyGone && item.copy !== null) return withoutCopy(parts, context, item, opened.fault.code);
  if (!opened.ok) {
    if (opened.fault.code === 'file-changed') return settleAgain(parts, context, item);
    const renamed = opened.fault.code === 'file-gone' ? await renamedMeanwhile(parts, item) : null;
    if (renamed !== null) return send(parts, context, renamed);
    const isLost = opened.fault.code === 'file-gone' && isClaimed(item.path);
    if (isLost) return lookElsewhere(parts, context, item, opened.fault);
    // A folder that is away does not count as deleted files: they wait until it is back.
    const away = opened.fault.code === 'file-gone' ? await parts.folderAway(item.sourceId) : null;
    const result = await back(parts, context, item, context.failed(away ?? opened.fault));
    // The intake may have followed it to its new name while that was written: whoever is last sees both.
    const followed = result.state === 'held' ? await renamedMeanwhile(parts, item) : null;
    if (followed !== null) parts.settleAgain(followed);
    return result;
  }
  // It is there again, or under another name: its copy is made first.
  if (convertedTypes.has(file.mediaType)) {
    opened.value.release(false);
    known.forget(item.id);
    return back(parts, context, item, { state: 'ready', dueAt: parts.now() + 1_000, counts: false });
  }
  parts.progress.begin(item);
  let arrived = false;
  try {
    const answer = await client.value.uploadFile(
      {
        body: countedBody(parts.paced(opened.value.body), (bytes) => parts.progress.left(item.id, bytes)),
        mediaType: file.mediaType ?? 'application/octet-stream',
        fileName: file.name,
      },
      { lane: 'upload', signal: context.signal, tries: 1 },
    );
    const broken = opened.value.broken();
    if (broken?.code === 'file-changed' && item.copy !== null)
      return await withoutCopy(parts, context, item, broken.code);
    if (broken?.code === 'file-changed') return await settleAgain(parts, context, item);
    if (broken !== null) return await back(parts, context, item, context.failed(broken));
    if (!answer.ok) return await back(parts, context, item, lostAnswers.failed(context, item, answer.fault));
    arrived = true;
    lostAnswers.arrived(item);
    return await receipt(parts, context, item, answer.value.fileId);
  } finally {
    opened.value.release(arrived);
    parts.progress.end(item.id, arrived);
  }
}

async function receipt(
  parts: Uploading,
  context: JobContext,
  item: ItemRecord,
  fileId: string,
): Promise<JobResult | FollowedResult> {
  const { journal, known, now } = parts;
  const follow = await parts.afterUpload({ ...item, fileId }, fileId, context);
  const outcome = await journal.commit([
    context.ended({ state: 'done' }),
    {
      kind: 'file-uploaded',
      fileId,
      itemId: item.id,
      connectionId: item.rule.connectionId,
      size: sentFile(item).size,
      at: now(),
    },
    {
      kind: 'item-moved',
      itemId: item.id,
      from: ['uploading'],
      trail: [{ stage: 'uploaded', at: now(), detail: { fileId } }],
      set: { fileId, fault: null },
    },
    ...follow.changes,
  ]);
  if (!outcome.ok) {
    // The item was cancelled while its bytes arrived: an unused file on the service is harmless.
    await journal.commit([context.ended({ state: 'cancelled' })]);
    return { state: 'cancelled' };
  }
  known.update(item.id, { fileId, stage: 'uploaded' });
  follow.committed?.();
  return follow.next === undefined ? { state: 'done' } : { state: 'done', next: follow.next };
}

interface Uploading extends UploadDependencies {
  readonly lostAnswers: ReturnType<typeof createLostAnswers>;
}

/** Makes the handler that brings an accepted item's bytes to the service: intent, POST /files, receipt. */
export function createUploadHandler(dependencies: UploadDependencies): JobHandler {
  const { journal, known, now } = dependencies;
  const parts: Uploading = { ...dependencies, lostAnswers: createLostAnswers(now) };

  return async (context) => {
    const item = await known.get(context.job.subjectId);
    if (item === null) return voidJob(journal, context);
    // A paused item keeps its job in the journal; going on brings it back.
    if (item.paused) return { state: 'cancelled' };
    const hindrance = item.rule.fields === undefined ? null : await dependencies.fieldsHindrance(item);
    if (hindrance !== null) return notYet(parts, context, item, context.failed(hindrance));
    const outcome = await journal.commit([
      context.started(),
      {
        kind: 'item-moved',
        itemId: item.id,
        from: ['accepted', 'uploading'],
        trail: [{ stage: 'uploading', at: now(), detail: { size: item.size } }],
        set: { fault: null },
      },
    ]);
    if (!outcome.ok) {
      known.forget(item.id);
      // Somebody moved the item meanwhile (cancelled, settling again): this job is void. Index 0 = the job itself is over.
      return outcome.index > 0 ? voidJob(journal, context) : { state: 'cancelled' };
    }
    return send(parts, context, item);
  };
}
