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
import type { Recorded, RecordDependencies } from './record-document.ts';
import { createSeenDocuments } from './seen-documents.ts';

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

/** Makes the tracker of a connection; it asks nothing before `start`. */
export function createTracker(dependencies: TrackerDependencies): Tracker {
  const { client, journal, clock, log, random, tracking } = dependencies;
  const { connectionId } = client;
  const projects = new Map<string, Followed>();
  const seen = createSeenDocuments();
  let abort = new AbortController();
  let started = false;

  const write = createRecordDocuments({
    connectionId,
    journal,
    clock,
    plan: dependencies.plan,
    announceJobs: dependencies.announceJobs,
    detail: async (documentId) => {
      const answer = await client.getDocument(documentId, { lane: 'tracking', signal: abort.signal });
      return answer.ok ? answer.value : null;
    },
  });

  /** Records documents; answers what became of those that were written. */
  async function recordAll(documents: readonly ServiceDocument[]): Promise<readonly Recorded[]> {
    // What could not be written has not been seen.
    const unwritten = new Set(documents.map((document) => document.id));
    const outcomes: Recorded[] = [];
    try {
      await write(documents, (document, recorded) => {
        outcomes.push(recorded);
        if (!recorded.again) unwritten.delete(document.id);
        if (recorded.settledItems) dependencies.onSettled([document.id]);
      });
    } finally {
      for (const id of unwritten) seen.forget(id);
    }
    return outcomes;
  }

  async function record(document: ServiceDocument): Promise<boolean> {
    return (await recordAll([document])).some(({ changed }) => changed);
  }

  async function observe(documents: readonly ServiceDocument[]): Promise<boolean> {
    const fresh = documents.filter((document) => seen.note(document, clock.monotonic()));
    return (await recordAll(fresh)).some(({ changed }) => changed);
  }

  async function lookSafely(projectId: string, followed: Followed): Promise<Look> {
    try {
      return await followed.look(abort.signal);
    } catch (error) {
      const full = error instanceof JournalError;
      const told = full
        ? fault('disk-full', {}, error.code)
        : fault('internal', {}, error instanceof Error ? error.name : '');
      log.error('tracking-failed', { project: projectId, fault: told.code, cause: told.cause });
      return { changed: false, open: true, idle: false, fault: told };
    }
  }

  function schedule(projectId: string, followed: Followed, waitMs: number): void {
    followed.cancelTimer?.();
    followed.dueAt = clock.monotonic() + waitMs;
    followed.cancelTimer = clock.after(waitMs, () => {
      followed.cancelTimer = null;
      followed.running = run(projectId, followed).finally(() => {
        followed.running = null;
      });
    });
  }

  async function run(projectId: string, followed: Followed): Promise<void> {
    const { signal } = abort;
    const ended = (): boolean => signal.aborted;
    const poked = (): boolean => followed.poked;
    followed.poked = false;
    const look = await lookSafely(projectId, followed);
    if (ended()) return;
    if (look.fault !== null) log.info('tracking-waits', { project: projectId, fault: look.fault.code });
    const wait = nextWait(tracking, followed.waited, look);
    // A fault keeps its wait even where something was submitted meanwhile.
    const soon = poked() && look.fault === null;
    followed.waited = soon ? tracking.fastestMs : (wait ?? tracking.fastestMs);
    if (wait === null && !soon) return;
    schedule(projectId, followed, followed.waited * (0.9 + 0.2 * random()));
  }

  function hasten(projectId: string, followed: Followed, waitMs: number): void {
    if (!started) return;
    followed.poked = true;
    if (followed.running !== null) return;
    followed.waited = tracking.fastestMs;
    const planned = followed.cancelTimer !== null;
    if (!planned || followed.dueAt > clock.monotonic() + waitMs) schedule(projectId, followed, waitMs);
  }

  function follow(projectId: string): Followed {
    const known = projects.get(projectId);
    if (known !== undefined) return known;
    const { onSettled, resolveBatches } = dependencies;
    const parts = { connectionId, projectId, client, journal, clock, seen, record, observe, onSettled, resolveBatches };
    const followed: Followed = {
      look: createFollowProject({ ...parts, limits: tracking }),
      cancelTimer: null,
      dueAt: Infinity,
      waited: tracking.fastestMs,
      poked: false,
      running: null,
    };
    projects.set(projectId, followed);
    if (started) schedule(projectId, followed, 0);
    return followed;
  }

  return {
    observe,
    follow: (projectId) => void follow(projectId),
    poke: (projectId) => hasten(projectId, follow(projectId), tracking.fastestMs),
    start() {
      if (started) return;
      started = true;
      abort = new AbortController();
      for (const [projectId, followed] of projects) schedule(projectId, followed, 0);
    },
    async stop() {
      started = false;
      abort.abort();
      for (const followed of projects.values()) {
        followed.cancelTimer?.();
        followed.cancelTimer = null;
      }
      await Promise.all([...projects.values()].flatMap((followed) => followed.running ?? []));
    },
    resume() {
      for (const [projectId, followed] of projects) hasten(projectId, followed, 0);
    },
  };
}
