import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { CommandAnswer } from '../../../shared/contract.ts';
import type { ItemStage } from '../../../shared/item.ts';
import { fault, success } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, JobRecord, NewJob } from '../journal/records.ts';
import type { QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/** What persons' decisions about items need. */
export interface DecisionDependencies {
  readonly journal: Journal;
  readonly queue: Pick<Queue, 'add' | 'cancel' | 'lift' | 'pause'>;
  readonly now: () => number;
  /** The account that decides, for custody. */
  readonly actor: string;
  readonly uploadJob: (item: ItemRecord, dueAt: number) => NewJob;
  readonly queued: (job: NewJob | JobRecord) => QueuedJob;
  readonly forget: (itemId: string) => void;
  /** The intake looks at the file again. */
  readonly settleAgain: (item: ItemRecord) => void;
}

/** Named items, or everything a decision can apply to. */
export type Selection = readonly string[] | 'all';

/** Which items were changed, and why not the others. */
export type Decision = CommandAnswer<'items.retry'>;

/** Persons' decisions about items; each is journalled with who decided. */
export interface Decisions {
  retry(selection: Selection): Promise<Outcome<Decision>>;
  cancel(selection: Selection): Promise<Outcome<Decision>>;
  pause(selection: Selection, paused: boolean): Promise<Outcome<Decision>>;
  sendAnyway(selection: Selection): Promise<Outcome<Decision>>;
}

/** Stages of an item that is not at the service yet. */
const unsent: readonly ItemStage[] = ['seen', 'settling', 'accepted', 'uploading', 'uploaded', 'submitting', 'held'];

/** Faults that only another look at the file can cure. */
const cured = new Set<Fault['code']>([
  'type-not-accepted',
  'file-damaged',
  'name-refused',
  'sidecar-invalid',
  'file-gone',
]);

/** Faults in which the service has the file: sending it again would make a second document. */
const atService = new Set<Fault['code']>(['processing-failed', 'already-at-service']);

const pageSize = 500;

/** Makes the decisions. */
export function createDecisions(dependencies: DecisionDependencies): Decisions {
  const { journal, queue, now, actor } = dependencies;

  async function* selected(selection: Selection, stages: readonly ItemStage[]): AsyncGenerator<ItemRecord> {
    if (selection === 'all') {
      // The whole list first: what is decided about leaves the stages that are paged through.
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await journal.items({
          stages,
          order: 'oldest',
          limit: pageSize,
          ...(cursor === undefined ? {} : { cursor }),
        });
        ids.push(...page.rows.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== undefined);
      yield* inPages(ids);
    } else yield* inPages(selection);
  }

  async function* inPages(ids: readonly string[]): AsyncGenerator<ItemRecord> {
    for (let start = 0; start < ids.length; start += pageSize) {
      yield* await journal.itemsByIds(ids.slice(start, start + pageSize));
    }
  }

  /** Asks `decide` about each selected item; ids that name none are refused. */
  async function each(
    selection: Selection,
    stages: readonly ItemStage[],
    decide: (item: ItemRecord) => Promise<Fault | null>,
  ): Promise<Outcome<Decision>> {
    const itemIds: string[] = [];
    const refused: { itemId: string; fault: Fault }[] = [];
    const named = new Set<string>(selection === 'all' ? [] : selection);
    for await (const item of selected(selection, stages)) {
      named.delete(item.id);
      const reason = await decide(item);
      if (reason === null) itemIds.push(item.id);
      else refused.push({ itemId: item.id, fault: reason });
    }
    for (const itemId of named) refused.push({ itemId, fault: fault('not-found', { subject: 'item', id: itemId }) });
    return success({ itemIds, refused });
  }

  /** Every outstanding job that works for the item: its own, its submissions', its documents' exports'. */
  async function jobsFor(item: ItemRecord): Promise<readonly JobRecord[]> {
    const submissions = await journal.submissionsOfItem(item.id);
    const documents = await journal.documentsOfItem(item.id);
    const exports = await Promise.all(documents.map((document) => journal.exportsOfDocument(document.id)));
    const subjects = [
      item.id,
      ...submissions.map(({ id }) => id),
      ...documents.map(({ id }) => id),
      ...exports.flat().map(({ id }) => id),
    ];
    const jobs = await Promise.all(subjects.map((id) => journal.jobsOf(id)));
    return jobs.flat();
  }

  async function retryOne(item: ItemRecord): Promise<Fault | null> {
    const jobs = await jobsFor(item);
    const held = jobs.filter(({ state }) => state === 'held');
    if (item.stage !== 'held') {
      if (held.length > 0) {
        await goOn(held, []);
        return null;
      }
      const waits = jobs.some(({ state }) => state === 'ready');
      return waits
        ? null
        : fault('wrong-usage', {
            problem: `${item.name} is not held.`,
            hint: 'Only what is held or waits can be retried.',
          });
    }
    if (item.fault !== null && atService.has(item.fault.code)) return item.fault;
    const back = item.resumeStage ?? 'settling';
    if (back === 'settling' || (item.fault !== null && cured.has(item.fault.code))) {
      const outcome = await journal.commit([...drop(held), moved(item, 'settling')], actor);
      if (outcome.ok) dependencies.settleAgain(item);
      return null;
    }
    if (back === 'accepted' && held.length === 0) {
      const job = dependencies.uploadJob(item, now());
      const outcome = await journal.commit([moved(item, 'accepted'), { kind: 'job-added', job }], actor);
      if (outcome.ok) queue.add([dependencies.queued(job)]);
      return null;
    }
    await goOn(held, [moved(item, back)]);
    return null;
  }

  function moved(item: ItemRecord, stage: ItemStage): Change {
    dependencies.forget(item.id);
    return {
      kind: 'item-moved',
      itemId: item.id,
      from: [item.stage],
      trail: [{ stage, at: now(), detail: { decision: 'retry' } }],
      set: { fault: null, resumeStage: null },
    };
  }

  function drop(jobs: readonly JobRecord[]): Change[] {
    return jobs.map((job) => ({ kind: 'job-set', jobId: job.id, set: { state: 'cancelled' } }));
  }

  async function goOn(held: readonly JobRecord[], moves: readonly Change[]): Promise<void> {
    const at = now();
    const outcome = await journal.commit(
      [
        ...moves,
        ...held.map((job): Change => ({
          kind: 'job-set',
          jobId: job.id,
          set: { state: 'ready', dueAt: at, attempts: 0, fault: null },
        })),
      ],
      actor,
    );
    if (outcome.ok)
      queue.add(
        held.map((job) => dependencies.queued({ ...job, state: 'ready', dueAt: at, attempts: 0, fault: null })),
      );
  }

  async function cancelOne(item: ItemRecord): Promise<Fault | null> {
    const sent = item.stage === 'held' && item.resumeStage !== null && !unsent.includes(item.resumeStage);
    if (!unsent.includes(item.stage) || sent) {
      return fault('wrong-usage', {
        problem: `${item.name} is at the service already.`,
        hint: 'Reject the document instead.',
      });
    }
    const own = (await journal.jobsOf(item.id)).filter(
      ({ state }) => state === 'ready' || state === 'running' || state === 'held',
    );
    const submissions = (await journal.submissionsOfItem(item.id)).filter(({ items }) => items.length === 1);
    const itsSubmissions = (await Promise.all(submissions.map(({ id }) => journal.jobsOf(id))))
      .flat()
      .filter(({ state }) => state !== 'done' && state !== 'cancelled');
    await queue.cancel([...own, ...itsSubmissions].map(({ id }) => id));
    dependencies.forget(item.id);
    // It may have got through while its attempt was being stopped.
    const present = await journal.item(item.id);
    if (present === null || !unsent.includes(present.stage)) {
      return fault('wrong-usage', {
        problem: `${item.name} is at the service already.`,
        hint: 'Reject the document instead.',
      });
    }
    await journal.commit(
      [
        {
          kind: 'item-moved',
          itemId: item.id,
          from: [present.stage],
          trail: [{ stage: 'cancelled', at: now(), detail: { decision: 'cancel', from: present.stage } }],
          set: { resumeStage: present.stage },
        },
        ...[...own, ...itsSubmissions].map((job): Change => ({
          kind: 'job-set',
          jobId: job.id,
          set: { state: 'cancelled' },
        })),
      ],
      actor,
    );
    return null;
  }

  return {
    async retry(selection) {
      queue.lift();
      return each(selection, ['held'], retryOne);
    },
    cancel: (selection) => each(selection, unsent, cancelOne),
    async pause(selection, paused) {
      if (selection === 'all') {
        await journal.commit([{ kind: 'pause-set', scope: 'all', id: '', paused, at: now() }], actor);
        queue.pause('all', '', paused);
        return success({ itemIds: [], refused: [] });
      }
      return each(selection, [], async (item) => {
        await journal.commit([{ kind: 'pause-set', scope: 'item', id: item.id, paused, at: now() }], actor);
        const waiting = (await jobsFor(item)).filter(({ state }) => state === 'ready' || state === 'running');
        if (paused) await queue.cancel(waiting.map(({ id }) => id));
        else queue.add((await jobsFor(item)).filter(({ state }) => state === 'ready').map(dependencies.queued));
        return null;
      });
    },
    sendAnyway: (selection) =>
      each(selection, ['duplicate'], async (item) => {
        if (item.stage !== 'duplicate') return fault('wrong-usage', { problem: `${item.name} is no duplicate.` });
        const job = dependencies.uploadJob(item, now());
        const outcome = await journal.commit(
          [
            {
              kind: 'item-moved',
              itemId: item.id,
              from: ['duplicate'],
              trail: [{ stage: 'accepted', at: now(), detail: { decision: 'send-anyway' } }],
              set: { fault: null },
            },
            { kind: 'job-added', job },
          ],
          actor,
        );
        if (outcome.ok) queue.add([dependencies.queued(job)]);
        return null;
      }),
  };
}
