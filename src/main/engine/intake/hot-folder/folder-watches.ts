import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { isSameStat } from '../inspection/file-stat.ts';
import type { FileStat } from '../inspection/inspection.ts';
import type { Listing } from './scan-tree.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** Starts watching one folder (not what is below it). Throws as `fs.watch` does. */
export type StartWatch = (
  folder: string,
  onEvent: (name: string | null) => void,
  onError: (error: unknown) => void,
) => { close(): void };

/** One watch of the operating system a folder; its events are hints, the rescan is the truth. */
export const startFolderWatch: StartWatch = (folder, onEvent, onError) => {
  const watcher: FSWatcher = watch(folder, { persistent: true }, (_kind, name) => onEvent(name));
  watcher.on('error', onError);
  return watcher;
};

/** The watches of one source. */
export interface FolderWatches {
  /** A scan of the whole folder begins. */
  beginScan(): void;
  /** Watches a folder, if it does not yet; another folder under the same path is watched afresh. `look` null = a link to a folder. */
  add(folder: string, stat: FileStat | null): void;
  /** A watched folder was listed to its end; `listing` null = what was found says nothing about the next time. */
  listed(folder: string, listing: Listing | null): void;
  /** Whether a folder is watched and was listed since: all that comes is told. */
  isListed(folder: string): boolean;
  /** What was found when the folder was listed last, if it looks as it did then and no event told of it since. */
  standing(folder: string, stat: FileStat): Listing | undefined;
  /** Events since this was asked last. */
  takeHeard(): number;
  /** The operating system has no more watches to give. */
  isLimited(): boolean;
  /** Ends the watches of folders that the scan, which is over, did not visit. */
  retain(): void;
  /** Ends the watch of a folder; what is below it stays watched. */
  end(folder: string): void;
  /** Ends the watches of a folder and of all below it. */
  remove(folder: string): void;
  /** A folder is about to be removed: the same, and none of it is watched again before scans find it no more. */
  leave(folder: string): void;
  closeAll(): void;
}

interface Watched {
  readonly identity: string;
  readonly close: () => void;
  scan: number;
  isListed: boolean;
  listing: Listing | null;
}

const limitCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/** The ways to watched folders: nobody looks through all watches for those below one. */
function createWays(isWatched: (folder: string) => boolean) {
  /** What leads to a watched folder, each with the next steps. */
  const below = new Map<string, Set<string>>();

  function link(folder: string): void {
    const parent = dirname(folder);
    // The root of a disk.
    if (parent === folder) return;
    const beside = below.get(parent);
    if (beside !== undefined) beside.add(folder);
    else {
      below.set(parent, new Set([folder]));
      link(parent);
    }
  }

  function unlink(folder: string): void {
    if (isWatched(folder) || below.has(folder)) return;
    const parent = dirname(folder);
    const beside = below.get(parent);
    if (beside?.delete(folder) !== true || beside.size > 0) return;
    below.delete(parent);
    unlink(parent);
  }

  return { link, unlink, below: (folder: string): readonly string[] => [...(below.get(folder) ?? [])] };
}

/** Makes the watches of one source; `onLost` = a watch ended by itself. */
export function createFolderWatches(
  start: StartWatch,
  onEvent: (folder: string, name: string | null) => void,
  onLost: (code: string) => void,
): FolderWatches {
  const watches = new Map<string, Watched>();
  const ways = createWays((folder) => watches.has(folder));
  /** Folders that are being removed, with the last scan in which they may be found. */
  const leaving = new Map<string, number>();
  let scan = 0;
  let limited = false;
  let heard = 0;

  function end(folder: string): void {
    watches.get(folder)?.close();
    if (watches.delete(folder)) ways.unlink(folder);
  }

  function remove(folder: string): void {
    for (const next of ways.below(folder)) remove(next);
    end(folder);
  }

  /** Whether a folder is being removed, by itself or with one above it: then it may be found in the next scan as well. */
  function isLeaving(folder: string): boolean {
    if (leaving.has(folder)) {
      leaving.set(folder, scan + 1);
      return true;
    }
    const parent = dirname(folder);
    return parent !== folder && isLeaving(parent);
  }

  return {
    end,
    remove,
    leave(folder) {
      leaving.set(folder, scan + 1);
      remove(folder);
    },
    beginScan() {
      scan += 1;
      for (const [folder, last] of leaving) if (last < scan) leaving.delete(folder);
    },
    add(folder, stat) {
      if (leaving.size > 0 && isLeaving(folder)) return;
      const identity = stat === null ? 'link' : `${stat.device}:${stat.inode}`;
      const there = watches.get(folder);
      if (there?.identity === identity) {
        there.scan = scan;
        return;
      }
      remove(folder);
      try {
        const watcher = start(
          folder,
          (name) => {
            heard += 1;
            const watched = watches.get(folder);
            if (watched !== undefined) watched.listing = null;
            onEvent(folder, name);
          },
          (error) => {
            if (limitCodes.has(codeOf(error, 'unknown'))) limited = true;
            end(folder);
            onLost(codeOf(error, 'unknown'));
          },
        );
        watches.set(folder, { identity, close: () => watcher.close(), scan, isListed: false, listing: null });
        ways.link(folder);
        limited = false;
      } catch (error) {
        if (limitCodes.has(codeOf(error, 'unknown'))) limited = true;
        onLost(codeOf(error, 'unknown'));
      }
    },
    listed(folder, listing) {
      const watched = watches.get(folder);
      if (watched !== undefined) Object.assign(watched, { isListed: true, listing });
    },
    isListed: (folder) => watches.get(folder)?.isListed === true,
    standing(folder, stat) {
      const listing = watches.get(folder)?.listing ?? null;
      const stands = listing?.isQuiet === true && listing.stat !== null && isSameStat(listing.stat, stat);
      return stands ? listing : undefined;
    },
    takeHeard() {
      const since = heard;
      heard = 0;
      return since;
    },
    isLimited: () => limited,
    retain() {
      for (const [folder, watched] of watches) if (watched.scan !== scan) end(folder);
    },
    closeAll() {
      for (const folder of watches.keys()) end(folder);
      limited = false;
    },
  };
}
