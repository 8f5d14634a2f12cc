import { createAttempt, type AttemptDependencies } from './attempt.ts';
import { createBlocks, type Blocks, type BlockView } from './blocks.ts';
import type { JobContext, JobHandler, JobResult, QueuedJob } from './job.ts';
import { createStop, type Stop } from '../platform/stop-signal.ts';
import { createWaiting, type Waiting } from './waiting.ts';

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
  requeue(job: QueuedJob): void;
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

interface Slot {
  readonly limit: number;
  used: number;
}

/** What waits, what runs, and what keeps the waiting ones from beginning. Instants are monotonic. */
interface State extends QueueDependencies, AttemptDependencies {
  readonly waiting: Waiting;
  readonly running: Map<string, Running>;
  /** Added again while an attempt was ending. */
  readonly addedAgain: Map<string, QueuedJob>;
  readonly blocks: Blocks;
  readonly slotOfKind: ReadonlyMap<string, Slot>;
  readonly paused: { all: boolean; readonly source: Set<string>; readonly kind: Set<string> };
  readonly idleWaiters: (() => void)[];
  timer: { readonly at: number; readonly cancel: () => void } | null;
  /** A look at what may begin is already planned for this turn of the loop. */
  turnAsked: boolean;
  stopped: boolean;
}

function place(queue: State, job: QueuedJob): void {
  const present = queue.monotonic();
  queue.waiting.place(job, present + job.dueAt - queue.now(), present);
}

function listBlocks({ blocks, now, monotonic }: State): readonly BlockView[] {
  const ofDay = (at: number): number => Math.round(now() + at - monotonic());
  return blocks.list().map((block) => ({ ...block, until: block.until === null ? null : ofDay(block.until) }));
}

function slotFor({ slotOfKind }: State, kind: string): Slot {
  const slot = slotOfKind.get(kind);
  if (slot === undefined) throw new Error(`no slot for jobs of kind ${kind}`);
  return slot;
}

/** The instant from which the job may begin, as far as pauses, slots, blocks and the hours of sending go; Infinity: nobody knows. */
function opensAt(queue: State, job: QueuedJob, present: number): number {
  const { paused, blocks, now } = queue;
  if (paused.all || paused.kind.has(job.kind) || paused.source.has(job.sourceId ?? '')) return Infinity;
  const { used, limit } = slotFor(queue, job.kind);
  if (used >= limit || !blocks.admits(job, present)) return Infinity;
  const closedUntil = queue.closedUntil?.(job) ?? null;
  return closedUntil === null ? present : present + closedUntil - now();
}

/** Begins what may begin, and plans the next look. */
function schedule(queue: State): void {
  const { waiting, running, blocks, idleWaiters } = queue;
  if (queue.stopped) return;
  // One instant for the whole look: a block that ran out in the midst of it would neither let a job pass nor wake anybody.
  const present = queue.monotonic();
  let nextOpen = Infinity;
  const mayBegin = (job: QueuedJob): boolean => {
    const at = opensAt(queue, job, present);
    if (at > present) nextOpen = Math.min(nextOpen, at);
    return at <= present;
  };
  for (let job = waiting.take(present, mayBegin); job !== undefined; job = waiting.take(present, mayBegin)) {
    begin(queue, job, present);
  }
  wakeAt(queue, Math.min(waiting.nextWake(), nextOpen, blocks.nextExpiry(present) ?? Infinity));
  if (running.size === 0 && waiting.count() === 0) for (const resolve of idleWaiters.splice(0)) resolve();
}

function wakeAt(queue: State, at: number): void {
  if (at === (queue.timer?.at ?? Infinity)) return;
  queue.timer?.cancel();
  queue.timer = null;
  if (at === Infinity) return;
  const cancel = queue.after(Math.max(1, Math.ceil(at - queue.monotonic())), () => {
    queue.timer = null;
    schedule(queue);
  });
  queue.timer = { at, cancel };
}

/** Hundreds of jobs are added and end in one turn of the loop: one look serves them all. */
function askTurn(queue: State): void {
  if (queue.turnAsked) return;
  queue.turnAsked = true;
  setImmediate(() => {
    queue.turnAsked = false;
    schedule(queue);
  });
}

function begin(queue: State, job: QueuedJob, present: number): void {
  const slot = slotFor(queue, job.kind);
  slot.used += 1;
  queue.blocks.started(job, present);
  const stop = createStop();
  const context = createAttempt(job, stop.signal, queue);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Known as running before the handler's first step, which may ask.
  queue.running.set(job.id, { job, stop, ended });
  void run(queue, context).finally(() => {
    slot.used -= 1;
    end();
    askTurn(queue);
  });
}

/** Runs a job, and those that it leads to, one after the other. */
async function run(queue: State, first: JobContext): Promise<void> {
  for (let context: JobContext | null = first; context !== null;) {
    const { job }: JobContext = context;
    const next = await attempt(queue, context);
    const entry = queue.running.get(job.id);
    queue.running.delete(job.id);
    placeAgain(queue, job.id);
    if (next !== null && entry !== undefined) queue.running.set(next.job.id, { ...entry, job: next.job });
    context = next;
  }
}

/** One attempt; returns the context of the job that goes on in its slot, if there is one. */
async function attempt(queue: State, context: JobContext): Promise<JobContext | null> {
  const { job } = context;
  const handler = queue.handlers[job.kind];
  if (handler === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`);
  try {
    const result = await handler(context);
    conclude(queue, job, result);
    return 'next' in result ? result.next : null;
  } catch (error) {
    conclude(queue, job, await queue.thrown(job, error));
    return null;
  }
}

function conclude(queue: State, job: QueuedJob, result: JobResult): void {
  const { blocks, now, monotonic } = queue;
  switch (result.state) {
    case 'done':
      if (blocks.clear(job)) queue.onBlocks?.(listBlocks(queue));
      return;
    case 'held':
    case 'cancelled':
      blocks.released(job);
      return;
    case 'ready': {
      const { block, fault, dueAt, counts } = result;
      if (block === undefined || fault === undefined) blocks.released(job);
      else {
        const until = block.until === null ? null : monotonic() + block.until - now();
        blocks.raise(job, { scope: block.scope, until }, fault);
        queue.onBlocks?.(listBlocks(queue));
      }
      if (!queue.stopped) place(queue, { ...job, dueAt, attempts: job.attempts + (counts ? 1 : 0) });
    }
  }
}

function placeAgain(queue: State, jobId: string): void {
  const again = queue.addedAgain.get(jobId);
  queue.addedAgain.delete(jobId);
  if (again !== undefined && !queue.stopped && !queue.waiting.has(jobId)) place(queue, again);
}

async function cancel(queue: State, jobIds: readonly string[]): Promise<void> {
  const { waiting } = queue;
  const forget = (): void => {
    for (const id of jobIds) waiting.delete(id);
  };
  forget();
  const running = [...new Set(jobIds)].flatMap((id) => queue.running.get(id) ?? []);
  for (const { stop } of running) stop.abort();
  await Promise.all(running.map(({ ended }) => ended));
  // An aborted attempt put itself back as ready: a cancelled job does not stay.
  forget();
  askTurn(queue);
}

async function stopAll(queue: State): Promise<void> {
  queue.stopped = true;
  queue.timer?.cancel();
  const running = [...queue.running.values()];
  for (const { stop } of running) stop.abort();
  await Promise.all(running.map(({ ended }) => ended));
  for (const resolve of queue.idleWaiters.splice(0)) resolve();
}

/** Makes a queue; it starts nothing until jobs are added. */
export function createQueue(dependencies: QueueDependencies): Queue {
  const slots = dependencies.slots.map(({ kinds, limit }) => ({ kinds, slot: { limit, used: 0 } }));
  const blocks = createBlocks();
  const queue: State = {
    ...dependencies,
    failuresBehind: blocks.failures,
    waiting: createWaiting(),
    running: new Map(),
    addedAgain: new Map(),
    blocks,
    slotOfKind: new Map(slots.flatMap(({ kinds, slot }) => kinds.map((kind) => [kind, slot]))),
    paused: { all: false, source: new Set(), kind: new Set() },
    idleWaiters: [],
    timer: null,
    turnAsked: false,
    stopped: false,
  };
  const { waiting, running, paused, now } = queue;
  return {
    add(jobs) {
      if (queue.stopped) return;
      for (const job of jobs) {
        if (running.has(job.id)) queue.addedAgain.set(job.id, job);
        else if (!waiting.has(job.id)) place(queue, job);
      }
      askTurn(queue);
    },
    cancel: (jobIds) => cancel(queue, jobIds),
    pause(scope, id, isPaused) {
      if (scope === 'all') paused.all = isPaused;
      else if (isPaused) paused[scope].add(id);
      else paused[scope].delete(id);
      askTurn(queue);
    },
    lift(connectionId) {
      blocks.lift(connectionId);
      queue.onBlocks?.(listBlocks(queue));
      const lifted = waiting.takeLater(
        (job) =>
          (connectionId === undefined || job.connectionId === connectionId) &&
          (job.attempts > 0 || !Number(job.payload['spanMs'])),
      );
      for (const job of lifted) place(queue, { ...job, dueAt: now() });
      askTurn(queue);
    },
    requeue(job) {
      if (queue.stopped || running.has(job.id)) return;
      place(queue, { ...job, dueAt: now() });
      askTurn(queue);
    },
    reconsider: () => askTurn(queue),
    blocks: () => listBlocks(queue),
    counts: (kinds) => ({ waiting: waiting.count(kinds), running: running.size }),
    running: () => [...running.values()].map(({ job }) => job),
    idle() {
      return new Promise((resolve) => {
        queue.idleWaiters.push(resolve);
        askTurn(queue);
      });
    },
    stop: () => stopAll(queue),
  };
}
