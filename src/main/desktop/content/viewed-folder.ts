import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies of what only the service has, while they are looked at: documents of others must not pile up on this computer. */
export interface ViewedFolder {
  /** A new empty folder for one copy. */
  place(): Promise<string>;
  /** A copy of so many bytes lies there; the oldest ones make room. `onGone` is told when it had to go. */
  keep(place: string, bytes: number, onGone: () => void): Promise<void>;
  /** Removes a place, or all of them. */
  remove(place: string): Promise<void>;
  clear(): Promise<void>;
}

/** Copies kept at once, and their bytes together. */
const maxCopies = 30;
const maxBytes = 512 * 1024 * 1024;

/** Makes the folder below a data directory; what an earlier run that was killed left there goes first. */
export function createViewedFolder(dataDirectory: string): ViewedFolder {
  const folder = join(dataDirectory, 'viewed');
  const cleared = rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const kept: { readonly place: string; readonly bytes: number; readonly onGone: () => void }[] = [];

  const remove = (place: string): Promise<void> => rm(place, { recursive: true, force: true }).catch(() => undefined);

  return {
    async place() {
      await cleared;
      const place = join(folder, randomBytes(8).toString('hex'));
      await mkdir(place, { recursive: true, mode: 0o700 });
      return place;
    },
    async keep(place, bytes, onGone) {
      kept.push({ place, bytes, onGone });
      const total = (): number => kept.reduce((sum, copy) => sum + copy.bytes, 0);
      // The newest one is being looked at, however large it is.
      while (kept.length > 1 && (kept.length > maxCopies || total() > maxBytes)) {
        const oldest = kept.shift();
        if (oldest === undefined) return;
        oldest.onGone();
        await remove(oldest.place);
      }
    },
    remove,
    async clear() {
      await cleared;
      kept.length = 0;
      await remove(folder);
    },
  };
}
