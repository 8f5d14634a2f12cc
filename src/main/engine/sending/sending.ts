import type { BlockView } from '../../../shared/views.ts';
import { createBatches, type Batches } from '../cases/batches.ts';
import { createOpenCases, type OpenCases } from '../cases/open-cases.ts';
import { queuedJob } from '../items/outstanding.ts';
import type { AnswerWatch } from '../exports/answers/answer-watch.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { fault, success } from '../faults/fault.ts';
import { createLimits, sendingKinds } from './limits.ts';
import { JournalError } from '../journal/journal.ts';
import type { ItemRecord, NewJob } from '../journal/records.ts';
import { holdForBug } from '../submissions/hold-for-bug.ts';
import type { JobResult, QueuedJob } from '../queue/job.ts';
import { createQueue, type Queue } from '../queue/queue.ts';
import { priorities } from '../submissions/first-jobs.ts';
import { createKnownItems, type KnownItems } from '../submissions/known-items.ts';
import { createHandlers, goOnWith, retryMs, type SendingDependencies } from './handlers.ts';
import type { Clock } from '../platform/ports.ts';

const leaseMs = 10 * 60_000;

type SendingQuestion = QueriesOf<'connections' | 'batches'> | 'station.limits';

/** Everything outbound: the queue, its handlers, and what they share. */
export interface Sending {
  readonly queue: Queue;
  /** Under which this process runs its jobs. */
  readonly leaseOwner: string;
  readonly known: KnownItems;
  readonly batches: Batches;
  readonly commands: CommandHandlers<CommandsOf<'limits' | 'batches'>>;
  /** What stands in the way (the service, the hours), how much is sent and when, and what still gathers. */
  readonly queries: QueryHandlers<SendingQuestion>;
  /** Looks for what target systems answer. */
  readonly answers: AnswerWatch;
  readonly openCases: OpenCases;
  /** An uploaded item that was away is back: its batch or case goes on with it. */
  readonly goOnWith: (item: ItemRecord) => void;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** Resolves when there is room for another accepted file. */
  readonly room: () => Promise<void>;
  /** Starts nothing more and answers when all has ended. */
  readonly stop: () => Promise<void>;
}

/** Accepted files that wait for the sender before the intake lets it go first: two that share two cores would only slow each other. */
const roomFor = 400;
/** A slow service does not hold the intake up for long: so many files come in at each look, whatever the sender does. */
const trickle = 25;
const roomLookMs = 50;

/** Room at the sender for accepted files: who asks for it waits until there is some. */
interface Room {
  wait(): Promise<void>;
  /** An upload ended. */
  left(): void;
}

function createRoom(clock: Clock, hasRoom: () => boolean): Room {
  const waiting: (() => void)[] = [];

  /** Uploads that end make room; so do cancelling, pausing and blocks, hence the look now and then. */
  function look(): void {
    for (const go of waiting.splice(0, trickle)) go();
    while (waiting.length > 0 && hasRoom()) waiting.shift()?.();
    if (waiting.length > 0) clock.after(roomLookMs, look, { unref: true });
  }

  return {
    wait() {
      if (hasRoom()) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) clock.after(roomLookMs, look, { unref: true });
      });
    },
    left() {
      if (waiting.length > 0 && hasRoom()) waiting.shift()?.();
    },
  };
}

/** A handler threw: the disk refused, or it is a bug, and a person gets to know. */
async function afterThrow({ ports, journal }: SendingDependencies, job: QueuedJob, error: unknown): Promise<JobResult> {
  const { clock, log, paths } = ports;
  if (error instanceof JournalError) {
    // What was done is found out again from the journal and the service; nothing is lost.
    log.warn('job-not-recorded', { job: job.id, kind: job.kind, cause: error.code });
    const again = clock.now() + retryMs;
    return {
      state: 'ready',
      dueAt: again,
      counts: false,
      fault: fault('disk-full', { folder: paths.dataDirectory }, error.code),
      block: { scope: 'connection', until: again },
    };
  }
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error('job-failed', { job: job.id, kind: job.kind, cause });
  const reason = fault('internal', {}, error instanceof Error ? error.name : 'unknown');
  await holdForBug(journal, job, reason, clock.now()).catch((failed: unknown) =>
    log.error('job-not-held', { job: job.id, cause: String(failed) }),
  );
  return { state: 'held', fault: reason };
}

/** Wires the queue with the handlers of every kind of job. */
export function createSending(dependencies: SendingDependencies): Sending {
  const { ports, settings, journal, newId: ids } = dependencies;
  const { clock, random, log } = ports;
  const now = (): number => clock.now();
  const monotonic = (): number => clock.monotonic();
  const known = createKnownItems(journal);
  const enqueue = (jobs: readonly NewJob[]): void => queue.add(jobs.map(queuedJob));
  const gathering = { journal, clock, ids, log, priority: priorities.submit, announceJobs: enqueue };
  const batches = createBatches({
    ...gathering,
    async filesOnTheirWay(sourceId) {
      const { rows } = await journal.items({ sourceId, stages: ['accepted', 'uploading'], limit: 100 });
      return rows.some(({ paused, rule }) => !paused && rule.mode === 'batch');
    },
  });
  const openCases = createOpenCases({
    ...gathering,
    folderOf: dependencies.folderOf,
    moved: (itemIds) => itemIds.forEach(known.forget),
    held: ({ name }, reason) => ports.notifier.notify({ kind: 'open-case', fault: reason, subject: name }),
  });
  const limits = createLimits(settings.limits, {
    clock,
    changed() {
      queue.reconsider();
      dependencies.onBlocks();
    },
  });
  const waiting = (): number => queue.counts(sendingKinds).waiting;
  /** The hours are told while something waits for them. */
  const blocks = (): readonly BlockView[] => {
    const closed = waiting() > 0 ? limits.block() : null;
    return [...(closed === null ? [] : [closed]), ...queue.blocks()];
  };
  const room = createRoom(clock, () => waiting() < roomFor || blocks().length > 0);
  const { bandwidth } = limits;
  const { handlers, answers } = createHandlers({
    ...dependencies,
    ...{ known, batches, openCases, bandwidth, enqueue },
    queue: () => queue,
  });
  const leaseOwner = `${settings.station.id}/${process.pid}/${now()}`;
  const queue = createQueue({
    ...{ now, monotonic, random, leaseOwner, leaseMs },
    after: (delay, act) => clock.after(delay, act),
    handlers: {
      ...handlers,
      async upload(context) {
        const result = await handlers.upload(context);
        room.left();
        return result;
      },
    },
    slots: [
      { kinds: sendingKinds, limit: settings.limits.filesInFlight },
      { kinds: ['export'], limit: 8 },
      { kinds: ['acknowledge'], limit: 16 },
      { kinds: ['title', 'write-back', 'transfer', 'reject'], limit: 8 },
      { kinds: ['tidy', 'look-back'], limit: 32 },
    ],
    thrown: (job, error) => afterThrow(dependencies, job, error),
    closedUntil: limits.closedUntil,
    onBlocks: dependencies.onBlocks,
  });
  return {
    ...{ queue, leaseOwner, known, batches, openCases, answers, enqueue },
    goOnWith: (item) => goOnWith({ batches, openCases, ports: dependencies.ports }, item),
    commands: {
      'limits.set'(command) {
        limits.set(command);
        return Promise.resolve(success({}));
      },
      'batches.send-now': async ({ sourceId = null }) => success({ batches: await batches.closeNow(sourceId) }),
    },
    queries: {
      'connections.health': () =>
        Promise.resolve(success({ blocks: [...blocks(), ...dependencies.services().waits()] })),
      'station.limits': () => Promise.resolve(success(limits.view())),
      'batches.open': () => Promise.resolve(success({ batches: batches.gathering() })),
    },
    async stop() {
      await answers.stop();
      await queue.stop();
    },
    room: room.wait,
  };
}
