import type { OpenBatchView } from '../../../shared/case-views.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import { pages, itemPages } from '../journal/pages.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';
import { batchJob, keyOfTerms, openBatch, termsOf } from './batch-submission.ts';
import type { BatchTerms } from './batch-submission.ts';
import { createTurn } from '../platform/serial.ts';

/** What batches need. */
export interface BatchesDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Milliseconds that no change of the clock moves: quiet time is counted by them. */
  readonly monotonic: () => number;
  readonly ids: () => string;
  readonly log: Log;
  /** Priority of submit jobs. */
  readonly priority: number;
  /** Tells the queue of jobs that are now in the journal. */
  readonly announceJobs: (jobs: readonly NewJob[]) => void;
  /** Whether files of the source are accepted and not uploaded yet: its batches wait for them, however long that takes. */
  readonly filesOnTheirWay?: (sourceId: string) => Promise<boolean>;
}

/** Open batches: uploaded items of a source gather until no more come, or there are enough. */
export interface Batches {
  /** Loads what was open before, with its quiet time as far as it has run, and items that were uploaded but had not joined. */
  start(): Promise<void>;
  /** An uploaded item joins; answers once that is durable. Idempotent. */
  join(itemId: string): Promise<void>;
  /** The source still has files on their way: the quiet time of its batches begins anew. Call it again as long as that is so. */
  hold(sourceId: string): void;
  /** Closes the source's batches (null: all) as they are; answers how many. */
  closeNow(sourceId: string | null): Promise<number>;
  /** What gathers just now. */
  gathering(): readonly OpenBatchView[];
  /** Answers once nothing is being written; open batches stay open in the journal. */
  stop(): Promise<void>;
}

interface OpenBatch {
  readonly submissionId: string;
  readonly terms: BatchTerms;
  readonly quietMs: number;
  readonly maximum: number;
  count: number;
  /** By the monotonic measure. */
  lastSign: number;
  cancelTimer: (() => void) | null;
}

const pageSize = 500;

function closing(
  parts: BatchesDependencies,
  batch: OpenBatch,
): { readonly job: NewJob; readonly changes: readonly Change[] } {
  const { clock, ids } = parts;
  const at = clock.now();
  const job = batchJob(ids(), batch.submissionId, batch.terms, parts.priority, at);
  const { submissionId } = batch;
  return {
    job,
    changes: [
      { kind: 'submission-set', submissionId, from: ['open'], set: { state: 'ready' }, at },
      { kind: 'job-added', job },
    ],
  };
}

/** Uploaded items that are part of no submission that still counts. */
async function unsubmitted(parts: BatchesDependencies, itemIds: readonly string[]): Promise<readonly ItemRecord[]> {
  const { journal } = parts;
  const items = await journal.itemsByIds([...new Set(itemIds)]);
  const free = await Promise.all(
    items.map(async (item) => {
      if (item.stage !== 'uploaded') return null;
      const submissions = await journal.submissionsOfItem(item.id);
      return submissions.every((submission) => submission.state === 'cancelled') ? item : null;
    }),
  );
  const order = new Map(itemIds.map((id, index) => [id, index]));
  return free.filter((item) => item !== null).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

/** Makes the batches of a station; nothing happens before `start`. */
export function createBatches(dependencies: BatchesDependencies): Batches {
  const { journal, clock, monotonic, ids, log } = dependencies;
  const open = new Map<string, OpenBatch>();
  const pending: { readonly itemId: string; readonly done: () => void; readonly failed: (error: unknown) => void }[] =
    [];
  let stopped = false;

  /** One act at a time: joining and closing never cross. */
  const inTurn = createTurn();

  function forget(key: string, batch: OpenBatch): void {
    batch.cancelTimer?.();
    batch.cancelTimer = null;
    if (open.get(key) === batch) open.delete(key);
  }

  function watchQuiet(key: string, batch: OpenBatch): void {
    batch.cancelTimer?.();
    if (stopped) return;
    batch.cancelTimer = clock.after(Math.max(0, batch.lastSign + batch.quietMs - monotonic()), () => {
      batch.cancelTimer = null;
      if (monotonic() - batch.lastSign < batch.quietMs) {
        watchQuiet(key, batch);
        return;
      }
      inTurn(() => closeQuiet(key, batch)).catch((error: unknown) => {
        log.error('batch-not-closed', { submission: batch.submissionId, cause: String(error) });
        // Nothing was written: tried again after another quiet time.
        batch.lastSign = monotonic();
        watchQuiet(key, batch);
      });
    });
  }

  /** The quiet time is over: closes the batch, unless a file of the source is still on its way to it. */
  async function closeQuiet(key: string, batch: OpenBatch): Promise<void> {
    if (open.get(key) !== batch) return;
    if ((await dependencies.filesOnTheirWay?.(batch.terms.sourceId)) === true) {
      batch.lastSign = monotonic();
      watchQuiet(key, batch);
    } else await close(key, batch);
  }

  async function close(key: string, batch: OpenBatch): Promise<void> {
    if (open.get(key) !== batch) return;
    const { job, changes } = closing(dependencies, batch);
    const outcome = await journal.commit(changes);
    forget(key, batch);
    if (outcome.ok) dependencies.announceJobs([job]);
  }

  function enter(
    key: string,
    submissionId: string,
    terms: BatchTerms,
    item: ItemRecord,
    count: number,
    lastSign: number,
  ): OpenBatch {
    const { batchQuietMs: quietMs, batchMaximum: maximum } = item.rule;
    const batch: OpenBatch = { submissionId, terms, quietMs, maximum, count, lastSign, cancelTimer: null };
    open.set(key, batch);
    return batch;
  }

  /** Puts items on the same terms into batches of at most the rule's size. */
  async function gather(key: string, items: readonly ItemRecord[]): Promise<void> {
    const left = [...items];
    for (let first = left[0]; first !== undefined; first = left[0]) {
      const there = open.get(key);
      const at = clock.now();
      const batch = there ?? enter(key, ids(), termsOf(first), first, 0, monotonic());
      const part = left.slice(0, Math.max(1, batch.maximum - batch.count));
      const full = batch.count + part.length >= batch.maximum;
      const end = full ? closing(dependencies, batch) : null;
      const joined: readonly Change[] =
        there === undefined
          ? [{ kind: 'submission-added', submission: openBatch(batch.submissionId, batch.terms, part, at) }]
          : part.map(({ id, role }) => ({
              kind: 'submission-item-added',
              submissionId: batch.submissionId,
              itemId: id,
              role,
            }));
      const outcome = await journal.commit([...joined, ...(end?.changes ?? [])]).catch((error: unknown) => {
        if (there === undefined) forget(key, batch);
        throw error;
      });
      if (!outcome.ok) {
        // Somebody else closed or cancelled the batch: the items go into a new one. A new one is never refused.
        if (there === undefined) throw new Error(`a new batch was refused: ${outcome.reason}`);
        forget(key, batch);
        continue;
      }
      left.splice(0, part.length);
      batch.count += part.length;
      batch.lastSign = monotonic();
      if (end === null) watchQuiet(key, batch);
      else {
        forget(key, batch);
        dependencies.announceJobs([end.job]);
      }
    }
  }

  async function drain(): Promise<void> {
    const taken = pending.splice(0);
    if (taken.length === 0) return;
    try {
      const groups = new Map<string, ItemRecord[]>();
      for (const item of await unsubmitted(
        dependencies,
        taken.map(({ itemId }) => itemId),
      )) {
        const key = keyOfTerms(termsOf(item));
        groups.set(key, [...(groups.get(key) ?? []), item]);
      }
      for (const [key, items] of groups) await gather(key, items);
      for (const { done } of taken) done();
    } catch (error) {
      for (const { failed } of taken) failed(error);
    }
  }

  function join(itemId: string): Promise<void> {
    return new Promise((done, failed) => {
      pending.push({ itemId, done, failed });
      void inTurn(drain);
    });
  }

  async function reload(submission: SubmissionRecord): Promise<void> {
    const items = await journal.itemsByIds(submission.items.map((part) => part.itemId));
    const [item] = items;
    if (item === undefined) return;
    const terms = { ...termsOf(item), sourceId: submission.sourceId };
    const key = keyOfTerms(terms);
    const before = open.get(key);
    if (before !== undefined) await close(key, before);
    const joins = items.filter(({ stage }) => stage === 'uploaded').map(({ stageSince }) => stageSince);
    const lastJoin = Math.max(submission.createdAt, ...joins);
    const quietFor = Math.max(0, clock.now() - lastJoin);
    watchQuiet(key, enter(key, submission.id, terms, item, submission.items.length, monotonic() - quietFor));
  }

  async function reloadAll(): Promise<void> {
    const read = (after?: string) => journal.submissions(['open'], pageSize, after);
    for await (const page of pages(read, ({ id }) => id))
      for (const submission of page) if (submission.kind === 'batch') await reload(submission);
  }

  async function joinForgotten(): Promise<void> {
    const uploaded = { stages: ['uploaded'], order: 'oldest', limit: pageSize } as const;
    for await (const items of itemPages(journal.items, uploaded))
      await Promise.all(items.filter((item) => item.rule.mode === 'batch').map((item) => join(item.id)));
  }

  return {
    async start() {
      stopped = false;
      await inTurn(reloadAll);
      await joinForgotten();
    },
    join,
    hold(sourceId) {
      for (const batch of open.values()) if (batch.terms.sourceId === sourceId) batch.lastSign = monotonic();
    },
    closeNow: (sourceId) =>
      inTurn(async () => {
        const wanted = [...open].filter(([, { terms }]) => sourceId === null || terms.sourceId === sourceId);
        for (const [key, batch] of wanted) await close(key, batch);
        return wanted.length;
      }),
    gathering: () =>
      [...open.values()].map(({ submissionId, terms, count, lastSign, quietMs }) => ({
        id: submissionId,
        sourceId: terms.sourceId,
        connectionId: terms.connectionId,
        projectId: terms.projectId,
        items: count,
        closesAt: clock.now() + lastSign + quietMs - monotonic(),
      })),
    async stop() {
      stopped = true;
      for (const batch of open.values()) batch.cancelTimer?.();
      await inTurn(() => Promise.resolve());
      open.clear();
    },
  };
}
