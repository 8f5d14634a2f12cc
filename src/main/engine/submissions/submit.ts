import type { Fault, Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { ItemRecord, SubmissionRecord } from '../journal/records.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { isClaimed } from '../platform/names/claim-places.ts';
import { moveAll, type FoundSubmission } from './submission.ts';
import * as ends from './submit-ends.ts';
import type { SubmitAttempt, SubmitEndsDependencies } from './submit-ends.ts';
import { voidJob } from './void-job.ts';
import type { StopSignal } from '../platform/stop-signal.ts';

/** What the submit handler needs. */
export interface SubmitDependencies extends SubmitEndsDependencies {
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  /** Asked right before the call: why it must not be made now, or what is called once the service has surely not taken it. Absent: nobody else sends these files. */
  readonly begin?: (attempt: SubmitAttempt) => Promise<Outcome<() => void>>;
  readonly fileExists: (path: string) => Promise<boolean>;
  /** Whether another station holds now what was claimed under this path. */
  readonly heldElsewhere: (path: string) => Promise<boolean>;
  /**
   * Looks on the service for what may have been submitted; null = nothing of ours is there. `askedAt` = since when nobody can
   * have submitted it any more, ms since 1970; null = since now.
   */
  readonly find: (
    client: ServiceClient,
    submission: SubmissionRecord,
    fileIds: readonly string[],
    askedAt: number | null,
    signal: StopSignal,
  ) => Promise<Outcome<FoundSubmission | null>>;
}

interface Submitting extends SubmitDependencies {
  /** Submissions made in this process a moment ago, so that the hot path reads nothing back. */
  readonly primed: Map<string, SubmissionRecord>;
}

/** Refused intents that are looked at again: an item moved between reading and writing. */
const maxTries = 5;

/** Calls without an answer that left nothing at the service, after which a person has to see why. */
const maxUnanswered = 5;

/** What the service said of each kind of call. */
function answered(
  value: { readonly documentId: string } | { readonly fileBatchId: string | null } | { readonly caseId: string },
): FoundSubmission {
  if ('documentId' in value) return { documentIds: [value.documentId], fileBatchId: null, caseIds: [] };
  if ('caseId' in value) return { documentIds: [], fileBatchId: null, caseIds: [value.caseId] };
  return { documentIds: [], fileBatchId: value.fileBatchId, caseIds: [] };
}

/** The files of a case with their roles; the first of those that still count is the main one. */
function filesOfCase({ submission, items }: SubmitAttempt): { id: string; type: string; mainFile: boolean }[] {
  const roles = new Map(submission.items.map(({ itemId, role }) => [itemId, role]));
  return items.flatMap(({ id, fileId }, index) =>
    fileId === null ? [] : [{ id: fileId, type: roles.get(id) ?? 'attachment', mainFile: index === 0 }],
  );
}

async function load(parts: Submitting, context: JobContext): Promise<SubmitAttempt | JobResult> {
  const { journal, known, primed } = parts;
  const id = context.job.subjectId;
  const submission = primed.get(id) ?? (await journal.submission(id));
  primed.delete(id);
  if (submission === null) return voidJob(journal, context);
  const items: ItemRecord[] = [];
  const fileIds: string[] = [];
  for (const { itemId } of submission.items) {
    const item = await known.get(itemId);
    // What a person cancelled meanwhile is no longer part of it.
    if (item === null || item.fileId === null || !(item.stage === 'uploaded' || item.stage === 'submitting')) continue;
    // What is paused keeps its job in the journal; going on brings it back.
    if (item.paused && !context.intentWritten) return { state: 'cancelled' };
    items.push(item);
    fileIds.push(item.fileId);
  }
  if (items.length === 0 || !ends.outstanding.has(submission.state)) return ends.withdraw(parts, context, submission);
  const client = parts.client(submission.connectionId);
  if (!client.ok) return wait(parts, context, client.fault);
  return { context, client: client.value, submission, items, fileIds };
}

/** No client just now (credentials, keychain): the submission stays exactly as it stands. */
async function wait(parts: Submitting, context: JobContext, reason: Fault): Promise<JobResult> {
  const { journal } = parts;
  const result = context.failed(reason);
  const outcome = await journal.commit([...(context.intentWritten ? [] : [context.started()]), context.ended(result)]);
  // Somebody ended the job meanwhile: it must not come back.
  return outcome.ok ? result : { state: 'cancelled' };
}

async function call(
  parts: Submitting,
  attempt: SubmitAttempt,
  looked: { readonly elsewhere: boolean } | null,
): Promise<JobResult> {
  const { now } = parts;
  const { client, submission, fileIds, context } = attempt;
  for (const { path, name } of attempt.items) {
    if (!isClaimed(path) || (await parts.fileExists(path))) continue;
    // Another station took it over while this one was not heard of: that one sends it, and it shows at the service.
    const gone = fault('file-gone', { name });
    if (looked === null) return ends.unclear(parts, attempt, gone);
    return looked.elsewhere ? lookLater(parts, attempt, gone, now()) : ends.refuse(parts, attempt, gone);
  }
  const begun = await parts.begin?.(attempt);
  if (begun?.ok === false) return ends.refuse(parts, attempt, begun.fault);
  const request = {
    projectId: submission.projectId,
    externalId: submission.externalId,
    ...(submission.externalData === null ? {} : { externalData: submission.externalData }),
  };
  const options = { lane: 'submit', signal: context.signal, tries: 1 } as const;
  const [first] = fileIds;
  if (first === undefined) throw new Error('a submission without files was about to be sent');
  const answer =
    submission.kind === 'document'
      ? await client.processFile({ fileId: first, ...request }, options)
      : submission.kind === 'batch'
        ? await client.processFileBatch({ fileIds, ...request }, options)
        : await client.createCase({ files: filesOfCase(attempt), ...request }, options);
  if (!answer.ok) {
    if (answer.fault.code !== 'outcome-unclear') begun?.value();
    return notAccepted(parts, attempt, answer.fault);
  }
  return ends.receipt(parts, attempt, answered(answer.value), 'answered');
}

function notAccepted(parts: Submitting, attempt: SubmitAttempt, reason: Fault): Promise<JobResult> {
  if (reason.code === 'outcome-unclear') return ends.unclear(parts, attempt, reason);
  if (reason.code === 'not-found') return ends.uploadAgain(parts, attempt, reason);
  return ends.refuse(parts, attempt, reason);
}

/** Nobody knows yet: the look itself failed. */
async function lookLater(
  parts: Submitting,
  { context, submission }: SubmitAttempt,
  reason: Fault,
  since: number,
): Promise<JobResult> {
  const { journal, now } = parts;
  const failed = context.failed(reason);
  // Not a reason to give the question up to a person, unless it concerns all work of the connection.
  const result = failed.state === 'held' ? context.failed({ ...reason, retry: 'later' }) : failed;
  await journal.commit([
    context.ended(result),
    {
      kind: 'submission-set',
      submissionId: submission.id,
      from: ['submitting', 'unclear'],
      set: { state: 'unclear', submittedAt: since },
      at: now(),
      detail: { fault: reason.code },
    },
  ]);
  return result;
}

/** Whether a file of these is in somebody's hands, our own or another station's, which may take it from us meanwhile. */
async function isInHands(parts: Submitting, items: readonly ItemRecord[]): Promise<boolean> {
  for (const { path } of items) {
    if (!isClaimed(path)) continue;
    if ((await parts.fileExists(path)) || (await parts.heldElsewhere(path))) return true;
  }
  return false;
}

/** It may have been submitted before: look, and only where nothing is there after the grace time submit again. */
async function look(parts: Submitting, attempt: SubmitAttempt): Promise<JobResult> {
  const { journal, now } = parts;
  const { submission, context } = attempt;
  const since = submission.submittedAt ?? now();
  // Asked before the service is: whoever holds it keeps it until it was sent.
  const elsewhere = await isInHands(parts, attempt.items);
  const found = await parts.find(attempt.client, submission, attempt.fileIds, null, context.signal);
  if (!found.ok) return lookLater(parts, attempt, found.fault, since);
  if (found.value !== null) return ends.receipt(parts, attempt, found.value, 'found');
  if (since + parts.graceMs > now()) {
    return ends.unclear(
      parts,
      { ...attempt, submission: { ...submission, submittedAt: since } },
      fault('outcome-unclear'),
    );
  }
  // A person's retry begins with no failed tries: one more call is what was asked for.
  if (context.job.attempts > 0 && (await repeatedCalls(parts, submission)) >= maxUnanswered - 1)
    return ends.giveUp(parts, attempt);
  const outcome = await journal.commit([
    {
      kind: 'submission-set',
      submissionId: submission.id,
      from: ['submitting', 'unclear'],
      set: { state: 'submitting', submittedAt: null },
      at: now(),
      detail: { found: 'nothing' },
    },
  ]);
  if (!outcome.ok) return voidJob(journal, context);
  return call(parts, { ...attempt, submission: { ...submission, submittedAt: null } }, { elsewhere });
}

/** How often its call was repeated because nothing of it was at the service. */
async function repeatedCalls(parts: Submitting, { id }: SubmissionRecord): Promise<number> {
  const { journal } = parts;
  const rows = await journal.custody({ subjectIds: [id], limit: 1_000 });
  return rows.filter(({ detail }) => detail['found'] === 'nothing').length;
}

/** Makes the handler of a submission's one call: intent, call, receipt; after a lost answer it looks before it repeats. */
export function createSubmitHandler(
  dependencies: SubmitDependencies,
): JobHandler & { prime(submission: SubmissionRecord): void } {
  const { journal, known, now } = dependencies;
  const primed = new Map<string, SubmissionRecord>();
  const parts: Submitting = { ...dependencies, primed };

  async function handle(context: JobContext): Promise<JobResult> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const attempt = await load(parts, context);
      if ('state' in attempt) return attempt;
      if (context.intentWritten) return call(parts, attempt, null);
      const { submission, items } = attempt;
      const uncertain = submission.state === 'unclear' || submission.state === 'submitting';
      const outcome = await journal.commit([
        context.started(),
        ...(uncertain
          ? []
          : [
              {
                kind: 'submission-set',
                submissionId: submission.id,
                from: ['ready', 'held'],
                set: { state: 'submitting' },
                at: now(),
              } as const,
              ...moveAll(items, {
                from: ['uploaded'],
                trail: [{ stage: 'submitting', at: now() }],
                set: { fault: null },
              }),
            ]),
      ]);
      if (outcome.ok) return uncertain ? look(parts, attempt) : call(parts, attempt, null);
      // Index 0: the job itself is over. Else an item was cancelled meanwhile: the others still have to go.
      if (outcome.index === 0) return { state: 'cancelled' };
      for (const { id } of items) known.forget(id);
    }
    return { state: 'ready', dueAt: now() + 1_000, counts: false };
  }

  return Object.assign(handle, { prime: (submission: SubmissionRecord) => void primed.set(submission.id, submission) });
}
