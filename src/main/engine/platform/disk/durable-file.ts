import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { open, rename, rm } from './patient-files.ts';
import { withFolder, withFolders } from './safe-folder.ts';
import { codeOf } from './errno.ts';

/**
 * Writes a file as a whole or not at all: temporary file, fsync, rename, fsync of the folder. Only the owner may read it
 * (0600); the folder is made when missing (0700). Rejects with the system's error and leaves the old file as it was.
 */
export async function saveFile(path: string, text: string): Promise<void> {
  const name = basename(path);
  await withFolder(dirname(path), { make: true, mode: 0o700 }, async (folder) => {
    const temporary = folder.at(`.${name}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, folder.at(name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder.at('.'));
  });
}

/** Gives a file that was written whole its place, for good: fsync, rename, fsync of the folder. Rejects with the system's error. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await withFolders(dirname(from), dirname(to), {}, async (source, target) => {
    const handle = await open(source.at(basename(from)), 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(source.at(basename(from)), target.at(basename(to)));
    await syncFolder(target.at('.'));
  });
}

/** Some network file systems can't sync a folder and answer one of these: nothing better can be done there. */
const noFolderSync: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EBADF']);

/** Waits until the names in a folder are on the disk; Windows opens no folders as files, and its file system keeps the order itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    const code = codeOf(error);
    if (!noFolderSync.has(code)) throw error;
  } finally {
    await handle.close();
  }
}
