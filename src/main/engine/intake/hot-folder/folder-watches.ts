import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';

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
  /** Watches a folder, if it does not yet; another folder under the same path (`identity`) is watched afresh. */
  add(folder: string, identity: string, scan: number): void;
  isWatched(folder: string): boolean;
  /** The operating system has no more watches to give. */
  isLimited(): boolean;
  /** Ends the watches of folders that the scan did not visit. */
  retain(scan: number): void;
  remove(folder: string): void;
  closeAll(): void;
}

const limitCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** Makes the watches of one source; `onLost` = a watch ended by itself. */
export function createFolderWatches(
  start: StartWatch,
  onEvent: (folder: string, name: string | null) => void,
  onLost: (folder: string, code: string) => void,
): FolderWatches {
  const watches = new Map<string, { readonly identity: string; readonly close: () => void; scan: number }>();
  let limited = false;

  function remove(folder: string): void {
    watches.get(folder)?.close();
    watches.delete(folder);
  }

  return {
    remove,
    add(folder, identity, scan) {
      const there = watches.get(folder);
      if (there?.identity === identity) {
        there.scan = scan;
        return;
      }
      remove(folder);
      try {
        const watcher = start(
          folder,
          (name) => onEvent(folder, name),
          (error) => {
            if (limitCodes.has(codeOf(error))) limited = true;
            remove(folder);
            onLost(folder, codeOf(error));
          },
        );
        watches.set(folder, { identity, close: () => watcher.close(), scan });
        limited = false;
      } catch (error) {
        if (limitCodes.has(codeOf(error))) limited = true;
        onLost(folder, codeOf(error));
      }
    },
    isWatched: (folder) => watches.has(folder),
    isLimited: () => limited,
    retain(scan) {
      for (const [folder, watched] of [...watches]) if (watched.scan !== scan) remove(folder);
    },
    closeAll() {
      for (const folder of [...watches.keys()]) remove(folder);
      limited = false;
    },
  };
}
