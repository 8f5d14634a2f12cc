import { Session } from 'node:inspector/promises';
import { getHeapStatistics } from 'node:v8';

/** Without work for so long a thread rests, ms. */
const restMs = 10_000;
/** Less than this many bytes more than after the last collection is not worth the pause that collecting makes. */
const worthwhileBytes = 32 * 1024 * 1024;
let resting: NodeJS.Timeout | null = null;
/** Heap in use when it was collected last, bytes. */
let usedBefore = 0;

async function collectIfWorthwhile(): Promise<void> {
  if (getHeapStatistics().used_heap_size < usedBefore + worthwhileBytes) return;
  await collectGarbage();
  usedBefore = getHeapStatistics().used_heap_size;
}

/** Has this thread's heap collected, and all that is free of it given back; takes some 100 ms. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * To be called with each piece of work: once none came for ten seconds, this thread's heap is collected where much has come
 * together. By itself V8 does that only with more work, so that a station at rest would keep for hours what thousands of files
 * left behind.
 */
export function collectAtRest(): void {
  resting = resting?.refresh() ?? setTimeout(() => void collectIfWorthwhile(), restMs).unref();
}
