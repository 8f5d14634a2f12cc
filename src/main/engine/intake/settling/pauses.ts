import { dirname } from 'node:path';
import { longerPauses } from './waiting.ts';
import type { Pauses } from './waiting.ts';

/** Which pauses writers make in each folder of a source, as far as they were seen in this process. */
export interface FolderPauses {
  /** The longest ones (ms) in the folder of this path; what was learned fades: it halves each hour. */
  of(path: string, at: number): Pauses;
  learn(path: string, pauses: Pauses, at: number): void;
}

const halfLifeMs = 3_600_000;
/** Shorter pauses (ms) change nothing: every quiet time is longer than twice that. */
const leastMs = 25;
const mostFolders = 1_000;

/** Makes an empty memory. */
export function createFolderPauses(): FolderPauses {
  const byFolder = new Map<string, { readonly pauses: Pauses; readonly at: number }>();

  function of(path: string, at: number): Pauses {
    const learned = byFolder.get(dirname(path));
    if (learned === undefined) return { any: 0, whole: 0 };
    const share = 0.5 ** (Math.max(0, at - learned.at) / halfLifeMs);
    return { any: learned.pauses.any * share, whole: learned.pauses.whole * share };
  }

  return {
    of,
    learn(path, pauses, at) {
      if (Math.max(pauses.any, pauses.whole) < leastMs) return;
      const folder = dirname(path);
      const known = longerPauses(pauses, of(path, at));
      byFolder.delete(folder);
      byFolder.set(folder, { pauses: known, at });
      const [oldest] = byFolder.keys();
      if (byFolder.size > mostFolders && oldest !== undefined) byFolder.delete(oldest);
    },
  };
}
