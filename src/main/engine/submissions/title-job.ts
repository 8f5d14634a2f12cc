import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import { isPaused } from '../journal/is-paused.ts';
import type { Journal } from '../journal/journal.ts';
import type { CustodyRow, ItemRecord, NewJob } from '../journal/records.ts';
import { fault } from '../faults/fault.ts';
import type { Clock, Log, Notifier } from '../platform/ports.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { priorities } from './first-jobs.ts';
import type { FoundSubmission } from './submission.ts';

/** What the handler of `title` jobs needs. */
export interface TitleDependencies {
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells a person. */
  readonly notify: Notifier['notify'];
}

/** Tries at a document that the service does not show yet, or that have no answer: a quarter of an hour or so, then a person has to see why. */
const maxTries = 12;

/** The durable jobs that give an item's documents the title that its sidecar says; none where it says none. */
export function titleJobs(
  item: ItemRecord | undefined,
  { documentIds }: FoundSubmission,
  newId: () => string,
  dueAt: number,
): readonly NewJob[] {
  if (item === undefined || item.title === null) return [];
  const { title, sourceId, rule } = item;
  return documentIds.map((documentId) => ({
    id: newId(),
    kind: 'title',
    subjectId: documentId,
    connectionId: rule.connectionId,
    sourceId,
    priority: priorities.handOver,
    dueAt,
    payload: { projectId: rule.projectId, title },
  }));
}

/**
 * Makes the handler of `title` jobs (subject: the document). The call sets a value, so that it can be repeated after a lost answer;
 * a title that a person has set meanwhile stays.
 */
export function createTitleHandler({ client, journal, clock, log, notify }: TitleDependencies): JobHandler {
  async function end(context: JobContext, result: JobResult, changes: readonly Change[]): Promise<JobResult> {
    const outcome = await journal.commit([context.ended(result), ...changes]);
    return outcome.ok ? result : { state: 'cancelled' };
  }

  function noted(documentId: string, event: string, detail: CustodyRow['detail']): Change {
    return { kind: 'custody', subject: 'document', subjectId: documentId, event, at: clock.now(), detail };
  }

  async function receipt(context: JobContext, title: string): Promise<JobResult> {
    const documentId = context.job.subjectId;
    return end(context, { state: 'done' }, [
      // A settled document is not looked at again: its new title would not be seen here.
      { kind: 'document-set', documentId, set: { title }, at: clock.now() },
      noted(documentId, 'title-set', { job: context.job.id }),
    ]);
  }

  /** A document that has just been made may not show yet, and a lost answer costs nothing but another call. */
  function meant(told: Fault, attempts: number): Fault {
    if (told.code !== 'not-found' && told.code !== 'outcome-unclear') return told;
    return { ...told, retry: attempts + 1 < maxTries ? 'later' : 'after-person' };
  }

  async function failed(context: JobContext, told: Fault): Promise<JobResult> {
    const documentId = context.job.subjectId;
    const result = context.failed(told);
    if (result.state !== 'held') return end(context, result, []);
    log.warn('title-not-set', { document: documentId, fault: told.code });
    const changes = [noted(documentId, 'title-not-set', { job: context.job.id, fault: told.code })];
    const ended = await end(context, result, changes);
    // The document went its way all the same: nothing else would tell.
    for (const { id, name } of ended.state === 'held' ? await journal.itemsOfDocument(documentId) : [])
      notify({ kind: 'held', subject: id, fault: fault('title-not-set', { name }, told.code) });
    return ended;
  }

  return async (context) => {
    const { job } = context;
    if (await isPaused(journal, job.subjectId)) return { state: 'cancelled' };
    const begun = await journal.commit([context.started()]);
    if (!begun.ok) return { state: 'cancelled' };
    const { title } = job.payload;
    const history = await journal.custody({ subjectIds: [job.subjectId], limit: 1_000 });
    if (typeof title !== 'string' || history.some(({ event }) => event === 'title-set'))
      return end(context, { state: 'cancelled' }, []);
    const service = client(job.connectionId);
    if (!service.ok) return failed(context, service.fault);
    const options = { lane: 'hand-over', signal: context.signal, tries: 1 } as const;
    const answer = await service.value.setTitle(job.subjectId, title, options);
    return answer.ok ? receipt(context, title) : failed(context, meant(answer.fault, job.attempts));
  };
}
