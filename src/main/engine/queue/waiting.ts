import type { Heap } from './heap.ts';
import type { QueuedJob } from './job.ts';

/** A job with the monotonic instant at which it may begin. */
export type WaitingJob = QueuedJob & { readonly wakesAt: number };

/** Jobs of one kind, project and source that may begin. */
export interface Group {
  readonly sourceId: string | null;
  readonly kind: string;
  readonly ready: Heap<WaitingJob>;
}

/** Whether `a` goes before `b`. */
export const byPriority = (a: QueuedJob, b: QueuedJob): boolean =>
  a.priority < b.priority || (a.priority === b.priority && (a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.id < b.id)));

/** The jobs that wait, by id, counted by kind: that is asked for each file that comes in. */
export interface Waiting {
  /** Takes the place of an earlier entry of the same job. */
  set(job: WaitingJob): void;
  get(id: string): WaitingJob | undefined;
  has(id: string): boolean;
  delete(id: string): void;
  /** Of these kinds, or all. */
  count(kinds?: readonly string[]): number;
}

/** Makes an empty set. */
export function createWaiting(): Waiting {
  const jobs = new Map<string, WaitingJob>();
  const byKind = new Map<string, number>();

  const add = (kind: string, by: 1 | -1): void => void byKind.set(kind, (byKind.get(kind) ?? 0) + by);

  function drop(id: string): void {
    const present = jobs.get(id);
    if (present === undefined) return;
    jobs.delete(id);
    add(present.kind, -1);
  }

  return {
    set(job) {
      drop(job.id);
      jobs.set(job.id, job);
      add(job.kind, 1);
    },
    get: (id) => jobs.get(id),
    has: (id) => jobs.has(id),
    delete: drop,
    count: (kinds) => (kinds === undefined ? jobs.size : kinds.reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0)),
  };
}
