import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import { keysAtOnce } from '../../../shared/selection.ts';
import type { IntakeRule } from '../../../shared/settings.ts';
import { againChanges } from '../exports/plan-exports.ts';
import { pileFaults } from '../cases/pile-state.ts';
import { success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { ItemRecord, JobRecord, NewJob } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';
import type { Queue } from '../queue/queue.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import { lookingFirst } from '../submissions/look-first.ts';
import { createBulkActs, createEach, type BulkAct, type BulkActs, type Decision } from './bulk-acts.ts';
import { companionsOf } from './companions.ts';
import { asItCame } from './set-aside.ts';
import { freeJobs, waitingJobs } from './free-waiting.ts';
import { createStandstill } from './standstill.ts';
import { createCancelItem, isLive, jobsOfAll, type CancelDependencies } from './cancel-item.ts';

/** What persons' decisions about items need. */
export interface DecisionDependencies extends CancelDependencies {
  readonly queue: Pick<Queue, 'add' | 'cancel' | 'hasten' | 'lift' | 'pause' | 'running'>;
  readonly known: Pick<KnownItems, 'forget' | 'pause'>;
  readonly uploadJob: (item: ItemRecord, dueAt: number) => NewJob;
  /** The change that finds an item of mode case its place. */
  readonly placed: (item: ItemRecord) => Change;
  /** The rule of a source as it is configured now; null where it is not. */
  readonly ruleOf: (sourceId: string) => IntakeRule | null;
  readonly newId: () => string;
  /** The intake looks at the file again. */
  readonly settleAgain: (item: ItemRecord) => void;
}

/** Named items, or everything a decision can apply to. */
export type Selection = readonly string[] | 'all';

/** Persons' decisions about items; each is journalled with who decided. `act` names one that can be asked about and stopped. */
export interface Decisions extends Omit<BulkActs, 'run'> {
  retry(selection: Selection, act?: string): Promise<Outcome<Decision>>;
  cancel(selection: Selection, act?: string): Promise<Outcome<Decision>>;
  pause(selection: Selection, paused: boolean, act?: string): Promise<Outcome<Decision>>;
  sendAnyway(selection: Selection, act?: string): Promise<Outcome<Decision>>;
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
]);

/** Faults in which the service has the file: sending it again would make a second document. */
const atService = new Set<Fault['code']>(['processing-failed', 'already-at-service']);

const personPriority = 0;
/** Looks at an item that moves while it is decided about. */
const mostTries = 10;

/** Makes the decisions. */
export function createDecisions(dependencies: DecisionDependencies): Decisions {
  const { journal, queue, now, actor } = dependencies;
  const bulk = createBulkActs();
  const cancelOne = createCancelItem(dependencies);
  const whileSendingStands = createStandstill(dependencies);

  const each = createEach(journal);

  async function idsOf(selection: Selection, stages: readonly ItemStage[]): Promise<readonly string[]> {
    if (selection !== 'all') return [...new Set(selection)];
    // The whole list first: what is decided about leaves the stages that are paged through.
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await journal.itemKeys({
        stages,
        order: 'oldest',
        limit: keysAtOnce,
        ...(cursor === undefined ? {} : { cursor }),
      });
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    return ids;
  }

  async function decideEach(
    selection: Selection,
    stages: readonly ItemStage[],
    acting: BulkAct,
    decide: (item: ItemRecord) => Promise<Fault | null>,
  ): Promise<Outcome<Decision>> {
    const ids = await idsOf(selection, stages);
    acting.expect(ids.length);
    return success(await each(ids, acting, decide));
  }

  /** Every job that works for the item: its own, its submissions', its documents' exports', and reports of its cases. */
  async function jobsFor(item: ItemRecord): Promise<readonly JobRecord[]> {
    const submissions = await journal.submissionsOfItem(item.id);
    const documents = await journal.documentsOfItem(item.id);
    const exports = await Promise.all(documents.map((document) => journal.exportsOfDocument(document.id)));
    const cases = documents.flatMap(({ caseId }) => caseId ?? []);
    const others = [...submissions, ...documents, ...exports.flat()].map(({ id }) => id);
    return jobsOfAll(journal, [...new Set([item.id, ...others, ...cases])]);
  }

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

  function drop(jobs: readonly JobRecord[]): Change[] {
    return jobs.map((job) => ({ kind: 'job-set', jobId: job.id, set: { state: 'cancelled' } }));
  }

  async function retryOne(item: ItemRecord): Promise<Fault | null> {
    const jobs = await jobsFor(item);
    const held = jobs.filter(({ state }) => state === 'held');
    if (item.stage !== 'held') {
      if (held.length > 0) await goOn(held, []);
      else if (!jobs.some(isLive)) {
        return wrongUse('not-held', { name: item.name });
      } else await hasten(jobs.filter(({ state }) => state === 'ready'));
      return null;
    }
    if (item.fault !== null && (atService.has(item.fault.code) || pileFaults.has(item.fault.code))) return item.fault;
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
      const outcome = await journal.commit([...drop(held), moved(item, 'settling')], actor);
      if (outcome.ok) dependencies.settleAgain(item);
      return null;
    }
    // What would bring it to the service is gone: its way there begins anew.
    if (unsentStages.includes(back) && held.length === 0 && !jobs.some(isLive)) {
      const job = dependencies.uploadJob(item, now());
      const outcome = await journal.commit([moved(item, 'accepted'), { kind: 'job-added', job }], actor);
      if (outcome.ok) queue.add([dependencies.queued(job)]);
      return null;
    }
    const companions = (await companionsOf(journal, item)).map((other) =>
      moved(other, other.resumeStage ?? other.stage),
    );
    await goOn(held, [moved(item, back), ...companions]);
    return null;
  }

  /** What waits for its time, or for the hours of sending, goes now: a person asked for it. */
  async function hasten(jobs: readonly JobRecord[]): Promise<void> {
    const waiting = jobs.filter(({ kind }) => kind !== 'acknowledge');
    const set = { priority: personPriority, dueAt: now() } as const;
    const outcome = await journal.commit(
      waiting.map((job): Change => ({ kind: 'job-set', jobId: job.id, set })),
      actor,
    );
    if (outcome.ok) for (const job of waiting) queue.hasten(dependencies.queued({ ...job, ...set }));
  }

  /** The target system gets what it refused once more. */
  async function writeAgain(item: ItemRecord, held: readonly JobRecord[]): Promise<null> {
    const documents = await journal.documentsOfItem(item.id);
    const exports = await Promise.all(documents.map(({ id }) => journal.exportsOfDocument(id)));
    const refused = exports.flat().filter(({ state }) => state === 'refused');
    const again = refused.map((record) => againChanges(record, dependencies.newId(), now(), personPriority));
    const outcome = await journal.commit([...drop(held), moved(item, 'settled'), ...again.flat()], actor);
    if (outcome.ok) queue.add(again.map(([, { job }]) => dependencies.queued(job)));
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
    if (outcome.ok) queue.add([dependencies.queued(job)]);
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
    if (outcome.ok) queue.add(held.map((job) => dependencies.queued({ ...job, ...set })));
  }

  async function pauseOne(item: ItemRecord, paused: boolean): Promise<null> {
    await journal.commit([{ kind: 'pause-set', scope: 'item', id: item.id, paused, at: now() }], actor);
    dependencies.known.pause(item.id, paused);
    if (!paused) {
      queue.add((await jobsFor(item)).filter(({ state }) => state === 'ready').map(dependencies.queued));
      return null;
    }
    const stopped = new Set<string>();
    for (let tries = 0; tries < mostTries; tries += 1) {
      const fresh = (await jobsFor(item)).filter((job) => isLive(job) && !stopped.has(job.id));
      if (fresh.length === 0) break;
      for (const { id } of fresh) stopped.add(id);
      await queue.cancel(fresh.map(({ id }) => id));
    }
    return null;
  }

  async function sendAnywayOne(item: ItemRecord): Promise<Fault | null> {
    if (item.stage !== 'duplicate') return wrongUse('not-a-duplicate', { name: item.name });
    // Its original may just be on its way to `duplicates/`: where it lies has to be known before it is read.
    const tidying = (await journal.jobsOf(item.id)).filter((job) => job.kind === 'tidy' && isLive(job));
    await queue.cancel(tidying.map(({ id }) => id));
    const left = (await journal.jobsOf(item.id)).filter((job) => job.kind === 'tidy' && isLive(job));
    const job = dependencies.uploadJob(item, now());
    // By where it came: the case it was meant for is told by that, not by where it was set aside.
    const place = item.rule.mode === 'case' && item.rule.paper === undefined ? await asItCame(journal, item) : null;
    dependencies.known.forget(item.id);
    const outcome = await journal.commit(
      [
        {
          kind: 'item-moved',
          itemId: item.id,
          from: ['duplicate'],
          trail: [{ stage: 'accepted', at: now(), detail: { decision: 'send-anyway' } }],
          set: { fault: null },
        },
        ...(place === null ? [] : [dependencies.placed(place)]),
        ...drop(left),
        { kind: 'job-added', job },
      ],
      actor,
    );
    if (outcome.ok) queue.add([dependencies.queued(job)]);
    return null;
  }

  return {
    ...bulk,
    retry: (selection, act) =>
      bulk.run(act, async (acting) => {
        const ids = await idsOf(selection, ['held']);
        const waiting = selection === 'all' ? await waitingJobs(journal, now()) : [];
        acting.expect(ids.length + waiting.length);
        const freed = await freeJobs(journal, waiting, now(), actor, acting);
        queue.lift();
        const decided = await each(ids, acting, retryOne);
        return success({ ...decided, itemIds: [...new Set([...decided.itemIds, ...freed])] });
      }),
    cancel: (selection, act) =>
      bulk.run(act, (acting) =>
        whileSendingStands(selection, () => decideEach(selection, unsentStages, acting, cancelOne)),
      ),
    async pause(selection, paused, act) {
      if (selection === 'all') {
        await journal.commit([{ kind: 'pause-set', scope: 'all', id: '', paused, at: now() }], actor);
        queue.pause('all', '', paused);
        return success({ itemIds: [], refused: [], left: 0 });
      }
      return bulk.run(act, (acting) => decideEach(selection, [], acting, (item) => pauseOne(item, paused)));
    },
    sendAnyway: (selection, act) =>
      bulk.run(act, (acting) => decideEach(selection, ['duplicate'], acting, sendAnywayOne)),
  };
}
