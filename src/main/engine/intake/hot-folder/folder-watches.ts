import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { paths } from '../../platform/names/paths.ts';
import { sameLook } from '../inspection/file-look.ts';
import type { FileLook } from '../inspection/inspection.ts';
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
  /** Watches a folder, if it does not yet; another folder under the same path is watched afresh. `look` null = a link to a folder. */
  add(folder: string, look: FileLook | null, scan: number): void;
  /** A watched folder was listed to its end; `listing` null = what was found says nothing about the next time. */
  listed(folder: string, listing: Listing | null): void;
  /** Whether a folder is watched and was listed since: all that comes is told. */
  isListed(folder: string): boolean;
  /** What was found when the folder was listed last, if it looks as it did then and no event told of it since. */
  standing(folder: string, look: FileLook): Listing | undefined;
  /** Events since this was asked last. */
  takeHeard(): number;
  /** The operating system has no more watches to give. */
  isLimited(): boolean;
  /** Ends the watches of folders that the scan did not visit. */
  retain(scan: number): void;
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

/** Makes the watches of one source; `onLost` = a watch ended by itself. */
export function createFolderWatches(
  start: StartWatch,
  onEvent: (folder: string, name: string | null) => void,
  onLost: (code: string) => void,
): FolderWatches {
  const watches = new Map<string, Watched>();
  /** Folders that are being removed, with the last scan in which they may be found. */
  const leaving = new Map<string, number>();
  let scanned = 0;
  let limited = false;
  let heard = 0;

  function remove(folder: string): void {
    // What is below a folder is watched only with it.
    if (!watches.has(folder)) return;
    for (const [path, watched] of [...watches].filter(([path]) => paths.wayTo(folder, path) !== null)) {
      watched.close();
      watches.delete(path);
    }
  }

  return {
    remove,
    leave(folder) {
      leaving.set(folder, scanned + 2);
      remove(folder);
    },
    add(folder, look, scan) {
      for (const left of leaving.keys()) {
        if (paths.wayTo(left, folder) === null) continue;
        leaving.set(left, scan + 1);
        return;
      }
      const identity = look === null ? 'link' : `${look.device}:${look.inode}`;
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
            remove(folder);
            onLost(codeOf(error, 'unknown'));
          },
        );
        watches.set(folder, { identity, close: () => watcher.close(), scan, isListed: false, listing: null });
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
    standing(folder, look) {
      const listing = watches.get(folder)?.listing ?? null;
      const stands = listing?.isQuiet === true && listing.look !== null && sameLook(listing.look, look);
      return stands ? listing : undefined;
    },
    takeHeard() {
      const since = heard;
      heard = 0;
      return since;
    },
    isLimited: () => limited,
    retain(scan) {
      for (const [folder, watched] of [...watches]) if (watched.scan !== scan) remove(folder);
      for (const [folder, last] of [...leaving]) if (last < scan) leaving.delete(folder);
      scanned = scan;
    },
    closeAll() {
      for (const folder of [...watches.keys()]) remove(folder);
      limited = false;
    },
  };
}
