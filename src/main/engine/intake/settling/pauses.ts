import { dirname } from 'node:path';
import { claimPlaceOf } from '../../platform/names/claim-places.ts';
import { longerPauses } from './waiting.ts';
import type { Pauses } from './waiting.ts';

/** What was learned of the files in one folder, at an instant (ms since 1970). */
export interface LearnedPauses {
  readonly folder: string;
  readonly pauses: Pauses;
  readonly at: number;
}

/** Which pauses writers make in each folder of a source, as far as they were seen. */
export interface FolderPauses {
  /** The longest ones (ms) in the folder of this path; what was learned fades: it halves each hour. */
  of(path: string, at: number): Pauses;
  learn(path: string, pauses: Pauses, at: number): void;
  /** Whether this is the first file of the source: nothing is known yet of who writes there. Asked once, none is the first any more. */
  isFirst(path: string, at: number): boolean;
  /** All that is known, what was learned last at the end. */
  all(): readonly LearnedPauses[];
}

const halfLifeMs = 3_600_000;
/** Shorter pauses (ms) change nothing: every quiet time is longer than twice that. */
const minMs = 25;
const maxFolders = 1_000;

/** The folder that a file was written into: a claimed file lies in one of its own. */
function folderOf(path: string): string {
  return dirname(claimPlaceOf(path)?.origin ?? path);
}

/** Makes a memory that knows what was `learned` before; `changed` is called after each lesson. */
export function createFolderPauses(
  learned: readonly LearnedPauses[] = [],
  changed: () => void = () => undefined,
): FolderPauses {
  const byFolder = new Map(learned.map((each) => [each.folder, each]));

  function of(path: string, at: number): Pauses {
    const folder = folderOf(path);
    const found = byFolder.get(folder);
    if (found === undefined) return { any: 0, whole: 0 };
    // Learned under a clock that was ahead: it fades from now on.
    if (found.at > at) byFolder.set(folder, { ...found, at });
    const share = 0.5 ** (Math.max(0, at - found.at) / halfLifeMs);
    return { any: found.pauses.any * share, whole: found.pauses.whole * share };
  }

  function set(folder: string, pauses: Pauses, at: number): void {
    byFolder.delete(folder);
    byFolder.set(folder, { folder, pauses, at });
    const [oldest] = byFolder.keys();
    if (byFolder.size > maxFolders && oldest !== undefined) byFolder.delete(oldest);
    changed();
  }

  return {
    of,
    learn(path, pauses, at) {
      if (Math.max(pauses.any, pauses.whole) >= minMs) set(folderOf(path), longerPauses(pauses, of(path, at)), at);
    },
    isFirst(path, at) {
      if (byFolder.size > 0) return false;
      set(folderOf(path), { any: 0, whole: 0 }, at);
      return true;
    },
    all: () => [...byFolder.values()],
  };
}
