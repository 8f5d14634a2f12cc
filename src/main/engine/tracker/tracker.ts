import { fault } from '../faults/fault.ts';
import { JournalError } from '../journal/journal.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';
import { createFollowProject } from './follow-project.ts';
import type { FollowDependencies } from './follow-project.ts';
import { nextWait } from './pace.ts';
import type { Look, PaceLimits } from './pace.ts';
import { createRecordDocuments } from './record-document.ts';
import type { RecordDependencies } from './record-document.ts';
import { createSeenDocuments, type SeenDocuments } from './seen-documents.ts';

/** What the tracker of one connection needs. */
export interface TrackerDependencies {
  readonly client: ServiceClient;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** Settings `tracking`, ms. */
  readonly tracking: PaceLimits;
  readonly plan: RecordDependencies['plan'];
  readonly announceJobs: RecordDependencies['announceJobs'];
  /** Documents whose items settled, after the commit; after a restart also those that had settled before. */
  readonly onSettled: (documentIds: readonly string[]) => void;
  readonly resolveBatches: FollowDependencies['resolveBatches'];
}

/** Follows the documents of one connection until they are settled, and the settled ones for as long as somebody may change them. */
export interface Tracker {
  /** From now on the project is looked at. Idempotent. */
  follow(projectId: string): void;
  start(): void;
  /** Answers once nothing runs any more. */
  stop(): Promise<void>;
  /** Something was just submitted to the project: look soon. */
  poke(projectId: string): void;
  /** After sleep: look at everything now. */
  resume(): void;
  /** Takes documents that somebody else has read from the service; answers whether anything of ours changed. */
  observe(documents: readonly ServiceDocument[]): Promise<boolean>;
}

interface Followed {
  readonly look: (signal: AbortSignal) => Promise<Look>;
  cancelTimer: (() => void) | null;
  dueAt: number;
  waited: number;
  poked: boolean;
  running: Promise<void> | null;
}

interface State extends TrackerDependencies {
  readonly projects: Map<string, Followed>;
  readonly seen: SeenDocuments;
  readonly write: ReturnType<typeof createRecordDocuments>;
  /** Ends what runs. */
  abort: AbortController;
  started: boolean;
}

/** Records documents; answers whether anything of ours changed. */
async function record(tracker: State, documents: readonly ServiceDocument[]): Promise<boolean> {
  // What could not be written has not been seen.
  const unwritten = new Set(documents.map((document) => document.id));
  let changed = false;
  try {
    await tracker.write(documents, (document, recorded) => {
      changed ||= recorded.changed;
      if (!recorded.again) unwritten.delete(document.id);
      if (recorded.settledItems) tracker.onSettled([document.id]);
    });
  } finally {
    for (const id of unwritten) tracker.seen.forget(id);
  }
  return changed;
}

function observe(tracker: State, documents: readonly ServiceDocument[]): Promise<boolean> {
  const { seen, clock } = tracker;
  return record(
    tracker,
    documents.filter((document) => seen.note(document, clock.monotonic())),
  );
}

function follow(tracker: State, projectId: string): Followed {
  const known = tracker.projects.get(projectId);
  if (known !== undefined) return known;
  const { client, journal, clock, seen, onSettled, resolveBatches, tracking } = tracker;
  const followed: Followed = {
    look: createFollowProject({
      ...{ connectionId: client.connectionId, projectId, client, journal, clock, seen, onSettled, resolveBatches },
      record: (document) => record(tracker, [document]),
      observe: (documents) => observe(tracker, documents),
      limits: tracking,
    }),
    cancelTimer: null,
    dueAt: Infinity,
    waited: tracking.fastestMs,
    poked: false,
    running: null,
  };
  tracker.projects.set(projectId, followed);
  if (tracker.started) schedule(tracker, projectId, followed, 0);
  return followed;
}

function schedule(tracker: State, projectId: string, followed: Followed, waitMs: number): void {
  const { clock } = tracker;
  followed.cancelTimer?.();
  followed.dueAt = clock.monotonic() + waitMs;
  followed.cancelTimer = clock.after(waitMs, () => {
    followed.cancelTimer = null;
    followed.running = run(tracker, projectId, followed).finally(() => {
      followed.running = null;
    });
  });
}

async function run(tracker: State, projectId: string, followed: Followed): Promise<void> {
  const { tracking, random, log } = tracker;
  const { signal } = tracker.abort;
  const ended = (): boolean => signal.aborted;
  const poked = (): boolean => followed.poked;
  followed.poked = false;
  const look = await lookSafely(tracker, projectId, followed, signal);
  if (ended()) return;
  if (look.fault !== null) log.info('tracking-waits', { project: projectId, fault: look.fault.code });
  const wait = nextWait(tracking, followed.waited, look);
  // A fault keeps its wait even where something was submitted meanwhile.
  const soon = poked() && look.fault === null;
  followed.waited = soon ? tracking.fastestMs : (wait ?? tracking.fastestMs);
  if (wait === null && !soon) return;
  schedule(tracker, projectId, followed, followed.waited * (0.9 + 0.2 * random()));
}

async function lookSafely({ log }: State, project: string, followed: Followed, signal: AbortSignal): Promise<Look> {
  try {
    return await followed.look(signal);
  } catch (error) {
    const told =
      error instanceof JournalError
        ? fault('disk-full', {}, error.code)
        : fault('internal', {}, error instanceof Error ? error.name : '');
    log.error('tracking-failed', { project, fault: told.code, cause: told.cause });
    return { changed: false, open: true, idle: false, fault: told };
  }
}

/** Looks after that wait at the latest, and once more where a look runs. */
function lookSoon(tracker: State, projectId: string, waitMs: number): void {
  const followed = follow(tracker, projectId);
  if (!tracker.started) return;
  followed.poked = true;
  if (followed.running !== null) return;
  followed.waited = tracker.tracking.fastestMs;
  const planned = followed.cancelTimer !== null;
  const at = tracker.clock.monotonic() + waitMs;
  if (!planned || followed.dueAt > at) schedule(tracker, projectId, followed, waitMs);
}

/** Makes the tracker of a connection; it asks nothing before `start`. */
export function createTracker(dependencies: TrackerDependencies): Tracker {
  const { client, journal, clock, tracking, plan, announceJobs } = dependencies;
  const tracker: State = {
    ...dependencies,
    projects: new Map(),
    seen: createSeenDocuments(),
    write: createRecordDocuments({
      ...{ connectionId: client.connectionId, journal, clock, plan, announceJobs },
      detail: async (documentId) => {
        const answer = await client.getDocument(documentId, { lane: 'tracking', signal: tracker.abort.signal });
        return answer.ok ? answer.value : null;
      },
    }),
    abort: new AbortController(),
    started: false,
  };
  const { projects } = tracker;
  return {
    observe: (documents) => observe(tracker, documents),
    follow: (projectId) => void follow(tracker, projectId),
    poke: (projectId) => lookSoon(tracker, projectId, tracking.fastestMs),
    start() {
      if (tracker.started) return;
      tracker.started = true;
      tracker.abort = new AbortController();
      for (const [projectId, followed] of projects) schedule(tracker, projectId, followed, 0);
    },
    async stop() {
      tracker.started = false;
      tracker.abort.abort();
      for (const followed of projects.values()) {
        followed.cancelTimer?.();
        followed.cancelTimer = null;
      }
      await Promise.all([...projects.values()].flatMap(({ running }) => running ?? []));
    },
    resume() {
      for (const projectId of projects.keys()) lookSoon(tracker, projectId, 0);
    },
  };
}
