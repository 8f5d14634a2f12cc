import type { WorkerThread } from '../platform/ports.ts';

/** What a thread is told that is to end: it finishes what it is at, begins nothing more, and closes its port. */
export const endWorkerMessage = 'end';

/** Longest wait for what a thread is at, ms: a page, not a document. */
const patienceMs = 5_000;

/**
 * Ends a thread in order: one that is stopped within a native call of a library can take the whole process along. Resolves once it has
 * ended; what does not end within `patience` (ms) is stopped where it stands.
 */
export async function endWorker(worker: WorkerThread, patience = patienceMs): Promise<void> {
  // One that ended before says so no more.
  if (worker.threadId === -1) return;
  let limit: NodeJS.Timeout | undefined;
  const ended = new Promise<true>((resolve) => worker.once('exit', () => resolve(true)));
  const late = new Promise<false>((resolve) => {
    limit = setTimeout(() => resolve(false), patience);
  });
  worker.ref();
  worker.postMessage(endWorkerMessage);
  const isOver = await Promise.race([ended, late]);
  clearTimeout(limit);
  if (!isOver) await worker.terminate();
}
