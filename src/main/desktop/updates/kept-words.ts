import { readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { saveFile } from '../../engine/platform/disk/durable-file.ts';
import { makeFolder } from '../../engine/platform/disk/make-folder.ts';

/** The words that a window was started with, kept over an update for its next start: Windows' installer starts the new version without them. */
export interface KeptWords {
  keep(words: readonly string[]): Promise<void>;
  /** They are not needed. Never rejects. */
  drop(): Promise<void>;
}

/** What Windows' installer says to a version that it starts. */
const updatedWord = '--updated';

const fileIn = (stateDirectory: string): string => join(stateDirectory, 'words-after-update.json');

/** See {@link KeptWords}; they lie in `stateDirectory` (absolute), as nobody knows yet whose data directory it is that they name. */
export function createKeptWords(stateDirectory: string): KeptWords {
  const file = fileIn(stateDirectory);
  return {
    async keep(words) {
      await makeFolder(stateDirectory, 0o700);
      await saveFile(file, JSON.stringify(words));
    },
    drop: () => rm(file, { force: true }).catch(() => undefined),
  };
}

/** The words of a start, with those that were kept for it where an installer made it: they serve once. */
export function wordsOfStart(given: readonly string[], stateDirectory: string): readonly string[] {
  if (!given.includes(updatedWord)) return given;
  const file = fileIn(stateDirectory);
  try {
    const kept = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
    rmSync(file);
    return [...kept, ...given];
  } catch {
    return given;
  }
}
