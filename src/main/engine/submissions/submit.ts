import type { Fault, Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { added, tidyJob, uploadJob } from './first-jobs.ts';
import type { KnownItems } from './known-items.ts';
import { documentChanges, moveAll, submittedDetail, type FoundSubmission } from './submission.ts';

/** What the submit handler needs. */
export interface SubmitDependencies {
  readonly journal: Journal;
  readonly known: KnownItems;
  readonly now: () => number;
  readonly newId: () => string;
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  /** Looks on the service for what may have been submitted; null = nothing of ours is there. */
  readonly find: (
    client: ServiceClient,
    submission: SubmissionRecord,
    fileIds: readonly string[],
    signal: AbortSignal,
  ) => Promise<Outcome<FoundSubmission | null>>;
  /** How long after an unclear submission the service may still bring it to light, ms. */
  readonly graceMs: number;
  /** New durable jobs for the queue, after their commit. */
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** A submission is on the service: its project is worth a look soon. */
  readonly submitted: (submission: SubmissionRecord) => void;
}

interface Attempt {
  readonly context: JobContext;
  readonly client: ServiceClient;
  readonly submission: SubmissionRecord;
  readonly items: readonly ItemRecord[];
  readonly fileIds: readonly string[];
}

/** Makes the handler of a submission's one call: intent, call, receipt; after a lost answer it looks before it repeats. */
export function createSubmitHandler(
  dependencies: SubmitDependencies,
): JobHandler & { prime(submission: SubmissionRecord): void } {
  const { journal, known, now } = dependencies;
  /** Submissions made in this process a moment ago, so that the hot path reads nothing back. */
  const primed = new Map<string, SubmissionRecord>();

  async function load(context: JobContext): Promise<Attempt | JobResult> {
    const id = context.job.subjectId;
    const submission = primed.get(id) ?? (await journal.submission(id));
    primed.delete(id);
    if (submission === null) return { state: 'cancelled' };
    const client = dependencies.client(submission.connectionId);
    if (!client.ok) return wait(context, client.fault);
    const items: ItemRecord[] = [];
    const fileIds: string[] = [];
    for (const { itemId } of submission.items) {
      const item = await known.get(itemId);
      // What a person cancelled meanwhile is no longer part of it.
      if (item === null || item.fileId === null || !(item.stage === 'uploaded' || item.stage === 'submitting'))
        continue;
      items.push(item);
      fileIds.push(item.fileId);
    }
    if (items.length === 0) return withdraw(context, submission);
    return { context, client: client.value, submission, items, fileIds };
  }

  /** No client just now (credentials, keychain): the submission stays exactly as it stands. */
  async function wait(context: JobContext, reason: Fault): Promise<JobResult> {
    const result = context.failed(reason);
    await journal.commit([...(context.intentWritten ? [] : [context.started()]), context.ended(result)]);
    return result;
  }

  /** Every item of it was cancelled: there is nothing to send. */
  async function withdraw(context: JobContext, submission: SubmissionRecord): Promise<JobResult> {
    await journal.commit([
      { kind: 'job-set', jobId: context.job.id, set: { state: 'cancelled' } },
      {
        kind: 'submission-set',
        submissionId: submission.id,
        from: ['ready', 'held', 'unclear', 'submitting'],
        set: { state: 'cancelled' },
        at: now(),
      },
    ]);
    return { state: 'cancelled' };
  }

  /** Ends the attempt for a fault: nothing was accepted by the service. */
  async function refuse(
    context: JobContext,
    submission: SubmissionRecord,
    items: readonly ItemRecord[],
    reason: Fault,
  ): Promise<JobResult> {
    const result = context.failed(reason);
    const held = result.state === 'held';
    const outcome = await journal.commit([
      context.ended(result),
      {
        kind: 'submission-set',
        submissionId: submission.id,
        from: ['submitting'],
        set: { state: held ? 'held' : 'ready' },
        at: now(),
        detail: { fault: reason.code },
      },
      ...moveAll(items, {
        from: ['submitting', 'uploaded'],
        trail: [{ stage: held ? 'held' : 'uploaded', at: now(), detail: { fault: reason.code } }],
        set: { fault: reason, ...(held ? { resumeStage: 'uploaded' as const } : {}) },
      }),
    ]);
    if (!outcome.ok) await journal.commit([context.ended({ state: 'cancelled' })]);
    if (held) for (const item of items) known.forget(item.id);
    return outcome.ok ? result : { state: 'cancelled' };
  }

  /** Receipt: it is on the service, by the call's own answer or found there afterwards. */
  async function receipt(attempt: Attempt, found: FoundSubmission, how: 'answered' | 'found'): Promise<JobResult> {
    const { context, submission, items } = attempt;
    const at = now();
    const tidy = items.flatMap((item) => tidyJob(item, dependencies.newId(), at) ?? []);
    const only = submission.kind === 'document' ? items[0] : undefined;
    const outcome = await journal.commit([
      context.ended({ state: 'done' }),
      {
        kind: 'submission-set',
        submissionId: submission.id,
        from: ['submitting', 'unclear'],
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
        : found.documentIds.flatMap((documentId) => documentChanges(submission, only, documentId, at))),
      ...moveAll(items, {
        from: ['submitting'],
        trail: [{ stage: 'submitted', at, detail: submittedDetail(found) }],
        set: { fault: null },
      }),
      ...tidy.map(added),
    ]);
    if (!outcome.ok)
      throw new Error(`the receipt of submission ${submission.id} was refused at ${outcome.index} (${outcome.reason})`);
    for (const item of items) known.forget(item.id);
    dependencies.enqueue(tidy);
    dependencies.submitted(submission);
    return { state: 'done' };
  }

  /** The answer was lost: keep that in the journal, and look after a while. */
  async function unclear(attempt: Attempt, cause: Fault): Promise<JobResult> {
    const at = now();
    const reason = fault('outcome-unclear', { ...cause.params }, cause.cause);
    const aborted = attempt.context.signal.aborted;
    const result: JobResult = {
      state: 'ready',
      dueAt: at + (aborted ? 0 : Math.min(2_000, dependencies.graceMs)),
      fault: reason,
      counts: true,
    };
    await journal.commit([
      attempt.context.ended(result),
      {
        kind: 'submission-set',
        submissionId: attempt.submission.id,
        from: ['submitting', 'unclear'],
        // The grace time runs from here: the call was in the air until now.
        set: { state: 'unclear', submittedAt: attempt.submission.submittedAt ?? at },
        at,
        detail: { fault: reason.code },
      },
      ...attempt.items.map((item): Change => ({ kind: 'item-set', itemId: item.id, set: { fault: reason } })),
    ]);
    return result;
  }

  async function call(attempt: Attempt): Promise<JobResult> {
    const { client, submission, fileIds, context } = attempt;
    const request = {
      projectId: submission.projectId,
      externalId: submission.externalId,
      ...(submission.externalData === null ? {} : { externalData: submission.externalData }),
    };
    const options = { lane: 'submit', signal: context.signal, tries: 1 } as const;
    const [first] = fileIds;
    if (first === undefined) throw new Error('a submission without files was about to be sent');
    if (submission.kind === 'document') {
      const answer = await client.processFile({ fileId: first, ...request }, options);
      if (answer.ok)
        return receipt(attempt, { documentIds: [answer.value.documentId], fileBatchId: null, caseIds: [] }, 'answered');
      return notAccepted(attempt, answer.fault);
    }
    const answer = await client.processFileBatch({ fileIds, ...request }, options);
    if (answer.ok)
      return receipt(attempt, { documentIds: [], fileBatchId: answer.value.fileBatchId, caseIds: [] }, 'answered');
    return notAccepted(attempt, answer.fault);
  }

  async function notAccepted(attempt: Attempt, reason: Fault): Promise<JobResult> {
    if (reason.code === 'outcome-unclear') return unclear(attempt, reason);
    if (reason.code === 'not-found') return uploadAgain(attempt, reason);
    return refuse(attempt.context, attempt.submission, attempt.items, reason);
  }

  /** The service no longer has a file: its bytes go again, and the submission waits for a fresh one. */
  async function uploadAgain(attempt: Attempt, reason: Fault): Promise<JobResult> {
    const { context, submission, items } = attempt;
    if (context.job.attempts > 0 || submission.kind !== 'document')
      return refuse(context, submission, items, { ...reason, retry: 'after-person' });
    const at = now();
    const jobs = items.map((item) => uploadJob(item, dependencies.newId(), at));
    const outcome = await journal.commit([
      context.ended({ state: 'cancelled' }),
      {
        kind: 'submission-set',
        submissionId: submission.id,
        from: ['submitting'],
        set: { state: 'cancelled' },
        at,
        detail: { fault: reason.code },
      },
      ...moveAll(items, {
        from: ['submitting'],
        trail: [{ stage: 'accepted', at, detail: { fault: reason.code } }],
        set: { fileId: null, fault: reason },
      }),
      ...jobs.map(added),
    ]);
    for (const item of items) known.forget(item.id);
    if (outcome.ok) dependencies.enqueue(jobs);
    return { state: 'cancelled' };
  }

  /** It may have been submitted before: look, and only where nothing is there after the grace time submit again. */
  async function look(attempt: Attempt): Promise<JobResult> {
    const { submission, context } = attempt;
    const since = submission.submittedAt ?? now();
    const found = await dependencies.find(attempt.client, submission, attempt.fileIds, context.signal);
    if (!found.ok) {
      const result = context.failed({ ...found.fault, retry: 'later' });
      await journal.commit([
        context.ended(result),
        {
          kind: 'submission-set',
          submissionId: submission.id,
          from: ['submitting', 'unclear'],
          set: { state: 'unclear', submittedAt: since },
          at: now(),
          detail: { fault: found.fault.code },
        },
      ]);
      return result;
    }
    if (found.value !== null) return receipt(attempt, found.value, 'found');
    const remaining = since + dependencies.graceMs - now();
    if (remaining > 0) {
      return unclear({ ...attempt, submission: { ...submission, submittedAt: since } }, fault('outcome-unclear'));
    }
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
    if (!outcome.ok) return { state: 'cancelled' };
    return call({ ...attempt, submission: { ...submission, submittedAt: null } });
  }

  async function handle(context: JobContext): Promise<JobResult> {
    const attempt = await load(context);
    if ('state' in attempt) return attempt;
    const { submission, items } = attempt;
    if (context.intentWritten) return call(attempt);
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
    if (!outcome.ok) {
      if (outcome.index > 0)
        await journal.commit([{ kind: 'job-set', jobId: context.job.id, set: { state: 'cancelled' } }]);
      return { state: 'cancelled' };
    }
    return uncertain ? look(attempt) : call(attempt);
  }

  return Object.assign(handle, { prime: (submission: SubmissionRecord) => void primed.set(submission.id, submission) });
}
