import { copyFile, lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { readFailure } from '../inspection/read-failure.ts';
import { indexNames, sidecarExtensions } from '../sidecar/sidecar-names.ts';
import { makeFolder } from '../../make-folder.ts';

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    (seen) => seen.isFile(),
    () => false,
  );

/**
 * Takes a file of a shared folder by an atomic rename into the station's own folder: one station gets it. What belongs to it
 * comes along: its sidecars, and a copy of its folder's index. It shows among the station's files once all is there. Answers
 * false where another was faster or the file can't be moved just now.
 */
export async function claimFile(root: string, own: string, claimId: string, path: string): Promise<boolean> {
  const below = dirname(relative(root, path));
  const claiming = join(own, 'claiming', claimId);
  const folder = join(claiming, below);
  await makeFolder(folder);
  try {
    await rename(path, join(folder, basename(path)));
  } catch (error) {
    await rm(claiming, { recursive: true, force: true });
    if (readFailure(error).code === 'unknown') throw error;
    return false;
  }
  for (const extension of sidecarExtensions.flatMap((one) => [one, one.toUpperCase()])) {
    const sidecar = path + extension;
    if (await isThere(sidecar)) await rename(sidecar, join(folder, basename(sidecar))).catch(() => undefined);
  }
  for (const name of indexNames) {
    const index = join(dirname(path), name);
    if (index !== path && (await isThere(index))) await copyFile(index, join(folder, name)).catch(() => undefined);
  }
  await rename(claiming, join(own, 'files', claimId));
  return true;
}
