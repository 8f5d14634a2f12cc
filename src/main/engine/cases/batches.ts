import type { OpenBatchView } from '../../../shared/case-views.ts';
import type { Change } from '../journal/changes.ts';
import { pages, itemPages } from '../journal/pages.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import { batchJob, keyOfTerms, openBatch, termsOf } from './batch-submission.ts';
import type { BatchTerms } from './batch-submission.ts';
import type { GatheringDependencies } from './gathering.ts';
import { createTurn } from '../platform/serial.ts';

/** What batches need. */
export interface BatchesDependencies extends GatheringDependencies {
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
  /** Does something while no file joins a batch and none is closed. */
  whileStill<T>(act: () => Promise<T>): Promise<T>;
  /** A file left these batches before they were sent. */
  left(submissionIds: readonly string[]): void;
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

interface State extends BatchesDependencies {
  readonly open: Map<string, OpenBatch>;
  /** Items that are to join. */
  readonly pending: { readonly itemId: string; readonly done: () => void; readonly failed: (error: unknown) => void }[];
  /** One act at a time: joining and closing never cross. */
  readonly inTurn: ReturnType<typeof createTurn>;
  stopped: boolean;
}

function forget(batches: State, key: string, batch: OpenBatch): void {
  const { open } = batches;
  batch.cancelTimer?.();
  batch.cancelTimer = null;
  if (open.get(key) === batch) open.delete(key);
}

function watchQuiet(batches: State, key: string, batch: OpenBatch): void {
  const { clock, log, inTurn } = batches;
  batch.cancelTimer?.();
  if (batches.stopped) return;
  batch.cancelTimer = clock.after(Math.max(0, batch.lastSign + batch.quietMs - clock.monotonic()), () => {
    batch.cancelTimer = null;
    if (clock.monotonic() - batch.lastSign < batch.quietMs) {
      watchQuiet(batches, key, batch);
      return;
    }
    inTurn(() => closeQuiet(batches, key, batch)).catch((error: unknown) => {
      log.error('batch-not-closed', { submission: batch.submissionId, cause: String(error) });
      // Nothing was written: tried again after another quiet time.
      batch.lastSign = clock.monotonic();
      watchQuiet(batches, key, batch);
    });
  });
}

/** The quiet time is over: closes the batch, unless a file of the source is still on its way to it. */
async function closeQuiet(batches: State, key: string, batch: OpenBatch): Promise<void> {
  const { clock, open } = batches;
  if (open.get(key) !== batch) return;
  if ((await batches.filesOnTheirWay?.(batch.terms.sourceId)) === true) {
    batch.lastSign = clock.monotonic();
    watchQuiet(batches, key, batch);
  } else await close(batches, key, batch);
}

async function close(batches: State, key: string, batch: OpenBatch): Promise<void> {
  const { journal, open } = batches;
  if (open.get(key) !== batch) return;
  const { job, changes } = closing(batches, batch);
  const outcome = await journal.commit(changes);
  forget(batches, key, batch);
  if (outcome.ok) batches.announceJobs([job]);
}

function enter(
  batches: State,
  key: string,
  submissionId: string,
  terms: BatchTerms,
  item: ItemRecord,
  count: number,
  lastSign: number,
): OpenBatch {
  const { open } = batches;
  const { batchQuietMs: quietMs, batchMaximum: maximum } = item.rule;
  const batch: OpenBatch = { submissionId, terms, quietMs, maximum, count, lastSign, cancelTimer: null };
  open.set(key, batch);
  return batch;
}

/** Puts items on the same terms into batches of at most the rule's size. */
async function gather(batches: State, key: string, items: readonly ItemRecord[]): Promise<void> {
  const { journal, clock, ids, open } = batches;
  const left = [...items];
  for (let first = left[0]; first !== undefined; first = left[0]) {
    const there = open.get(key);
    const at = clock.now();
    const batch = there ?? enter(batches, key, ids(), termsOf(first), first, 0, clock.monotonic());
    const part = left.slice(0, Math.max(1, batch.maximum - batch.count));
    const full = batch.count + part.length >= batch.maximum;
    const end = full ? closing(batches, batch) : null;
    const joined: readonly Change[] =
      there === undefined
        ? [{ kind: 'submission-added', submission: openBatch(batch.submissionId, batch.terms, part, at) }]
        : part.map(({ id, role }) => ({
            kind: 'submission-item-added',
            submissionId: batch.submissionId,
            itemId: id,
            role,
          }));
    // One that a person sends another way meanwhile does not join any more.
    const guards = part.map(({ id, stageSince: since }): Change => ({
      kind: 'item-moved',
      itemId: id,
      from: ['uploaded'],
      since,
      trail: [],
    }));
    const outcome = await journal.commit([...guards, ...joined, ...(end?.changes ?? [])]).catch((error: unknown) => {
      if (there === undefined) forget(batches, key, batch);
      throw error;
    });
    if (!outcome.ok && outcome.index < part.length) {
      left.splice(outcome.index, 1);
      if (there === undefined) forget(batches, key, batch);
      continue;
    }
    if (!outcome.ok) {
      // Somebody else closed or cancelled the batch: the items go into a new one. A new one is never refused.
      if (there === undefined) throw new Error(`a new batch was refused: ${outcome.reason}`);
      forget(batches, key, batch);
      continue;
    }
    left.splice(0, part.length);
    batch.count += part.length;
    batch.lastSign = clock.monotonic();
    if (end === null) watchQuiet(batches, key, batch);
    else {
      forget(batches, key, batch);
      batches.announceJobs([end.job]);
    }
  }
}

async function drain(batches: State): Promise<void> {
  const { pending } = batches;
  const taken = pending.splice(0);
  if (taken.length === 0) return;
  try {
    const groups = new Map<string, ItemRecord[]>();
    for (const item of await unsubmitted(
      batches,
      taken.map(({ itemId }) => itemId),
    )) {
      const key = keyOfTerms(termsOf(item));
      groups.set(key, [...(groups.get(key) ?? []), item]);
    }
    for (const [key, items] of groups) await gather(batches, key, items);
    for (const { done } of taken) done();
  } catch (error) {
    for (const { failed } of taken) failed(error);
  }
}

function join(batches: State, itemId: string): Promise<void> {
  const { pending, inTurn } = batches;
  return new Promise((done, failed) => {
    pending.push({ itemId, done, failed });
    void inTurn(() => drain(batches));
  });
}

async function reload(batches: State, submission: SubmissionRecord): Promise<void> {
  const { journal, clock, open } = batches;
  const items = await journal.itemsByIds(submission.items.map((part) => part.itemId));
  const [item] = items;
  if (item === undefined) return;
  const terms = { ...termsOf(item), sourceId: submission.sourceId };
  const key = keyOfTerms(terms);
  const before = open.get(key);
  if (before !== undefined) await close(batches, key, before);
  const joins = items.filter(({ stage }) => stage === 'uploaded').map(({ stageSince }) => stageSince);
  const lastJoin = Math.max(submission.createdAt, ...joins);
  const quietFor = Math.max(0, clock.now() - lastJoin);
  watchQuiet(
    batches,
    key,
    enter(batches, key, submission.id, terms, item, submission.items.length, clock.monotonic() - quietFor),
  );
}

async function reloadAll(batches: State): Promise<void> {
  const { journal } = batches;
  const read = (after?: string) => journal.submissions(['open'], pageSize, after);
  for await (const page of pages(read, ({ id }) => id))
    for (const submission of page) if (submission.kind === 'batch') await reload(batches, submission);
}

async function joinForgotten(batches: State): Promise<void> {
  const { journal } = batches;
  const uploaded = { stages: ['uploaded'], order: 'oldest', limit: pageSize } as const;
  for await (const items of itemPages(journal.items, uploaded))
    await Promise.all(items.filter((item) => item.rule.mode === 'batch').map((item) => join(batches, item.id)));
}

/** Makes the batches of a station; nothing happens before `start`. */
export function createBatches(dependencies: BatchesDependencies): Batches {
  const batches: State = { ...dependencies, open: new Map(), pending: [], inTurn: createTurn(), stopped: false };
  const { clock, open, inTurn } = batches;
  return {
    async start() {
      batches.stopped = false;
      await inTurn(() => reloadAll(batches));
      await joinForgotten(batches);
    },
    join: (itemId) => join(batches, itemId),
    hold(sourceId) {
      for (const batch of open.values()) if (batch.terms.sourceId === sourceId) batch.lastSign = clock.monotonic();
    },
    whileStill: inTurn,
    left(submissionIds) {
      for (const [key, batch] of [...open]) {
        if (!submissionIds.includes(batch.submissionId)) continue;
        batch.count -= 1;
        // Its last file was the end of it.
        if (batch.count <= 0) forget(batches, key, batch);
      }
    },
    closeNow: (sourceId) =>
      inTurn(async () => {
        const wanted = [...open].filter(([, { terms }]) => sourceId === null || terms.sourceId === sourceId);
        for (const [key, batch] of wanted) await close(batches, key, batch);
        return wanted.length;
      }),
    gathering: () =>
      [...open.values()].map(({ submissionId, terms, count, lastSign, quietMs }) => ({
        id: submissionId,
        sourceId: terms.sourceId,
        connectionId: terms.connectionId,
        projectId: terms.projectId,
        items: count,
        closesAt: clock.now() + lastSign + quietMs - clock.monotonic(),
      })),
    async stop() {
      batches.stopped = true;
      for (const batch of open.values()) batch.cancelTimer?.();
      await inTurn(() => Promise.resolve());
      open.clear();
    },
  };
}
