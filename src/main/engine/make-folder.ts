import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isThere } from './is-there.ts';

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (seen) => seen.isDirectory(),
    () => false,
  );

/**
 * Makes a folder and those above it, as Node's recursive `mkdir` does, but with an end: where a parent is there and yet answers
 * ENOENT to a new folder (`/proc`, some network and virtual drives), Node's own tries for ever on a thread that nothing can
 * stop. `mode` as in Node. Errors are those of the file system.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(resolve(folder));
  if (!(await isThere(parent)) && parent !== resolve(folder)) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Somebody else may have been faster.
    if (!(await isFolder(folder))) throw error;
  }
}

const lookSync = (path: string) => statSync(path, { throwIfNoEntry: false });

/** {@link makeFolder} at once, for what has to be there before anything can begin. */
export function makeFolderSync(folder: string, mode = 0o777): void {
  if (lookSync(folder)?.isDirectory() === true) return;
  const parent = dirname(resolve(folder));
  if (lookSync(parent) === undefined && parent !== resolve(folder)) makeFolderSync(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (lookSync(folder)?.isDirectory() !== true) throw error;
  }
}
