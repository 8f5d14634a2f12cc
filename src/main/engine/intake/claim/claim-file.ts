import { copyFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isFile } from '../inspection/look-at-path.ts';
import { readFailure } from '../inspection/read-failure.ts';
import { indexNames, sidecarExtensions } from '../sidecar/sidecar-names.ts';
import { makeFolder } from '../../make-folder.ts';

/**
 * Takes a file of a shared folder by an atomic rename into the station's own folder: one station gets it. What belongs to it
 * comes along: its sidecars, and a copy of its folder's index. It shows among the station's files once all is there. Answers
 * null where it did, else why not: another was faster (ENOENT), or the file can't be moved.
 */
export async function claimFile(root: string, own: string, claimId: string, path: string): Promise<string | null> {
  const below = dirname(relative(root, path));
  const claiming = join(own, 'claiming', claimId);
  const folder = join(claiming, below);
  await makeFolder(folder);
  try {
    await rename(path, join(folder, basename(path)));
  } catch (error) {
    await rm(claiming, { recursive: true, force: true });
    const { code } = readFailure(error);
    if (code === 'unknown') throw error;
    return code;
  }
  for (const extension of sidecarExtensions.flatMap((one) => [one, one.toUpperCase()])) {
    const sidecar = path + extension;
    if (await isFile(sidecar)) await rename(sidecar, join(folder, basename(sidecar))).catch(() => undefined);
  }
  for (const name of indexNames) {
    const index = join(dirname(path), name);
    if (index !== path && (await isFile(index))) await copyFile(index, join(folder, name)).catch(() => undefined);
  }
  await rename(claiming, join(own, 'files', claimId));
  return null;
}
