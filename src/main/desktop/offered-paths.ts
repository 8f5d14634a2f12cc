import { dirname, isAbsolute } from 'node:path';
import { paths } from '../engine/platform/names/paths.ts';

/** The places on this computer that a person gave to the window: dropped, pasted, chosen in a dialog, or named at a start. */
export interface OfferedPaths {
  offer(paths: readonly string[]): void;
  /** Whether a path, or a folder above it, was given: a page that went wrong can't send what nobody gave it. */
  isOffered(path: string): boolean;
}

/** Makes an empty list; it lasts as long as the window. */
export function createOfferedPaths(): OfferedPaths {
  const offered = new Set<string>();
  return {
    offer(given) {
      for (const path of given) if (isAbsolute(path)) offered.add(paths.keyOf(path));
    },
    isOffered(path) {
      if (!isAbsolute(path)) return false;
      let place = paths.keyOf(path);
      for (;;) {
        if (offered.has(place)) return true;
        const above = dirname(place);
        if (above === place) return false;
        place = above;
      }
    },
  };
}
