import type { QueuedJob } from './job.ts';

/** The jobs that wait, by id, counted by kind: that is asked for each file that comes in. */
export interface Waiting {
  /** Takes the place of an earlier entry of the same job. */
  set(job: QueuedJob): void;
  get(id: string): QueuedJob | undefined;
  has(id: string): boolean;
  delete(id: string): void;
  /** Of these kinds, or all. */
  count(kinds?: readonly string[]): number;
}

/** Makes an empty set. */
export function createWaiting(): Waiting {
  const jobs = new Map<string, QueuedJob>();
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
