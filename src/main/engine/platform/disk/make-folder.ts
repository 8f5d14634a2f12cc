import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { withFolder } from './safe-folder.ts';

/**
 * Makes a folder and those above it, as Node's recursive `mkdir` does, but with an end: where a parent is there and yet answers
 * ENOENT to a new folder (`/proc`, some network and virtual drives), Node's own tries for ever on a thread that nothing can
 * stop. `mode` as in Node. Links on the way count as in `holdFolder`; other errors are those of the file system.
 */
export function makeFolder(folder: string, mode = 0o777): Promise<void> {
  return withFolder(folder, { make: true, mode }, () => Promise.resolve());
}

const statOrUndefined = (path: string) => statSync(path, { throwIfNoEntry: false });

/** {@link makeFolder} at once, for what has to be there before anything can begin. */
export function makeFolderSync(folder: string, mode = 0o777): void {
  if (statOrUndefined(folder)?.isDirectory() === true) return;
  const parent = dirname(resolve(folder));
  if (statOrUndefined(parent) === undefined && parent !== resolve(folder)) makeFolderSync(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (statOrUndefined(folder)?.isDirectory() !== true) throw error;
  }
}
