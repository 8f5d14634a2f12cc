import { createAttempt } from './attempt.ts';
import { createBlocks, type BlockView } from './blocks.ts';
import { createHeap, type Heap } from './heap.ts';
import type { JobContext, JobHandler, JobResult, QueuedJob } from './job.ts';
import { createStop, type Stop } from '../platform/stop-signal.ts';
import { byPriority, createWaiting, type Group, type WaitingJob } from './waiting.ts';

/** What a queue needs. Instants are ms since 1970. */
export interface QueueDependencies {
  readonly now: () => number;
  /** ms that go on evenly: whoever waits does so for its own span, whatever the clock is set to meanwhile. */
  readonly monotonic: () => number;
  readonly after: (delayMs: number, act: () => void) => () => void;
  readonly random: () => number;
  /** Names this process in leases. */
  readonly leaseOwner: string;
  /** How long a lease lasts, ms. */
  readonly leaseMs: number;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Slots: jobs whose kinds share a slot name run at most `limit` at once. */
  readonly slots: readonly { readonly kinds: readonly string[]; readonly limit: number }[];
  /** A handler threw: the journal's disk refused, or a bug. Answers what becomes of the job. */
  readonly thrown: (job: QueuedJob, error: unknown) => JobResult | Promise<JobResult>;
  /** The instant before which the job is not to be begun (outside the hours of sending); null: it may. */
  readonly closedUntil?: (job: QueuedJob) => number | null;
  /** Called when a block appears, changes or goes. */
  readonly onBlocks?: (blocks: readonly BlockView[]) => void;
}

/** The scheduler in memory: which durable job runs next. The journal holds the truth; after a crash jobs are added again from it. */
export interface Queue {
  add(jobs: readonly QueuedJob[]): void;
  /** Stops the job wherever it is: waiting jobs are forgotten, a running one is aborted. Answers once it no longer runs. */
  cancel(jobIds: readonly string[]): Promise<void>;
  pause(scope: 'all' | 'source' | 'kind', id: string, paused: boolean): void;
  /**
   * A person did something: blocks are lifted and jobs of the connection that wait for another try are tried now. The first wait of a
   * job that has a span of its own (payload `spanMs`) is no such wait: it goes on.
   */
  lift(connectionId?: string): void;
  blocks(): readonly BlockView[];
  /** The job is to be done now, whenever it was due; nothing where it runs. */
  hasten(job: QueuedJob): void;
  /** What `closedUntil` answers has changed. */
  reconsider(): void;
  /** Jobs that wait (ready or due later), of these kinds only where they are given, and jobs that run. */
  counts(kinds?: readonly string[]): { readonly waiting: number; readonly running: number };
  running(): readonly QueuedJob[];
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
  /** Starts nothing more, aborts what runs, and answers when all has ended. */
  stop(): Promise<void>;
}

interface Running {
  readonly job: QueuedJob;
  readonly stop: Stop;
  readonly ended: Promise<void>;
}

/** Makes a queue; it starts nothing until jobs are added. */
export function createQueue(dependencies: QueueDependencies): Queue {
  const { now, monotonic, handlers } = dependencies;
  const blocks = createBlocks();
  const groups = new Map<string, Group>();
  const later = createHeap<WaitingJob>((a, b) => a.wakesAt < b.wakesAt);
  /** The valid entry of each waiting job; others that still lie in a heap are void. */
  const waiting = createWaiting();
  const running = new Map<string, Running>();
  /** Added again while an attempt was ending. */
  const addedAgain = new Map<string, QueuedJob>();
  const usedSlots = new Map<number, number>();
  const slotOfKind = new Map<string, number>();
  dependencies.slots.forEach((slot, index) => {
    for (const kind of slot.kinds) slotOfKind.set(kind, index);
  });
  const paused = { source: new Set<string>(), kind: new Set<string>() };
  const idleWaiters: (() => void)[] = [];
  let pausedAll = false;
  let stopped = false;
  let turnAsked = false;
  let cancelTimer: (() => void) | null = null;
  let timerAt = Infinity;
  /** When the first of the jobs that are closed out just now may begin. */
  let opensAt = Infinity;

  const steady = (at: number): number => monotonic() + at - now();
  const ofDay = (at: number): number => Math.round(now() + at - monotonic());

  function listBlocks(): readonly BlockView[] {
    return blocks.list().map((block) => ({ ...block, until: block.until === null ? null : ofDay(block.until) }));
  }

  function groupOf(job: QueuedJob): Group {
    const key = [job.connectionId, String(job.payload['projectId'] ?? ''), job.kind, job.sourceId ?? ''].join('\n');
    let group = groups.get(key);
    if (group === undefined) {
      group = { sourceId: job.sourceId, kind: job.kind, ready: createHeap<WaitingJob>(byPriority) };
      groups.set(key, group);
    }
    return group;
  }

  function place(job: QueuedJob): void {
    const entry = { ...job, wakesAt: steady(job.dueAt) };
    waiting.set(entry);
    if (entry.wakesAt > monotonic()) later.push(entry);
    else groupOf(job).ready.push(entry);
  }

  /** The first valid entry; a job is never in the queue twice, for it would be done twice. */
  function first(heap: Heap<WaitingJob>): WaitingJob | undefined {
    for (let entry = heap.peek(); entry !== undefined; entry = heap.peek()) {
      if (waiting.get(entry.id) === entry) return entry;
      heap.pop();
    }
    return undefined;
  }

  function promote(present: number): void {
    for (let next = first(later); next !== undefined && next.wakesAt <= present; next = first(later)) {
      later.pop();
      groupOf(next).ready.push(next);
    }
  }

  function freeSlot(kind: string): boolean {
    const slot = slotOfKind.get(kind);
    if (slot === undefined) throw new Error(`no slot for jobs of kind ${kind}`);
    return (usedSlots.get(slot) ?? 0) < (dependencies.slots[slot]?.limit ?? 0);
  }

  function useSlot(kind: string, by: 1 | -1): void {
    const slot = slotOfKind.get(kind) ?? -1;
    usedSlots.set(slot, (usedSlots.get(slot) ?? 0) + by);
  }

  function pick(present: number): QueuedJob | undefined {
    let best: Group | undefined;
    opensAt = Infinity;
    for (const [key, group] of groups) {
      const candidate = first(group.ready);
      if (candidate === undefined) {
        groups.delete(key);
        continue;
      }
      if (pausedAll || paused.kind.has(group.kind) || paused.source.has(group.sourceId ?? '')) continue;
      if (!freeSlot(group.kind) || !blocks.admits(candidate, present)) continue;
      const closed = dependencies.closedUntil?.(candidate) ?? null;
      if (closed !== null) {
        opensAt = Math.min(opensAt, steady(closed));
        continue;
      }
      const rival = best?.ready.peek();
      if (rival === undefined || byPriority(candidate, rival)) best = group;
    }
    const picked = best?.ready.pop();
    if (picked !== undefined) waiting.delete(picked.id);
    return picked;
  }

  function schedule(): void {
    if (stopped) return;
    // One instant for the whole look: a block that ran out in the midst of it would neither let a job pass nor wake anybody.
    const present = monotonic();
    promote(present);
    for (let job = pick(present); job !== undefined; job = pick(present)) begin(job, present);
    const dueLater = first(later)?.wakesAt ?? Infinity;
    const nextAt = Math.min(dueLater, opensAt, blocks.nextExpiry(present) ?? Infinity);
    if (nextAt !== timerAt) {
      cancelTimer?.();
      cancelTimer = null;
      timerAt = nextAt;
      if (nextAt !== Infinity) {
        cancelTimer = dependencies.after(Math.max(1, Math.ceil(nextAt - monotonic())), () => {
          timerAt = Infinity;
          schedule();
        });
      }
    }
    if (running.size === 0 && waiting.count() === 0) for (const resolve of idleWaiters.splice(0)) resolve();
  }

  // Hundreds of jobs are added and end in one turn of the loop: one look over the groups serves them all.
  function askTurn(): void {
    if (turnAsked) return;
    turnAsked = true;
    setImmediate(() => {
      turnAsked = false;
      schedule();
    });
  }

  function begin(job: QueuedJob, present: number): void {
    useSlot(job.kind, 1);
    const stop = createStop();
    blocks.started(job, present);
    const context = createAttempt(job, stop.signal, { ...dependencies, failuresBehind: blocks.failures });
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Known as running before the handler's first step, which may ask.
    running.set(job.id, { job, stop, ended });
    void run(context, stop).finally(() => {
      useSlot(job.kind, -1);
      end();
      askTurn();
    });
  }

  async function run(first: JobContext, stop: Stop): Promise<void> {
    let context: JobContext | null = first;
    while (context !== null) {
      const job: QueuedJob = context.job;
      const handler = handlers[job.kind];
      if (handler === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`);
      let next: JobContext | null = null;
      try {
        const result = await handler(context);
        if ('next' in result) {
          next = result.next;
          if (blocks.clear(job)) dependencies.onBlocks?.(listBlocks());
        } else conclude(job, result);
      } catch (error) {
        conclude(job, await dependencies.thrown(job, error));
      }
      const held = running.get(job.id);
      running.delete(job.id);
      placeAgain(job.id);
      if (next !== null && held !== undefined) running.set(next.job.id, { job: next.job, stop, ended: held.ended });
      context = next;
    }
  }

  function conclude(job: QueuedJob, result: JobResult): void {
    switch (result.state) {
      case 'done':
        if (blocks.clear(job)) dependencies.onBlocks?.(listBlocks());
        return;
      case 'held':
      case 'cancelled':
        blocks.released(job);
        return;
      case 'ready': {
        if (result.block !== undefined && result.fault !== undefined) {
          const { scope, until } = result.block;
          blocks.raise(job, { scope, until: until === null ? null : steady(until) }, result.fault);
          dependencies.onBlocks?.(listBlocks());
        } else blocks.released(job);
        if (!stopped) place({ ...job, dueAt: result.dueAt, attempts: job.attempts + (result.counts ? 1 : 0) });
        return;
      }
    }
  }

  function placeAgain(jobId: string): void {
    const again = addedAgain.get(jobId);
    addedAgain.delete(jobId);
    if (again !== undefined && !stopped && !waiting.has(jobId)) place(again);
  }

  return {
    add(jobs) {
      if (stopped) return;
      for (const job of jobs) {
        if (running.has(job.id)) addedAgain.set(job.id, job);
        else if (!waiting.has(job.id)) place(job);
      }
      askTurn();
    },
    async cancel(jobIds) {
      const ids = new Set(jobIds);
      for (const id of ids) waiting.delete(id);
      const ends: Promise<void>[] = [];
      for (const id of ids) {
        const entry = running.get(id);
        entry?.stop.abort();
        if (entry !== undefined) ends.push(entry.ended);
      }
      await Promise.all(ends);
      // An aborted attempt put itself back as ready: a cancelled job does not stay.
      for (const id of ids) waiting.delete(id);
      askTurn();
    },
    pause(scope, id, isPaused) {
      if (scope === 'all') pausedAll = isPaused;
      else if (isPaused) paused[scope].add(id);
      else paused[scope].delete(id);
      askTurn();
    },
    lift(connectionId) {
      blocks.lift(connectionId);
      dependencies.onBlocks?.(listBlocks());
      const lifted = (job: QueuedJob): boolean =>
        (connectionId === undefined || job.connectionId === connectionId) &&
        (job.attempts > 0 || !Number(job.payload['spanMs']));
      for (const job of later.remove(lifted)) if (waiting.get(job.id) === job) place({ ...job, dueAt: now() });
      askTurn();
    },
    hasten(job) {
      if (stopped || running.has(job.id)) return;
      place({ ...job, dueAt: now() });
      askTurn();
    },
    reconsider: askTurn,
    blocks: listBlocks,
    counts: (kinds) => ({ waiting: waiting.count(kinds), running: running.size }),
    running: () => [...running.values()].map(({ job }) => job),
    idle() {
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        askTurn();
      });
    },
    async stop() {
      stopped = true;
      cancelTimer?.();
      for (const { stop } of running.values()) stop.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      for (const resolve of idleWaiters.splice(0)) resolve();
    },
  };
}
