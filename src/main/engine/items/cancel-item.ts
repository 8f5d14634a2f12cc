import type { Fault } from '../../../shared/faults.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, JobRecord, SubmissionRecord } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';
import type { Queue } from '../queue/queue.ts';
import { queuedJob } from './outstanding.ts';
import type { KnownItems } from '../submissions/known-items.ts';

/** What cancelling needs. */
export interface CancelDependencies {
  readonly journal: Journal;
  readonly queue: Pick<Queue, 'add' | 'cancel'>;
  readonly now: () => number;
  /** The account that decides, for custody. */
  readonly actor: string;
  /** The memory of items on their way. */
  readonly known: Pick<KnownItems, 'forget'>;
  /** Does something while no file joins a batch and none is closed. */
  readonly whileBatchesAreStill: <T>(act: () => Promise<T>) => Promise<T>;
  /** A file left these batches. */
  readonly leftBatches: (submissionIds: readonly string[]) => void;
  /** It will not be sent. */
  readonly dropped: (item: ItemRecord) => void;
}

/** Whether a batch is still put together, or waits to be sent: a file can leave it. */
export const isBeingGathered = ({ kind, state }: SubmissionRecord): boolean =>
  kind === 'batch' && (state === 'open' || state === 'ready' || state === 'held');

/** The batches that an item leaves in which others stay: without it they go on, and it can join another one. */
export function leavingBatches(submissions: readonly SubmissionRecord[], itemId: string): readonly Change[] {
  return submissions
    .filter((each) => isBeingGathered(each) && each.items.length > 1)
    .map(({ id }) => ({ kind: 'submission-item-removed', submissionId: id, itemId }));
}

/** What submissions an item has, with how many others, and where they stand. */
function sharing(submissions: readonly SubmissionRecord[]): string {
  return submissions.map(({ id, state, items }) => `${id} ${state} ${String(items.length)}`).join(', ');
}

/** Looks at an item that moves while it is decided about. */
const maxTries = 10;

/** Whether the job is still to be done by itself. */
export const isLive = ({ state }: JobRecord): boolean => state === 'ready' || state === 'running';

/** Jobs of all these subjects. */
export async function jobsOfAll(
  journal: Pick<Journal, 'jobsOf'>,
  subjectIds: readonly string[],
): Promise<readonly JobRecord[]> {
  return (await Promise.all(subjectIds.map((id) => journal.jobsOf(id)))).flat();
}

/** What stopping the jobs of an item needs. */
export interface StopDependencies extends Pick<CancelDependencies, 'known'> {
  readonly journal: Pick<Journal, 'jobsOf' | 'submissionsOfItem'>;
  readonly queue: Pick<Queue, 'cancel'>;
}

/** Stops the item's own jobs and those of submissions that are its alone; returns the subjects of what was stopped. */
export async function stopJobs(
  { journal, queue, known }: StopDependencies,
  { id: itemId }: Pick<ItemRecord, 'id'>,
): Promise<readonly string[]> {
  const seen = new Set<string>();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const submissions = (await journal.submissionsOfItem(itemId)).filter(({ items }) => items.length === 1);
    const subjects = [itemId, ...submissions.map(({ id }) => id)];
    const jobs = (await jobsOfAll(journal, subjects)).filter((job) => job.kind !== 'tidy' && isLive(job));
    const fresh = jobs.filter(({ id }) => !seen.has(id));
    // An attempt that was being stopped may have led to another one.
    if (fresh.length === 0) return subjects;
    for (const { id } of fresh) seen.add(id);
    await queue.cancel(fresh.map(({ id }) => id));
    known.forget(itemId);
  }
  return [itemId];
}

/** Where an item goes that is taken back. */
type Onward = Pick<Extract<Change, { kind: 'item-moved' }>, 'trail' | 'set'> & {
  /** What else changes with it. */
  readonly more?: readonly Change[];
};

/** Takes an item back before it is at the service, to where `onward` says; answers why it can't be, null where it is done. */
export type Withdraw = (item: ItemRecord, onward: Onward) => Promise<Fault | null>;

/**
 * Makes the act that takes an item back before it is at the service, see {@link Withdraw}. What the
 * service may have been told already is not taken back: nobody knows then what is there.
 */
export function createWithdraw(dependencies: Omit<CancelDependencies, 'dropped'>): Withdraw {
  const { journal, queue, now, actor } = dependencies;

  function isSent(item: ItemRecord): boolean {
    if (item.stage === 'held') return item.resumeStage !== null && !unsentStages.includes(item.resumeStage);
    return !unsentStages.includes(item.stage);
  }

  /** Whether the service may have been told to make a document of it: until that is known nobody can take it back. */
  const mayBeSent = ({ state }: SubmissionRecord): boolean => state === 'submitting' || state === 'unclear';

  /** Nothing of it was found again and again, and a person is asked: their decision is what it waits for. */
  async function isGivenUp({ id, state }: SubmissionRecord): Promise<boolean> {
    if (state !== 'unclear') return false;
    const jobs = await journal.jobsOf(id);
    return jobs.some((job) => job.state === 'held') && !jobs.some(isLive);
  }

  async function isUnderWay(submissions: readonly SubmissionRecord[]): Promise<boolean> {
    for (const each of submissions) if (mayBeSent(each) && !(await isGivenUp(each))) return true;
    return false;
  }

  async function withdraw(item: ItemRecord, onward: Onward): Promise<Fault | null> {
    const sent = wrongUse('at-service', { name: item.name });
    let present: ItemRecord | null = item;
    for (let tries = 0; tries < maxTries && present !== null && !isSent(present); tries += 1) {
      // Others share a batch's call: one that is under way goes on.
      const shared = (await journal.submissionsOfItem(item.id)).filter(({ items }) => items.length > 1);
      if (await isUnderWay(shared)) return beingSent(item);
      const stopped = await stopJobs(dependencies, item);
      const submissions = await journal.submissionsOfItem(item.id);
      if (await isUnderWay(submissions)) {
        queue.add((await jobsOfAll(journal, stopped)).filter(({ state }) => state === 'ready').map(queuedJob));
        return beingSent(item);
      }
      present = await journal.item(item.id);
      const taken = present;
      if (taken === null || isSent(taken)) continue;
      const isDone = await dependencies.whileBatchesAreStill(async () => {
        // The end of an attempt that was stopped may have let it join a batch, or another file join its own.
        const still = await journal.submissionsOfItem(item.id);
        return sharing(still) === sharing(submissions) && (await commit(taken, submissions, onward));
      });
      if (isDone) return null;
    }
    return sent;
  }

  function beingSent(item: ItemRecord): Fault {
    return wrongUse('being-submitted', { name: item.name });
  }

  async function commit(
    item: ItemRecord,
    submissions: readonly SubmissionRecord[],
    { more = [], ...onward }: Onward,
  ): Promise<boolean> {
    const own = submissions.filter(
      ({ items, state }) =>
        items.length === 1 && (state === 'ready' || state === 'held' || state === 'open' || state === 'unclear'),
    );
    const jobs = (await jobsOfAll(journal, [item.id, ...own.map(({ id }) => id)])).filter(
      (job) => job.kind !== 'tidy' && (isLive(job) || job.state === 'held'),
    );
    const at = now();
    const trail = onward.trail.map((step) => ({ ...step, detail: { ...step.detail, from: item.stage } }));
    const outcome = await journal.commit(
      [
        {
          kind: 'item-moved',
          itemId: item.id,
          from: [item.stage],
          ...onward,
          trail,
        },
        ...leavingBatches(submissions, item.id),
        ...more,
        ...jobs.map((job): Change => ({ kind: 'job-set', jobId: job.id, set: { state: 'cancelled' } })),
        ...own.map(({ id, state }): Change => ({
          kind: 'submission-set',
          submissionId: id,
          from: [state],
          set: { state: 'cancelled' },
          at,
        })),
      ],
      actor,
    );
    if (outcome.ok) dependencies.leftBatches(submissions.filter(isBeingGathered).map(({ id }) => id));
    return outcome.ok;
  }

  return withdraw;
}

/** Makes the act that ends an item before it is at the service, see {@link createWithdraw}. */
export function createCancelItem(dependencies: CancelDependencies): (item: ItemRecord) => Promise<Fault | null> {
  const withdraw = createWithdraw(dependencies);
  return async (item) => {
    const trail = [{ stage: 'cancelled', at: dependencies.now(), detail: { decision: 'cancel' } }] as const;
    const refused = await withdraw(item, { trail });
    if (refused === null) dependencies.dropped(item);
    return refused;
  };
}
