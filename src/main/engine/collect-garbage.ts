import { Session } from 'node:inspector/promises';

/** Without work for so long a thread rests, ms. */
const restMs = 10_000;
let resting: NodeJS.Timeout | null = null;

/** Has this thread's heap collected, and all that is free of it given back; takes some 100 ms. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * To be called with each piece of work: once none came for ten seconds, this thread's heap is collected. By itself V8 does that only
 * with more work, so that a station at rest would keep for hours what thousands of files left behind.
 */
export function collectAtRest(): void {
  resting = resting?.refresh() ?? setTimeout(() => void collectGarbage(), restMs).unref();
}
