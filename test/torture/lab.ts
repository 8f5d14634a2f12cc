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
  readonly goOn: (roundsDone: number) => Promise<boolean>;
  readonly say: (line: string) => void;
  /** What came of it so far; the family adds to it as it goes, so that nothing is lost where a round fails. */
  readonly tally: Tally;
}

/** What is counted, in the order of the report. */
export const countedColumns = [
  'runs',
  /** Stations that were killed, each of them; several die with one process. */
  'kills',
  /** Processes in which they died. */
  'processes',
  /** What was put in the way of a station. */
  'faults',
  'filesIn',
  'documents',
  'lost',
  'doubled',
  'wronglyHeld',
  'neverTold',
] as const;

/** The figures of a run, or of several. */
export type Counted = Record<(typeof countedColumns)[number], number>;

/** What came of a run of a family. */
export interface Tally extends Counted {
  /** One sentence for each thing that was lost, doubled, held or not told. */
  readonly complaints: string[];
}

/** A tally with nothing in it. */
export function emptyTally(): Tally {
  const nothing = { lost: 0, doubled: 0, wronglyHeld: 0, neverTold: 0 };
  return { runs: 0, kills: 0, processes: 0, faults: 0, filesIn: 0, documents: 0, ...nothing, complaints: [] };
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
export function drawn(random: () => number, min: number, most: number): number {
  return min + Math.floor(random() * (most - min + 1));
}

/** Makes the folder of one run, empty. */
export async function freshFolder(lab: Lab, name: string): Promise<string> {
  const folder = join(lab.scratch, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Counts the end of a process with so many stations in it. */
export function countKill(tally: Tally, stations: number): void {
  tally.kills += stations;
  tally.processes += 1;
}
