import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What a family of the laboratory is given. */
export interface Lab {
  /** What `buildStation` built. */
  readonly builtDirectory: string;
  /** A folder of this family, empty. */
  readonly scratch: string;
  /** In [0, 1), from the seed of the run. */
  readonly random: () => number;
  /** Whether another round is to be begun; asked before each. */
  readonly goOn: (roundsDone: number) => boolean;
  readonly say: (line: string) => void;
}

/** What came of a family: one line of the report. */
export interface Tally {
  runs: number;
  /** Kills of stations, or faults that were put in the way of one. */
  kills: number;
  faults: number;
  filesIn: number;
  documents: number;
  lost: number;
  doubled: number;
  wronglyHeld: number;
  neverTold: number;
  /** One sentence for each thing that was lost, doubled, held or not told. */
  readonly complaints: string[];
}

/** A tally with nothing in it. */
export function emptyTally(): Tally {
  const nothing = { lost: 0, doubled: 0, wronglyHeld: 0, neverTold: 0 };
  return { runs: 0, kills: 0, faults: 0, filesIn: 0, documents: 0, ...nothing, complaints: [] };
}

/** Chance that comes again with the same seed (mulberry32). */
export function createChance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`. */
export function drawn(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Makes the folder of one run, empty. */
export async function freshFolder(lab: Lab, name: string): Promise<string> {
  const folder = join(lab.scratch, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
