import { constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { open, rename, renameOnce, rm } from '../../platform/disk/patient-files.ts';
import { isFile } from '../inspection/stat-path.ts';
import { readFailure } from '../inspection/read-failure.ts';
import { indexNames, sidecarPaths } from '../sidecar/sidecar-names.ts';
import { paths } from '../../platform/names/paths.ts';
import { withFolder, withFolders, type HeldFolder } from '../../platform/disk/safe-folder.ts';

/** Copies an index as it is now, never what a link of that name leads to. */
async function copyIndex(from: string, to: string): Promise<void> {
  const index = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    await writeFile(to, await index.readFile(), { flag: 'wx' });
  } finally {
    await index.close();
  }
}

async function bringSidecars(name: string, from: HeldFolder, to: HeldFolder): Promise<void> {
  for (const sidecar of sidecarPaths(name)) {
    if ((await isFile(from.at(sidecar))) && !(await isFile(to.at(sidecar))))
      await rename(from.at(sidecar), to.at(sidecar)).catch(() => undefined);
  }
}

/** Brings along what belongs to a file that was taken. */
async function bringAlong(name: string, from: HeldFolder, to: HeldFolder): Promise<void> {
  await bringSidecars(name, from, to);
  for (const index of indexNames) {
    if (index !== name && (await isFile(from.at(index))))
      await copyIndex(from.at(index), to.at(index)).catch(() => undefined);
  }
}

/**
 * Takes a file of a shared folder by an atomic rename into the station's own folder: one station gets it. What belongs to it
 * comes along: its sidecars, also those that were taken before it (`earlier`: the folders in which they lie), and a copy of its
 * folder's index. It shows among the station's files once all is there. Answers
 * null where it did, else why not: another was faster (ENOENT), or the file can't be moved. Rejects with `UnsafeFolderError`
 * where a folder on the way there is a link.
 */
export async function claimFile(
  root: string,
  own: string,
  claimId: string,
  path: string,
  earlier: readonly string[] = [],
): Promise<string | null> {
  const below = { below: root };
  const name = basename(path);
  const folder = join(own, 'claiming', claimId, ...(paths.wayTo(root, dirname(path)) ?? []));
  const refused = await withFolder(folder, { ...below, make: true }, (claim) =>
    withFolder(dirname(path), below, async (from): Promise<string | null> => {
      try {
        await renameOnce(from.at(name), claim.at(name));
      } catch (error) {
        const { code } = readFailure(error);
        if (code === 'unknown') throw error;
        return code;
      }
      await bringAlong(name, from, claim);
      for (const place of earlier) await withFolder(place, below, (before) => bringSidecars(name, before, claim));
      return null;
    }),
  );
  await withFolders(join(own, 'claiming'), join(own, 'files'), below, (claiming, files) =>
    refused === null
      ? rename(claiming.at(claimId), files.at(claimId))
      : rm(claiming.at(claimId), { recursive: true, force: true }),
  );
  return refused;
}

/**
 * Takes a sidecar that came after its document was claimed to where that lies now (`document`). Returns whether it did: another
 * sidecar of its name may lie there already, and either may go its way meanwhile. Rejects as `claimFile` does.
 */
export async function joinClaim(root: string, document: string, path: string): Promise<boolean> {
  const name = basename(path);
  return withFolders(dirname(path), dirname(document), { below: root }, async (from, to) => {
    if (!(await isFile(to.at(basename(document)))) || (await isFile(to.at(name)))) return false;
    return renameOnce(from.at(name), to.at(name)).then(
      () => true,
      () => false,
    );
  });
}
