import { expect } from 'vitest';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';

/** Every cancelled item is so with its job, and every other as before; answers how many are cancelled. */
export async function expectWholeDecisions(journal: Journal, ids: readonly string[]): Promise<number> {
  let cancelled = 0;
  for (const item of await journal.itemsByIds(ids)) {
    const [job] = await journal.jobsOf(item.id);
    if (item.stage === 'submitted') continue;
    expect([item.stage, job?.state]).toEqual(
      item.stage === 'cancelled' ? ['cancelled', 'cancelled'] : ['accepted', 'ready'],
    );
    if (item.stage === 'cancelled') cancelled += 1;
  }
  return cancelled;
}
