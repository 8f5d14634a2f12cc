import { stat } from 'node:fs/promises';
import { codeOf } from './errno.ts';
import { link, noHardLinks, open, rename, rm } from './patient-files.ts';

/** Claims a name that is free and puts the file there by a rename, which replaces only what was claimed. False = taken. */
export async function renameToFree(from: string, to: string): Promise<boolean> {
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    await giveUp(to).catch(() => undefined);
    throw error;
  }
}

/** Takes a claimed name away again, unless the file came there all the same: a share may answer an error for what it did. */
async function giveUp(to: string): Promise<void> {
  if ((await stat(to)).size === 0) await rm(to, { force: true });
}

/**
 * Gives a file a name on its own disk unless that is taken: in no instant does the name hold half a file, and nothing is replaced.
 * `linked` = it has its old name too. `isUnlinkable` says for which codes of a link a rename is tried; other errors are those of
 * the file system.
 */
export async function publish(
  from: string,
  to: string,
  isUnlinkable = (code: string): boolean => noHardLinks.has(code) || code === 'EXDEV',
): Promise<'linked' | 'renamed' | 'taken'> {
  try {
    await link(from, to);
    return 'linked';
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'taken';
    if (!isUnlinkable(codeOf(error))) throw error;
  }
  return (await renameToFree(from, to)) ? 'renamed' : 'taken';
}
