import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { IntakeRule } from '../../../shared/settings.ts';
import { againChanges } from '../exports/plan-exports.ts';
import { openCaseFaults } from '../cases/open-case-state.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, JobRecord, NewJob } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';
import type { Queue } from '../queue/queue.ts';
import { queuedJob } from './outstanding.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import { lookingFirst } from '../submissions/look-first.ts';
import { isLive, jobsOfAll } from './cancel-item.ts';
import { companionsOf } from './companions.ts';
import { waitsForFields, type FillFields } from './fill-fields.ts';

/** What letting an item go on needs. */
export interface RetryDependencies {
  readonly journal: Journal;
  readonly queue: Pick<Queue, 'add' | 'requeue'>;
  readonly known: Pick<KnownItems, 'forget'>;
  readonly now: () => number;
  readonly newId: () => string;
  /** The account that decides, for custody. */
  readonly actor: string;
  readonly uploadJob: (item: ItemRecord, dueAt: number) => NewJob;
  /** The rule of a source as it is configured now; null where it is not. */
  readonly ruleOf: (sourceId: string) => IntakeRule | null;
  /** The intake looks at the file again. */
  readonly settleAgain: (item: ItemRecord) => void;
  /** What was held for its fields goes on by the form as it is now. */
  readonly fields: Pick<FillFields, 'goOn'>;
}

/** Faults that only another look at the file can cure. */
const cured = new Set<Fault['code']>([
  'type-not-accepted',
  'pdf-password',
  'file-damaged',
  'file-unjudged',
  'name-refused',
  'sidecar-invalid',
  'file-gone',
  'copy-gone',
  'picture-not-converted',
]);

/** Faults in which the service has the file: sending it again would make a second document. */
const atService = new Set<Fault['code']>(['processing-failed', 'already-at-service']);

/** Faults that another act of a person ends. */
const endedElsewhere: ReadonlySet<Fault['code']> = new Set([...openCaseFaults, 'pages-edited' as const]);

const personPriority = 0;

/** Every job that works for the item: its own, its submissions', its documents' exports', and reports of its cases. */
export async function jobsFor(journal: Journal, item: ItemRecord): Promise<readonly JobRecord[]> {
  const submissions = await journal.submissionsOfItem(item.id);
  const documents = await journal.documentsOfItem(item.id);
  const exports = await Promise.all(documents.map((document) => journal.exportsOfDocument(document.id)));
  const cases = documents.flatMap(({ caseId }) => caseId ?? []);
  const others = [...submissions, ...documents, ...exports.flat()].map(({ id }) => id);
  return jobsOfAll(journal, [...new Set([item.id, ...others, ...cases])]);
}

/** They are not to be done any more. */
export function drop(jobs: readonly JobRecord[]): Change[] {
  return jobs.map((job) => ({ kind: 'job-set', jobId: job.id, set: { state: 'cancelled' } }));
}

/**
 * Makes the act that lets an item go on: from where it was held, or at once where it waits for its time. Answers why it can't be, null
 * where it goes on, or has gone on already by another decision.
 */
export function createRetryItem(dependencies: RetryDependencies): (item: ItemRecord) => Promise<Fault | null> {
  const { journal, queue, now, actor } = dependencies;

  function moved(item: ItemRecord, stage: ItemStage): Extract<Change, { kind: 'item-moved' }> {
    dependencies.known.forget(item.id);
    return {
      kind: 'item-moved',
      itemId: item.id,
      from: [item.stage],
      // Held once more meanwhile, its jobs are not as they were read.
      since: item.stageSince,
      trail: [{ stage, at: now(), detail: { decision: 'retry' } }],
      set: { fault: null, resumeStage: null },
    };
  }

  async function retryOne(item: ItemRecord): Promise<Fault | null> {
    const jobs = await jobsFor(journal, item);
    const held = jobs.filter(({ state }) => state === 'held');
    if (item.stage !== 'held') {
      if (held.length > 0) await goOn(held, []);
      else if (!jobs.some(isLive)) {
        return wrongUse('not-held', { name: item.name });
      } else await requeue(jobs.filter(({ state }) => state === 'ready'));
      return null;
    }
    if (item.fault !== null && (atService.has(item.fault.code) || endedElsewhere.has(item.fault.code)))
      return item.fault;
    if (waitsForFields(item)) return dependencies.fields.goOn(item);
    const back = item.resumeStage ?? 'settling';
    // A record that was lost may be of something the service has long made a document of: that is followed, never sent again.
    if (unsentStages.includes(back) && (await journal.documentsOfItem(item.id)).length > 0) {
      await journal.commit([...drop(held), moved(item, 'tracking')], actor);
      return null;
    }
    // Its record was lost, and with it whether it was being submitted: the service is asked before anything is sent.
    if (item.fault?.code === 'record-unreadable') return lookFirst(item, held);
    if (item.fault?.code === 'hand-over-refused') return writeAgain(item, held);
    if (back === 'seen' || back === 'settling' || (item.fault !== null && cured.has(item.fault.code))) {
      const change = moved(item, 'settling');
      const anew = item.fault?.code === 'copy-gone' ? { copy: null } : {};
      const outcome = await journal.commit([...drop(held), { ...change, set: { ...change.set, ...anew } }], actor);
      if (outcome.ok) dependencies.settleAgain(item);
      return null;
    }
    // What would bring it to the service is gone: its way there begins anew.
    if (unsentStages.includes(back) && held.length === 0 && !jobs.some(isLive)) {
      const job = dependencies.uploadJob(item, now());
      const outcome = await journal.commit([moved(item, 'accepted'), { kind: 'job-added', job }], actor);
      if (outcome.ok) queue.add([queuedJob(job)]);
      return null;
    }
    const companions = (await companionsOf(journal, item)).map((other) =>
      moved(other, other.resumeStage ?? other.stage),
    );
    await goOn(held, [moved(item, back), ...companions]);
    return null;
  }

  /** What waits for its time, or for the hours of sending, goes now: a person asked for it. */
  async function requeue(jobs: readonly JobRecord[]): Promise<void> {
    const waiting = jobs.filter(({ kind }) => kind !== 'acknowledge');
    const set = { priority: personPriority, dueAt: now() } as const;
    const outcome = await journal.commit(
      waiting.map((job): Change => ({ kind: 'job-set', jobId: job.id, set })),
      actor,
    );
    if (outcome.ok) for (const job of waiting) queue.requeue(queuedJob({ ...job, ...set }));
  }

  /** The target system gets what it refused once more. */
  async function writeAgain(item: ItemRecord, held: readonly JobRecord[]): Promise<null> {
    const documents = await journal.documentsOfItem(item.id);
    const exports = await Promise.all(documents.map(({ id }) => journal.exportsOfDocument(id)));
    const refused = exports.flat().filter(({ state }) => state === 'refused');
    const again = refused.map((record) => againChanges(record, dependencies.newId(), now(), personPriority));
    const outcome = await journal.commit([...drop(held), moved(item, 'settled'), ...again.flat()], actor);
    if (outcome.ok) queue.add(again.map(([, { job }]) => queuedJob(job)));
    return null;
  }

  async function lookFirst(item: ItemRecord, held: readonly JobRecord[]): Promise<null> {
    const rule = dependencies.ruleOf(item.sourceId) ?? item.rule;
    const job = lookingFirst(dependencies.uploadJob({ ...item, rule }, now()));
    const change = moved(item, 'accepted');
    const outcome = await journal.commit(
      [...drop(held), { ...change, set: { ...change.set, rule } }, { kind: 'job-added', job }],
      actor,
    );
    if (outcome.ok) queue.add([queuedJob(job)]);
    return null;
  }

  /** Refused where another decision was faster: then it has gone on already. */
  async function goOn(held: readonly JobRecord[], moves: readonly Change[]): Promise<void> {
    const at = now();
    const set = { state: 'ready', dueAt: at, attempts: 0, fault: null, priority: personPriority } as const;
    const outcome = await journal.commit(
      [...moves, ...held.map((job): Change => ({ kind: 'job-set', jobId: job.id, set }))],
      actor,
    );
    if (outcome.ok) queue.add(held.map((job) => queuedJob({ ...job, ...set })));
  }

  return retryOne;
}
