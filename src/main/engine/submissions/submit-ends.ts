import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob, SubmissionRecord, SubmissionState } from '../journal/records.ts';
import type { JobContext, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { added, tidyJob, uploadJob } from './first-jobs.ts';
import type { KnownItems } from './known-items.ts';
import { caseChanges, documentChanges, moveAll, submittedDetail, type FoundSubmission } from './submission.ts';
import { titleJobs } from './title-job.ts';
import { voidJob } from './void-job.ts';

/** What writing down the end of an attempt needs. */
export interface SubmitEndsDependencies {
  readonly journal: Journal;
  readonly known: KnownItems;
  readonly now: () => number;
  readonly newId: () => string;
  /** How long after an unclear submission the service may still bring it to light, ms. */
  readonly graceMs: number;
  /** New durable jobs for the queue, after their commit. */
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** A submission is on the service: its project is worth a look soon. */
  readonly submitted: (submission: SubmissionRecord) => void;
}

/** One attempt at a submission, with the items that still count and their files. */
export interface SubmitAttempt {
  readonly context: JobContext;
  readonly client: ServiceClient;
  readonly submission: SubmissionRecord;
  readonly items: readonly ItemRecord[];
  readonly fileIds: readonly string[];
}

/** States of a submission in which its call is still to be made, or to be found. */
export const outstanding: ReadonlySet<SubmissionState> = new Set(['ready', 'held', 'submitting', 'unclear']);
/** What a person may have decided while the call was in the air: the service has it all the same. */
const overtaken: readonly ItemStage[] = ['uploaded', 'submitting', 'held', 'cancelled'];
/** The first look after a lost answer, ms: most services show a document at once. */
const firstLookMs = 2_000;

/**
 * Commits what `changesFor` makes of the items. Where that is refused because some of them moved meanwhile, once more with
 * those that still stand in `stages`.
 */
async function commitFor(
  journal: Journal,
  items: readonly ItemRecord[],
  stages: readonly ItemStage[],
  changesFor: (items: readonly ItemRecord[]) => readonly Change[],
): Promise<boolean> {
  const first = await journal.commit(changesFor(items));
  if (first.ok) return true;
  const present = await journal.itemsByIds(items.map(({ id }) => id));
  const second = await journal.commit(changesFor(present.filter(({ stage }) => stages.includes(stage))));
  return second.ok;
}

function forget(known: KnownItems, items: readonly ItemRecord[]): void {
  for (const { id } of items) known.forget(id);
}

/** Every item of it was cancelled, or it is over: there is nothing to send. */
export async function withdraw(
  parts: SubmitEndsDependencies,
  context: JobContext,
  submission: SubmissionRecord,
): Promise<JobResult> {
  const { journal, now } = parts;
  // Refused where it is over already.
  await journal.commit([
    {
      kind: 'submission-set',
      submissionId: submission.id,
      from: [...outstanding],
      set: { state: 'cancelled' },
      at: now(),
    },
  ]);
  return voidJob(journal, context);
}

/** The service did not take it. */
export async function refuse(
  parts: SubmitEndsDependencies,
  { context, submission, items }: SubmitAttempt,
  reason: Fault,
): Promise<JobResult> {
  const { journal, known, now } = parts;
  const result = context.failed(reason);
  const held = result.state === 'held';
  const from: readonly ItemStage[] = ['submitting', 'uploaded'];
  const at = now();
  const written = await commitFor(journal, items, from, (present) => [
    context.ended(result),
    {
      kind: 'submission-set',
      submissionId: submission.id,
      from: ['submitting'],
      set: { state: held ? 'held' : 'ready' },
      at,
      detail: { fault: reason.code },
    },
    ...moveAll(present, {
      from,
      trail: [{ stage: held ? 'held' : 'uploaded', at, detail: { fault: reason.code } }],
      set: { fault: reason, ...(held ? { resumeStage: 'uploaded' as const } : {}) },
    }),
  ]);
  if (held || !written) forget(known, items);
  return written ? result : voidJob(journal, context);
}

/** It is on the service, by the call's own answer or found there afterwards. */
export async function receipt(
  parts: SubmitEndsDependencies,
  { context, submission, items }: SubmitAttempt,
  found: FoundSubmission,
  how: 'answered' | 'found',
): Promise<JobResult> {
  const { journal, known, now } = parts;
  const at = now();
  const only = submission.kind === 'document' ? items[0] : undefined;
  const jobs = [
    ...items.flatMap((item) => tidyJob(item, parts.newId(), at) ?? []),
    ...titleJobs(only, found, parts.newId, at),
  ];
  // What is found again may have been followed for long: what is known of it must not become new.
  const seen = new Set(how === 'found' ? await knownDocuments(journal, found.documentIds) : []);
  const written = await commitFor(journal, items, overtaken, (present) => [
    context.ended({ state: 'done' }),
    {
      kind: 'submission-set',
      submissionId: submission.id,
      from: [...outstanding, 'cancelled'],
      set: {
        state: submission.kind === 'document' ? 'resolved' : 'submitted',
        fileBatchId: found.fileBatchId,
        submittedAt: at,
      },
      at,
      detail: { how },
    },
    ...(only === undefined
      ? []
      : found.documentIds.flatMap((documentId) =>
          documentChanges(submission, only, documentId, at).filter(
            ({ kind }) => kind !== 'document-seen' || !seen.has(documentId),
          ),
        )),
    ...(submission.kind === 'case' ? caseChanges(submission, found.caseIds, at) : []),
    ...moveAll(present, {
      from: overtaken,
      trail: [{ stage: 'submitted', at, detail: submittedDetail(found) }],
      set: { fault: null, resumeStage: null },
    }),
    ...jobs.map(added),
  ]);
  if (!written) throw new Error(`the receipt of submission ${submission.id} was refused`);
  forget(known, items);
  parts.enqueue(jobs);
  parts.submitted(submission);
  return { state: 'done' };
}

/** The answer was lost: looked for after a while. */
export async function unclear(
  parts: SubmitEndsDependencies,
  { context, submission, items }: SubmitAttempt,
  cause: Fault,
): Promise<JobResult> {
  const { journal, now } = parts;
  const at = now();
  // It is looked for by itself, and there is nothing for a person to decide yet.
  const reason: Fault = { ...fault('outcome-unclear', { ...cause.params }, cause.cause), retry: 'later' };
  const wait = context.signal.aborted ? 0 : Math.min(firstLookMs, parts.graceMs);
  const result: JobResult = { state: 'ready', dueAt: at + wait, fault: reason, counts: true };
  await journal.commit([
    context.ended(result),
    {
      kind: 'submission-set',
      submissionId: submission.id,
      from: ['submitting', 'unclear'],
      // The grace time runs from here: the call was in the air until now.
      set: { state: 'unclear', submittedAt: submission.submittedAt ?? at },
      at,
      detail: { fault: reason.code },
    },
    ...items.map((item): Change => ({ kind: 'item-set', itemId: item.id, set: { fault: reason } })),
  ]);
  return result;
}

/** Call after call without an answer, and nothing at the service: a person has to see why. The next try looks first again. */
export async function giveUp(parts: SubmitEndsDependencies, { context, items }: SubmitAttempt): Promise<JobResult> {
  const { journal, known, now } = parts;
  const reason = fault('outcome-unclear');
  const result: JobResult = { state: 'held', fault: reason };
  const from: readonly ItemStage[] = ['submitting'];
  const trail = [{ stage: 'held', at: now(), detail: { fault: reason.code } }] as const;
  const written = await commitFor(journal, items, from, (present) => [
    context.ended(result),
    ...moveAll(present, { from, trail, set: { fault: reason, resumeStage: 'submitting' } }),
  ]);
  forget(known, items);
  return written ? result : voidJob(journal, context);
}

/** The service no longer has a file: its bytes go again, and are submitted anew. */
export async function uploadAgain(
  parts: SubmitEndsDependencies,
  { context, submission, items }: SubmitAttempt,
  reason: Fault,
): Promise<JobResult> {
  const { journal, known, now } = parts;
  const at = now();
  // Once by itself: a service that says so again is not cured by it, and a person has to see that.
  const before = await Promise.all(items.map(({ id }) => journal.submissionsOfItem(id)));
  const again = before.every((submissions) => submissions.every(({ state }) => state !== 'cancelled'));
  const jobs = again ? items.map((item) => uploadJob(item, parts.newId(), at)) : [];
  const from: readonly ItemStage[] = ['submitting', 'uploaded'];
  const written = await commitFor(journal, items, from, (present) => [
    context.ended({ state: 'cancelled' }),
    {
      kind: 'submission-set',
      submissionId: submission.id,
      from: ['submitting'],
      set: { state: 'cancelled' },
      at,
      detail: { fault: reason.code },
    },
    ...moveAll(present, {
      from,
      trail: [{ stage: again ? 'accepted' : 'held', at, detail: { fault: reason.code } }],
      set: { fileId: null, fault: reason, ...(again ? {} : { resumeStage: 'accepted' as const }) },
    }),
    ...jobs.filter(({ subjectId }) => present.some(({ id }) => id === subjectId)).map(added),
  ]);
  forget(known, items);
  if (!written) return voidJob(journal, context);
  parts.enqueue(jobs);
  return { state: 'cancelled' };
}

async function knownDocuments(journal: Journal, documentIds: readonly string[]): Promise<readonly string[]> {
  const documents = await Promise.all(documentIds.map((id) => journal.document(id)));
  return documents.flatMap((document) => (document === null ? [] : [document.id]));
}
