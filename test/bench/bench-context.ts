import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What a benchmark works with. */
export interface BenchContext {
  /** Folder of the built child processes (absolute). */
  readonly builtDirectory: string;
  /** A folder on a real disk where each benchmark makes what it needs. */
  readonly scratch: string;
  /** How many times each side runs, in turns. */
  readonly runs: number;
  readonly say: (line: string) => void;
}

/** Runs an act with a fresh folder below the scratch folder and removes it afterwards. */
export async function withFolder<T>(context: BenchContext, act: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(context.scratch, { recursive: true });
  const folder = await mkdtemp(join(context.scratch, 'run-'));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
