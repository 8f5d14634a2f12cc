import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import { keysAtOnce } from '../../../shared/selection.ts';
import { success } from '../faults/fault.ts';
import { newRemarks, type Remarks } from '../history/remarks.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, JobRecord } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';
import type { Queue } from '../queue/queue.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import { createBulkActs, createEach, type BulkAct, type BulkActs, type Decision } from './bulk-acts.ts';
import { createCancelItem, createWithdraw, isLive, type CancelDependencies } from './cancel-item.ts';
import { jobPages, queuedJob } from './outstanding.ts';
import { createFillFields, type Filled, type FillDependencies } from './fill-fields.ts';
import { createRetryItem, drop, jobsFor, type RetryDependencies } from './retry-item.ts';
import { asItCame } from './set-aside.ts';
import { createSendSecond, type SendSecondDependencies } from './send-second.ts';
import { createSendingPause } from './sending-pause.ts';
import { itemPages } from '../journal/pages.ts';
import { createTakeInAgain, type OtherWay } from './take-in-again.ts';
import { createUnlockItem, type UnlockDependencies } from './unlock-item.ts';

/** What persons' decisions about items need. */
export interface DecisionDependencies
  extends
    CancelDependencies,
    Omit<RetryDependencies, 'fields'>,
    UnlockDependencies,
    FillDependencies,
    Omit<SendSecondDependencies, 'copies'> {
  readonly queue: Pick<Queue, 'add' | 'cancel' | 'requeue' | 'lift' | 'pause' | 'running'>;
  readonly known: Pick<KnownItems, 'forget' | 'pause'>;
}

/** Named items, or everything a decision can apply to. */
export type Selection = readonly string[] | 'all';

/** Persons' decisions about items; each is journalled with who decided. `act` names one that can be asked about and stopped. */
export interface Decisions extends Omit<BulkActs, 'run'> {
  retry(selection: Selection, act?: string): Promise<Outcome<Decision>>;
  cancel(selection: Selection, act?: string): Promise<Outcome<Decision>>;
  pause(selection: Selection, paused: boolean, act?: string): Promise<Outcome<Decision>>;
  sendAnyway(selection: Selection, act?: string): Promise<Outcome<Decision>>;
  unlock(itemIds: readonly string[], password: string, act?: string): Promise<Outcome<Decision>>;
  setFields(itemIds: readonly string[], filled: Filled, act?: string): Promise<Outcome<Decision>>;
  takeInAgain(itemIds: readonly string[], way: OtherWay, act?: string): Promise<Outcome<Decision>>;
  note(itemIds: readonly string[], remarks: Remarks, act?: string): Promise<Outcome<Decision>>;
}

/** Looks at an item that moves while it is decided about. */
const maxTries = 10;

const pageSize = 1_000;

/** Jobs of sending that wait for another try (`now` in ms). */
async function waitingJobs(journal: Pick<Journal, 'jobs'>, now: number): Promise<readonly JobRecord[]> {
  const waiting: JobRecord[] = [];
  for await (const page of jobPages(journal, ['ready']))
    waiting.push(...page.filter(({ kind, dueAt }) => (kind === 'upload' || kind === 'submit') && dueAt > now));
  return waiting;
}

/** They need not wait any more, here or at the next run; returns the items that they are for. */
async function freeJobs(
  journal: Pick<Journal, 'submission' | 'commit'>,
  waiting: readonly JobRecord[],
  now: number,
  actor: string,
  act: BulkAct,
): Promise<readonly string[]> {
  const itemIds: string[] = [];
  for (let start = 0; start < waiting.length && !act.isStopped(); start += pageSize) {
    const slice = waiting.slice(start, start + pageSize);
    await journal.commit(
      slice.map((job): Change => ({ kind: 'job-set', jobId: job.id, set: { dueAt: now } })),
      actor,
    );
    for (const { kind, subjectId } of slice) {
      if (kind === 'upload') itemIds.push(subjectId);
      else itemIds.push(...((await journal.submission(subjectId))?.items ?? []).map(({ itemId }) => itemId));
    }
    act.did(slice.length);
  }
  return itemIds;
}

/** Waits for another station that has the same content, or is held because that one may have sent it. */
const isOfTeam = ({ stage, fault }: ItemRecord): boolean =>
  (fault?.code === 'team-same-content' && (stage === 'accepted' || stage === 'uploaded')) ||
  (fault?.code === 'team-unclear' && stage === 'held');

/** Makes the act that sends a duplicate although its content is known; `retry` tries a held one again. */
function createSendAnyway(
  dependencies: DecisionDependencies,
  retry: (item: ItemRecord) => Promise<Fault | null>,
): (item: ItemRecord) => Promise<Fault | null> {
  const { journal, queue, now, actor } = dependencies;

  /** The team is not asked any more: what waits for it goes on at once. */
  async function withoutTeam(item: ItemRecord): Promise<Fault | null> {
    const note = { event: 'accepted', detail: { decision: 'send-anyway' } };
    await journal.commit([{ kind: 'item-set', itemId: item.id, set: {}, note }], actor);
    dependencies.known.forget(item.id);
    if (item.stage === 'held') return retry(item);
    for (const job of await jobsFor(journal, item)) if (job.state === 'ready') queue.requeue(queuedJob(job));
    return null;
  }

  return async (item) => {
    if (isOfTeam(item)) return withoutTeam(item);
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
    if (outcome.ok) queue.add([queuedJob(job)]);
    return null;
  };
}

/** Makes the decisions. */
export function createDecisions(dependencies: DecisionDependencies): Decisions {
  const { journal, queue, now, actor } = dependencies;
  const bulk = createBulkActs();
  const cancelOne = createCancelItem(dependencies);
  const fields = createFillFields(dependencies);
  const retryItem = createRetryItem({ ...dependencies, fields });
  const sendAnywayOne = createSendAnyway(dependencies, retryItem);
  const unlockOne = createUnlockItem(dependencies);
  const againOne = createTakeInAgain(dependencies, createWithdraw(dependencies), createSendSecond(dependencies));
  const whileSendingPauses = createSendingPause(dependencies);

  const each = createEach(journal);

  async function idsOf(selection: Selection, stages: readonly ItemStage[]): Promise<readonly string[]> {
    if (selection !== 'all') return [...new Set(selection)];
    // The whole list first: what is decided about leaves the stages that are paged through.
    const ids: string[] = [];
    for await (const keys of itemPages(journal.itemKeys, { stages, order: 'oldest', limit: keysAtOnce }))
      ids.push(...keys.map(({ id }) => id));
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

  async function pauseOne(item: ItemRecord, paused: boolean): Promise<null> {
    await journal.commit([{ kind: 'pause-set', scope: 'item', id: item.id, paused, at: now() }], actor);
    dependencies.known.pause(item.id, paused);
    if (!paused) {
      queue.add((await jobsFor(journal, item)).filter(({ state }) => state === 'ready').map(queuedJob));
      return null;
    }
    const stopped = new Set<string>();
    for (let tries = 0; tries < maxTries; tries += 1) {
      const fresh = (await jobsFor(journal, item)).filter((job) => isLive(job) && !stopped.has(job.id));
      if (fresh.length === 0) break;
      for (const { id } of fresh) stopped.add(id);
      await queue.cancel(fresh.map(({ id }) => id));
    }
    return null;
  }

  async function noteOne(item: ItemRecord, remarks: Remarks): Promise<null> {
    const { set, told } = newRemarks(remarks, item);
    const [first, ...others] = told;
    if (first === undefined) return null;
    const changes: readonly Change[] = [
      { kind: 'item-set', itemId: item.id, set, note: first },
      ...others.map((each) => ({ kind: 'custody', subject: 'item', subjectId: item.id, at: now(), ...each }) as const),
    ];
    await journal.commit(changes, actor);
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
        const decided = await each(ids, acting, retryItem);
        return success({ ...decided, itemIds: [...new Set([...decided.itemIds, ...freed])] });
      }),
    cancel: (selection, act) =>
      bulk.run(act, (acting) =>
        whileSendingPauses(selection, () => decideEach(selection, unsentStages, acting, cancelOne)),
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
    unlock: (itemIds, password, act) =>
      bulk.run(act, (acting) => decideEach(itemIds, [], acting, (item) => unlockOne(item, password))),
    setFields: (itemIds, filled, act) =>
      bulk.run(act, (acting) => decideEach(itemIds, [], acting, (item) => fields.fill(item, filled))),
    takeInAgain: (itemIds, way, act) =>
      bulk.run(act, (acting) =>
        whileSendingPauses(itemIds, () => decideEach(itemIds, [], acting, (item) => againOne(item, way))),
      ),
    note: (itemIds, remarks, act) =>
      bulk.run(act, (acting) => decideEach(itemIds, [], acting, (item) => noteOne(item, remarks))),
  };
}
