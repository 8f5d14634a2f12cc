import { constants, existsSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, mkdir, open, readlink } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { paths } from '../names/paths.ts';
import { codeOf } from './errno.ts';

/** Why nothing is put into a folder: words of the fault's sentence. */
type Problem = 'a-link' | 'on-another-disk' | 'exchanged-meanwhile';

/** A link, or a folder of somebody else, lies where Mailroom's own folder should: whatever would be done there is done nowhere. */
class UnsafeFolderError extends Error {
  readonly code = 'UNSAFE';
  readonly place: string;
  readonly problem: Problem;
  constructor(place: string, problem: Problem) {
    super(`${place} is ${problem}`);
    this.place = place;
    this.problem = problem;
  }
}

/** The fault of such an error, for IT, with the place; null for every other error. */
export function unsafeFault(error: unknown): Fault | null {
  if (!(error instanceof UnsafeFolderError)) return null;
  return fault('folder-unsafe', { folder: error.place, problem: error.problem });
}

/** A folder that stays the one that was looked at, whatever others put under its path meanwhile. */
export interface HeldFolder {
  /** Where it lies, without links. */
  readonly path: string;
  /** The path by which a name in it is reached: through the open handle where the system has such paths. */
  at(name: string): string;
  /** Where there are no such paths: rejects with `UnsafeFolderError` if the folder is not under its path any more. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How a folder is opened. */
export interface HoldOptions {
  /** A folder above that a person configured: below it no link is followed at all, and no disk of somebody else entered. */
  readonly below?: string;
  /** Missing folders are made, with this mode (0777 less the umask where absent). */
  readonly make?: boolean;
  readonly mode?: number;
}

/** Links on one way, as the system allows. */
const maxLinks = 40;
/** Linux reaches a name through an open folder by this path, as `openat` does. */
const handles = '/proc/self/fd';
const hasHandles = process.platform === 'linux' && existsSync(handles);
/** Opens a folder that may be passed through but not listed (O_PATH; Node has no name for it). */
const passOnly = 0o10000000;
const folderOnly = constants.O_DIRECTORY | constants.O_NOFOLLOW;

interface Step extends HeldFolder {
  readonly stats: Stats;
}

function failed(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path, syscall: 'open' });
}

function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** One folder, links not followed: ENOTDIR or ELOOP for a link. `lies` = its path without links, `path` = how it is reached now. */
async function enter(path: string, lies: string, above: Step | null): Promise<Step> {
  if (hasHandles) {
    const handle = await open(path, constants.O_RDONLY | folderOnly).catch((error: unknown) => {
      if (codeOf(error) !== 'EACCES') throw error;
      return open(path, passOnly | folderOnly);
    });
    const stats = await handle.stat();
    return {
      path: lies,
      stats,
      at: (name) => `${handles}/${String(handle.fd)}/${name}`,
      check: () => Promise.resolve(),
      close: () => handle.close(),
    };
  }
  const stats = await lstat(path);
  if (!stats.isDirectory()) throw failed('ENOTDIR', path);
  return {
    path: lies,
    stats,
    at: (name) => join(lies, name),
    async check() {
      const now = await lstat(lies);
      if (!now.isDirectory() || !isSame(now, stats)) throw new UnsafeFolderError(lies, 'exchanged-meanwhile');
      await above?.check();
    },
    close: () => Promise.resolve(),
  };
}

/** Whether this account or the system's administrator made it; on Windows nobody tells. */
function isTrusted(uid: number): boolean {
  return process.getuid === undefined || uid === 0 || uid === process.getuid();
}

/** A link that IT may have put there: made by a trusted account, or in a folder that no other can write to. */
function mayFollow(link: Stats, folder: Stats): boolean {
  return isTrusted(link.uid) || (isTrusted(folder.uid) && (folder.mode & 0o022) === 0);
}

/**
 * Opens a folder name by name and holds it. A link on the way is followed only where IT may have put it; never below `below`.
 * Rejects with `UnsafeFolderError`, or with what the file system says. The caller closes it.
 */
export async function holdFolder(
  folder: string,
  { below, make = false, mode = 0o777 }: HoldOptions = {},
): Promise<HeldFolder> {
  const path = resolve(folder);
  const names = [...paths.namesOf(path)];
  const ours = below === undefined ? 0 : (paths.wayTo(resolve(below), path)?.length ?? 0);
  let here = await enter(paths.rootOf(path), paths.rootOf(path), null);
  let links = 0;

  async function next(name: string, isOurs: boolean, isLast: boolean): Promise<Step | string> {
    const lies = join(here.path, name);
    try {
      return await enter(here.at(name), lies, here);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT' && make) {
        await mkdir(here.at(name), { mode }).catch((refused: unknown) => {
          // Somebody else may have been faster.
          if (codeOf(refused) !== 'EEXIST') throw refused;
        });
        return enter(here.at(name), lies, here);
      }
      if (code !== 'ENOTDIR' && code !== 'ELOOP') throw error;
      const link = await lstat(here.at(name));
      // As the system says it of a folder that is to be made, and of one that is to be passed through.
      if (!link.isSymbolicLink()) throw failed(make && isLast ? 'EEXIST' : 'ENOTDIR', lies);
      if (isOurs || !mayFollow(link, here.stats)) throw new UnsafeFolderError(lies, 'a-link');
      links += 1;
      if (links > maxLinks) throw failed('ELOOP', lies);
      return readlink(here.at(name));
    }
  }

  try {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const isOurs = names.length < ours;
      const found = await next(name, isOurs, names.length === 0);
      let to: Step;
      if (typeof found === 'string') {
        names.unshift(...paths.namesOf(found));
        if (!isAbsolute(found)) continue;
        to = await enter(paths.rootOf(found), paths.rootOf(found), null);
      } else {
        to = found;
        if (isOurs && to.stats.dev !== here.stats.dev && !isTrusted(to.stats.uid)) {
          await to.close();
          throw new UnsafeFolderError(to.path, 'on-another-disk');
        }
      }
      await here.close();
      here = to;
    }
    return here;
  } catch (error) {
    await here.close();
    throw error;
  }
}

/** Does something in a folder that is held meanwhile; see {@link holdFolder}. */
export async function withFolder<T>(
  folder: string,
  options: HoldOptions,
  act: (folder: HeldFolder) => Promise<T>,
): Promise<T> {
  const held = await holdFolder(folder, options);
  try {
    const done = await act(held);
    await held.check();
    return done;
  } finally {
    await held.close();
  }
}

/** The same with two folders, of which the second is often the first. */
export function withFolders<T>(
  from: string,
  to: string,
  options: HoldOptions,
  act: (from: HeldFolder, to: HeldFolder) => Promise<T>,
): Promise<T> {
  return withFolder(from, options, (source) =>
    from === to ? act(source, source) : withFolder(to, options, (target) => act(source, target)),
  );
}
