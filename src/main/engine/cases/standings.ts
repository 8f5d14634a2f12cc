import type { PileRecord } from '../journal/pile-records.ts';
import type { Standing } from './pile-state.ts';

/** How long piles have stood as they are, whatever becomes of the clock meanwhile. */
export interface Standings {
  of(pile: Pick<PileRecord, 'id' | 'changedAt'>): Standing;
  /** It does not gather any more. */
  forget(pileId: string): void;
}

/** Makes it. `now` = the clock, `monotonic` = milliseconds that no change of the clock moves. */
export function createStandings({
  now,
  monotonic,
}: {
  readonly now: () => number;
  readonly monotonic: () => number;
}): Standings {
  const known = new Map<string, { readonly changedAt: number; readonly since: number; readonly before: number }>();
  return {
    of({ id, changedAt }) {
      const there = known.get(id);
      const at = monotonic();
      if (there?.changedAt === changedAt) return { seen: at - there.since, before: there.before };
      // A change that this process saw began just now; of what was so at its start only the clock can tell.
      const before = there === undefined ? Math.max(0, now() - changedAt) : 0;
      known.set(id, { changedAt, since: at, before });
      return { seen: 0, before };
    },
    forget(pileId) {
      known.delete(pileId);
    },
  };
}
