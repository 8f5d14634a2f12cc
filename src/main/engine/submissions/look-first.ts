import type { Fault, Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import { claimedAt, isClaimed } from '../platform/names/claim-places.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { added, tidyJob, uploadJob } from './first-jobs.ts';
import { documentChanges, documentSubmission, submittedDetail, type FoundSubmission } from './submission.ts';
import type { SubmitDependencies } from './submit.ts';
import { titleJobs } from './title-job.ts';
import { voidJob } from './void-job.ts';

/** What looking first needs. */
export interface LookFirstDependencies extends Pick<
  SubmitDependencies,
  'journal' | 'known' | 'now' | 'newId' | 'client' | 'find' | 'fileExists' | 'heldElsewhere' | 'enqueue' | 'submitted'
> {
  readonly settleAgain: (item: ItemRecord) => void;
}

/** An upload that is looked for at the service before anything is sent: somebody may have submitted the item before. */
export function lookingFirst(job: NewJob): NewJob {
  return { ...job, payload: { ...job.payload, look: true, askedAt: job.dueAt } };
}

/**
 * Wraps the handler of uploads: jobs made by {@link lookingFirst} ask the service for a document of the item (by its file id,
 * or the external id that its submission carried). Where there is one the item goes on from there; where there is none its file
 * is looked at again, or sent where that has just been done.
 */
export function createLookFirst(dependencies: LookFirstDependencies, upload: JobHandler): JobHandler {
  const { journal, known, now, newId } = dependencies;

  async function end(context: JobContext, result: JobResult, changes: readonly Change[]): Promise<JobResult> {
    const outcome = await journal.commit([context.ended(result), ...changes]);
    known.forget(context.job.subjectId);
    return outcome.ok ? result : voidJob(journal, context);
  }

  const moved = (item: ItemRecord, move: Pick<Extract<Change, { kind: 'item-moved' }>, 'trail' | 'set'>): Change => ({
    kind: 'item-moved',
    itemId: item.id,
    from: ['accepted'],
    ...move,
  });

  function notKnown(context: JobContext, item: ItemRecord, reason: Fault): Promise<JobResult> {
    const failed = context.failed(reason);
    // It is looked for again by itself: the reason says so too.
    const told: Fault = failed.state === 'held' ? { ...reason, retry: 'later' } : reason;
    const result = failed.state === 'held' ? context.failed(told) : failed;
    return end(context, result, [{ kind: 'item-set', itemId: item.id, set: { fault: told } }]);
  }

  function held(context: JobContext, item: ItemRecord, reason: Fault): Promise<JobResult> {
    const result = context.failed(reason);
    if (result.state !== 'held') return notKnown(context, item, reason);
    const trail = [{ stage: 'held', at: now(), detail: { fault: reason.code } }] as const;
    return end(context, result, [moved(item, { trail, set: { fault: reason, resumeStage: 'accepted' } })]);
  }

  async function nothingThere(context: JobContext, item: ItemRecord, elsewhere: boolean): Promise<JobResult> {
    const at = now();
    // The station that took it over sends it; where none has it any more, and nothing was sent, it is gone.
    if (isClaimed(item.path) && !(await dependencies.fileExists(item.path))) {
      const gone = fault('file-gone', { name: item.name });
      return elsewhere ? notKnown(context, item, gone) : held(context, item, gone);
    }
    if (item.sha256 === null) {
      const trail = [{ stage: 'settling', at, detail: { found: 'nothing' } }] as const;
      const result = await end(context, { state: 'done' }, [moved(item, { trail, set: { fault: null } })]);
      if (result.state === 'done') dependencies.settleAgain(item);
      return result;
    }
    const job = uploadJob(item, newId(), at);
    const result = await end(context, { state: 'done' }, [moved(item, { trail: [] }), added(job)]);
    if (result.state === 'done') dependencies.enqueue([job]);
    return result;
  }

  async function there(
    context: JobContext,
    item: ItemRecord,
    submission: SubmissionRecord,
    found: FoundSubmission,
  ): Promise<JobResult> {
    const at = now();
    const jobs = [tidyJob(item, newId(), at) ?? [], titleJobs(item, found, newId, at)].flat();
    const result = await end(context, { state: 'done' }, [
      { kind: 'submission-added', submission: { ...submission, state: 'resolved', submittedAt: at } },
      ...found.documentIds.flatMap((documentId) => documentChanges(submission, item, documentId, at)),
      moved(item, {
        trail: [{ stage: 'submitted', at, detail: { ...submittedDetail(found), how: 'found' } }],
        set: { fault: null, resumeStage: null },
      }),
      ...jobs.map(added),
    ]);
    if (result.state !== 'done') return result;
    dependencies.enqueue(jobs);
    dependencies.submitted(submission);
    return result;
  }

  async function look(context: JobContext, item: ItemRecord): Promise<JobResult> {
    const client: Outcome<ServiceClient> = dependencies.client(item.rule.connectionId);
    if (!client.ok) return held(context, item, client.fault);
    // While its file is in our hands nobody else has sent it since this job was made.
    const inHand = isClaimed(item.path) && (await dependencies.fileExists(item.path));
    // Asked before the service is: whoever holds it, or takes it from us now, keeps it until it was sent.
    const elsewhere = inHand || (isClaimed(item.path) && (await dependencies.heldElsewhere(item.path)));
    const { askedAt } = context.job.payload;
    const since = inHand && typeof askedAt === 'number' ? askedAt : null;
    const sent = documentSubmission(item, newId(), Math.min(item.takenInAt, claimedAt(item.path) ?? Infinity));
    const kind = item.rule.mode === 'document' ? 'document' : 'batch';
    const fileIds = item.fileId === null ? [] : [item.fileId];
    const found = await dependencies.find(client.value, { ...sent, kind }, fileIds, since, context.signal);
    if (!found.ok) return notKnown(context, item, found.fault);
    if (found.value === null) return nothingThere(context, item, elsewhere);
    // There is a case of ours, its documents do not show yet.
    if (found.value.documentIds.length === 0) return notKnown(context, item, fault('outcome-unclear'));
    return there(context, item, sent, found.value);
  }

  return async (context) => {
    if (context.job.payload['look'] !== true) return upload(context);
    const item = await known.get(context.job.subjectId);
    if (item === null) return voidJob(journal, context);
    // A paused item keeps its job in the journal; going on brings it back.
    if (item.paused) return { state: 'cancelled' };
    const begun = await journal.commit([context.started(), moved(item, { trail: [] })]);
    if (begun.ok) return look(context, item);
    known.forget(item.id);
    return begun.index > 0 ? voidJob(journal, context) : { state: 'cancelled' };
  };
}
