import { dirname, isAbsolute } from 'node:path';
import type { PathUse } from '../../shared/local-path.ts';
import { paths } from '../engine/names/paths.ts';

/** The places on this computer that a person gave to the window, each for a use: dropped, pasted, chosen in a dialog, or named at a start. */
export interface OfferedPaths {
  offer(paths: readonly string[], use: PathUse): void;
  /** Whether a path, or a folder above it, was given for this: a page that went wrong can't send or overwrite what nobody gave it for that. */
  isOffered(path: string, use: PathUse): boolean;
}

/** What was dropped, pasted or named at a start is there to be sent: once, or as a folder that is watched from now on. */
export function offerDropped(offered: Pick<OfferedPaths, 'offer'>, paths: readonly string[]): void {
  offered.offer(paths, 'watched');
}

/** Makes an empty list; it lasts as long as the window. */
export function createOfferedPaths(): OfferedPaths {
  const offered = new Map<string, Set<PathUse>>();
  return {
    offer(given, use) {
      for (const path of given) {
        if (!isAbsolute(path)) continue;
        const key = paths.keyOf(path);
        offered.set(key, (offered.get(key) ?? new Set()).add(use));
      }
    },
    isOffered(path, use) {
      if (!isAbsolute(path)) return false;
      let place = paths.keyOf(path);
      for (;;) {
        const uses = offered.get(place);
        // Who watches a folder reads it.
        if (uses?.has(use) === true || (use === 'read' && uses?.has('watched') === true)) return true;
        const above = dirname(place);
        if (above === place) return false;
        place = above;
      }
    },
  };
}
