import { createHeap, type Heap } from './heap.ts';
import type { QueuedJob } from './job.ts';

/** A job with the monotonic instant at which it may begin. */
type WaitingJob = QueuedJob & { readonly wakesAt: number };

/** The jobs that wait. Each is here once, for one that is here twice would be done twice. Instants are monotonic. */
export interface Waiting {
  /** Adds a job, or puts it in the place of its earlier entry. */
  place(job: QueuedJob, wakesAt: number, present: number): void;
  has(id: string): boolean;
  delete(id: string): void;
  /** Of these kinds, or all. Asked for each file that comes in, so it is counted as jobs come and go. */
  count(kinds?: readonly string[]): number;
  /** Takes out the first by priority whose time has come. Of each connection, project, kind and source only the first is asked whether it `mayBegin`. */
  take(present: number, mayBegin: (job: QueuedJob) => boolean): QueuedJob | undefined;
  /** Takes out those that match and whose time has not come. */
  takeLater(matches: (job: QueuedJob) => boolean): readonly QueuedJob[];
  /** When the next time comes; Infinity: for none. */
  nextWake(): number;
}

/** Whether `a` goes before `b`. */
const byPriority = (a: QueuedJob, b: QueuedJob): boolean =>
  a.priority < b.priority || (a.priority === b.priority && (a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.id < b.id)));

const groupKey = ({ connectionId, payload, kind, sourceId }: QueuedJob): string =>
  [connectionId, String(payload['projectId'] ?? ''), kind, sourceId ?? ''].join('\n');

/** Makes an empty set. */
export function createWaiting(): Waiting {
  /** The valid entry of each job. Others that still lie in a heap are void. */
  const jobs = new Map<string, WaitingJob>();
  const counts = new Map<string, number>();
  const later = createHeap<WaitingJob>((a, b) => a.wakesAt < b.wakesAt);
  const ready = new Map<string, Heap<WaitingJob>>();

  const count = (kind: string, by: 1 | -1): void => void counts.set(kind, (counts.get(kind) ?? 0) + by);

  function remove(id: string): void {
    const job = jobs.get(id);
    if (job === undefined) return;
    jobs.delete(id);
    count(job.kind, -1);
  }

  function makeReady(job: WaitingJob): void {
    const key = groupKey(job);
    const group = ready.get(key) ?? createHeap<WaitingJob>(byPriority);
    ready.set(key, group);
    group.push(job);
  }

  function first(heap: Heap<WaitingJob>): WaitingJob | undefined {
    for (let job = heap.peek(); job !== undefined; job = heap.peek()) {
      if (jobs.get(job.id) === job) return job;
      heap.pop();
    }
    return undefined;
  }

  function wake(present: number): void {
    for (let next = first(later); next !== undefined && next.wakesAt <= present; next = first(later)) {
      later.pop();
      makeReady(next);
    }
  }

  return {
    place(job, wakesAt, present) {
      const entry = { ...job, wakesAt };
      remove(job.id);
      jobs.set(job.id, entry);
      count(job.kind, 1);
      if (wakesAt > present) later.push(entry);
      else makeReady(entry);
    },
    has: (id) => jobs.has(id),
    delete: remove,
    count: (kinds) => (kinds === undefined ? jobs.size : kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)),
    take(present, mayBegin) {
      wake(present);
      let best: { readonly job: WaitingJob; readonly group: Heap<WaitingJob> } | undefined;
      for (const [key, group] of ready) {
        const job = first(group);
        if (job === undefined) ready.delete(key);
        else if (mayBegin(job) && (best === undefined || byPriority(job, best.job))) best = { job, group };
      }
      if (best === undefined) return undefined;
      best.group.pop();
      remove(best.job.id);
      return best.job;
    },
    takeLater(matches) {
      const taken = later.remove(matches).filter((job) => jobs.get(job.id) === job);
      for (const { id } of taken) remove(id);
      return taken;
    },
    nextWake: () => first(later)?.wakesAt ?? Infinity,
  };
}
