import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { noHardLinks, open, rm, unlink } from '../../platform/disk/patient-files.ts';
import { withFolder, type HeldFolder } from '../../platform/disk/safe-folder.ts';
import type { FileStat } from '../inspection/inspection.ts';
import { statPath } from '../inspection/stat-path.ts';
import { shortened } from './private-name.ts';
import { codeOf } from '../../platform/disk/errno.ts';
import { publish, renameToFree } from '../../platform/disk/publish.ts';
import { numberMark } from '../../platform/names/safe-text.ts';

/** Names that are tried; far beyond what a folder holds. */
const maxNames = 100_000;
/** Of a file's mode; on Windows what its read-only mark leaves out. */
const ownerWrites = 0o200;

/** The n-th name for a file: `a.pdf`, `a (2).pdf`, `a (3).pdf`; cut where it would be too long. `tail` is what still follows. */
export function numberedName(name: string, number: number, tail = ''): string {
  const extension = extname(name);
  const mark = numberMark(number);
  const short = shortened(name, mark + tail);
  return short.slice(0, short.length - extension.length) + mark + extension;
}

/** Whether two paths lead to one file: `twice` = by two entries of the disk, `once` = they are one name to it. */
async function isSame(one: string, other: string): Promise<'no' | 'once' | 'twice'> {
  try {
    const [first, second] = await Promise.all([lstat(one), lstat(other)]);
    const same = first.ino === second.ino && first.dev === second.dev && first.ino !== 0;
    if (!same) return 'no';
    return first.nlink > 1 && one !== other ? 'twice' : 'once';
  } catch {
    return 'no';
  }
}

/** Puts a file under a name of the same disk, unless that is taken. Works on the link itself, never on its target. */
async function moveTo(from: string, to: string): Promise<boolean> {
  const isLink = (await lstat(from)).isSymbolicLink();
  // Linking to a link would follow it on some systems.
  if (isLink) return renameToFree(from, to);
  const published = await publish(from, to, (code) => noHardLinks.has(code));
  if (published === 'renamed') return true;
  if (published === 'taken') {
    // Of an earlier try that was broken off between the two steps.
    const same = await isSame(from, to);
    if (same === 'no') return false;
    // Removing one name would remove the file.
    if (same === 'once') return true;
  }
  await unlink(from);
  return true;
}

/** Copies to the other disk under a name of our own, whole and synced, so that only the last step can be seen. */
async function copyBeside(from: string, folder: HeldFolder, token: string): Promise<string> {
  const temporary = folder.at(`.mailroom-${token}.tmp`);
  await rm(temporary, { force: true });
  const before = await lstat(from);
  await copyFile(from, temporary, constants.COPYFILE_EXCL);
  const { size, atime, mtime, mtimeMs, mode } = await lstat(from);
  // Written to meanwhile: the copy may be half of each.
  const isWhole = (await lstat(temporary)).size === size && before.size === size && before.mtimeMs === mtimeMs;
  if (!isWhole) throw Object.assign(new Error('the file changed while it was copied'), { code: 'EBUSY' });
  // The copy of a file that may not be written to has the same mark, and could not be synced.
  await chmod(temporary, mode | ownerWrites);
  const file = await open(temporary, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await utimes(temporary, atime, mtime);
  await chmod(temporary, mode);
  return temporary;
}

/** How a file is placed: under which name (absent: its own), what still follows it there, and below which folder no link is followed. */
export interface Placing {
  readonly name?: string;
  readonly tail?: string;
  readonly root?: string;
}

/**
 * Moves a file into a folder (made when missing) under the first free name, never over another file; returns the new path.
 * Nobody else may act on `from` under its name: the move has two steps, and the second would take whatever lies there then.
 * Across disks it is copied, synced, compared, and only then removed. `token` names the temporary copy. Throws what the disk
 * answers, and `UnsafeFolderError`.
 */
export function placeFile(from: string, folder: string, token: string, placing: Placing = {}): Promise<string> {
  const { name = basename(from), tail = '', root = folder } = placing;

  async function place(file: string, target: HeldFolder): Promise<string> {
    let source = file;
    try {
      for (let number = 1; number <= maxNames; number += 1) {
        const free = numberedName(name, number, tail);
        if (join(folder, free) === from) return from;
        try {
          if (!(await moveTo(source, target.at(free)))) continue;
        } catch (error) {
          if (codeOf(error, 'unknown') !== 'EXDEV' || source !== file) throw error;
          source = await copyBeside(file, target, token);
          number -= 1;
          continue;
        }
        if (source !== file) await unlink(file);
        return join(folder, free);
      }
    } catch (error) {
      if (source !== file) await rm(source, { force: true });
      throw error;
    }
    throw new Error(`no free name in ${folder}`);
  }

  return withFolder(dirname(from), { below: root }, (source) =>
    withFolder(folder, { below: root, make: true }, (target) => place(source.at(basename(from)), target)),
  );
}

/** The file that was placed in a folder under such a name: the first for which `isIt` holds; null = it is not there. */
export async function findPlaced(
  folder: string,
  name: string,
  tail: string,
  isIt: (path: string, stat: FileStat) => Promise<boolean>,
): Promise<string | null> {
  for (let number = 1; number <= maxNames; number += 1) {
    const path = join(folder, numberedName(name, number, tail));
    const seen = await statPath(path);
    if (seen.kind === 'gone') return null;
    if (seen.kind === 'file' && (await isIt(path, seen.stat))) return path;
  }
  return null;
}

/** Writes a small text under exactly this name, whole or not at all; what is there already stays. Links count as in {@link placeFile}. */
export function writeNote(path: string, text: string, root: string): Promise<void> {
  return withFolder(dirname(path), { below: root }, async (folder) => {
    const temporary = folder.at(`.mailroom-${randomUUID()}.tmp`);
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await moveTo(temporary, folder.at(basename(path)));
    } finally {
      await rm(temporary, { force: true });
    }
  });
}
