import type { Fault } from '../../../shared/faults.ts';
import type { Block, QueuedJob } from './job.ts';

/** What stands in the way of jobs, for people to see. `until` null = a person must act. */
export interface BlockView {
  readonly scope: Block['scope'];
  readonly connectionId: string;
  readonly projectId: string | null;
  readonly kind: string | null;
  readonly until: number | null;
  readonly fault: Fault;
}

interface Entry extends BlockView {
  failures: number;
  /** The one job that tries whether the way is free again. */
  probe: string | null;
}

/** Blocks shared by many jobs: while one stands its jobs wait; once it has run out one job probes, and its success frees all. */
export interface Blocks {
  /** Whether the job may start now; a job let through an expired block is its probe. */
  admits(job: QueuedJob, now: number): boolean;
  /** Notes that an admitted job starts (it may be a probe). */
  started(job: QueuedJob, now: number): void;
  /** Sets or extends a block after a failed attempt. */
  raise(job: QueuedJob, block: Block, fault: Fault): void;
  /** A job got through: its blocks are gone. */
  clear(job: QueuedJob): boolean;
  /** The attempt ended some other way: it no longer probes. */
  released(job: QueuedJob): void;
  /** A person did something: everything (of the connection) may try again. */
  lift(connectionId?: string): void;
  /** Failed probes in a row behind the job's widest block, for backoff. */
  failures(job: QueuedJob, scope: Block['scope']): number;
  /** Next instant at which a block runs out; null = none. */
  nextExpiry(now: number): number | null;
  list(): readonly BlockView[];
}

const scopes = ['connection', 'project', 'kind'] as const;

function keyOf(job: QueuedJob, scope: Block['scope']): string {
  if (scope === 'connection') return job.connectionId;
  if (scope === 'project') return `${job.connectionId}\n${String(job.payload['projectId'] ?? '')}`;
  return `${job.connectionId}\n\n${job.kind}`;
}

/** Makes an empty set of blocks. */
export function createBlocks(): Blocks {
  const entries = new Map<string, Entry>();

  function of(job: QueuedJob): Entry[] {
    const found: Entry[] = [];
    for (const scope of scopes) {
      const entry = entries.get(keyOf(job, scope));
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  return {
    admits(job, now) {
      if (entries.size === 0 || job.connectionId === '') return true;
      return of(job).every(
        (entry) => entry.until !== null && entry.until <= now && (entry.probe === null || entry.probe === job.id),
      );
    },
    started(job, now) {
      if (entries.size === 0) return;
      for (const entry of of(job)) if (entry.until !== null && entry.until <= now) entry.probe ??= job.id;
    },
    raise(job, block, fault) {
      const key = keyOf(job, block.scope);
      const present = entries.get(key);
      // Attempts that were in the air together tell the same story once.
      const failures = present === undefined ? 1 : present.probe === job.id ? present.failures + 1 : present.failures;
      const projectId = job.payload['projectId'];
      entries.set(key, {
        scope: block.scope,
        connectionId: job.connectionId,
        projectId: block.scope === 'project' && typeof projectId === 'string' ? projectId : null,
        kind: block.scope === 'kind' ? job.kind : null,
        until: block.until,
        fault,
        failures,
        probe: null,
      });
    },
    clear(job) {
      let cleared = false;
      for (const scope of scopes) cleared = entries.delete(keyOf(job, scope)) || cleared;
      return cleared;
    },
    released(job) {
      if (entries.size === 0) return;
      for (const entry of of(job)) if (entry.probe === job.id) entry.probe = null;
    },
    lift(connectionId) {
      for (const [key, entry] of entries)
        if (connectionId === undefined || entry.connectionId === connectionId) entries.delete(key);
    },
    failures: (job, scope) => entries.get(keyOf(job, scope))?.failures ?? 0,
    nextExpiry(now) {
      let next: number | null = null;
      for (const { until } of entries.values())
        if (until !== null && until > now && (next === null || until < next)) next = until;
      return next;
    },
    list: () =>
      [...entries.values()].map(({ scope, connectionId, projectId, kind, until, fault }) => ({
        scope,
        connectionId,
        projectId,
        kind,
        until,
        fault,
      })),
  };
}
