import { renameSync as renameSyncNow, rmSync as rmSyncNow, type RmOptions } from 'node:fs';
import {
  link as linkNow,
  open as openNow,
  rename as renameNow,
  rm as rmNow,
  rmdir as rmdirNow,
  unlink as unlinkNow,
  type FileHandle,
} from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './errno.ts';

/**
 * Windows refuses to rename, remove or open what another program has open just then: virus scanners, indexers, backups and other
 * stations look at a new file for a moment, most for some 100 ms, and one of these is the answer meanwhile.
 */
const refusals: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES']);
/** Waits in ms between tries, 2.6 s in all: who keeps a file for longer is told of as one that uses it. */
const waits = [10, 20, 40, 80, 150, 300, 500, 700, 800] as const;

/**
 * Codes by which a disk says that it knows no second name for a file. exFAT below Windows answers EISDIR, as libuv translates
 * ERROR_INVALID_FUNCTION.
 */
export const noHardLinks: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  ...(process.platform === 'win32' ? ['EISDIR'] : []),
]);

function isOneOf(codes: ReadonlySet<string>, error: unknown): boolean {
  return codes.has(codeOf(error));
}

/** A rename at once, for who comes again by itself and has others to look after meanwhile. */
export { rename as renameOnce } from 'node:fs/promises';

/** What patience depends on. */
export interface Patience {
  readonly platform: NodeJS.Platform;
  readonly wait: (ms: number) => Promise<unknown>;
  /** The answers that may pass. */
  readonly codes: ReadonlySet<string>;
}

const usual: Patience = { platform: process.platform, wait: pause, codes: refusals };

/** Repeats what the disk refuses for a moment, on Windows; elsewhere such an answer lasts. Rejects with the last answer. */
export async function patiently<T>(act: () => Promise<T>, { platform, wait, codes }: Patience = usual): Promise<T> {
  for (const ms of platform === 'win32' ? waits : []) {
    try {
      return await act();
    } catch (error) {
      if (!isOneOf(codes, error)) throw error;
    }
    await wait(ms);
  }
  return act();
}

/** The same for a thread that nobody waits for, as that of the journal, and for what must be done before all else. */
export function patientlySync<T>(act: () => T): T {
  for (const ms of process.platform === 'win32' ? waits : []) {
    try {
      return act();
    } catch (error) {
      if (!isOneOf(refusals, error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  }
  return act();
}

/** As Node's function of this name, but patient with what Windows refuses for a moment. */
export function rename(from: string, to: string): Promise<void> {
  return patiently(() => renameNow(from, to));
}

/** See {@link rename}. */
export function unlink(path: string): Promise<void> {
  return patiently(() => unlinkNow(path));
}

/** See {@link rename}. */
export function rmdir(path: string): Promise<void> {
  return patiently(() => rmdirNow(path));
}

/** See {@link rename}. A folder whose last file is still going counts as refused too: Node itself tries again there. */
export function rm(path: string, options: RmOptions): Promise<void> {
  const again = process.platform === 'win32' && options.recursive === true ? { maxRetries: 6, retryDelay: 50 } : {};
  return patiently(() => rmNow(path, { ...again, ...options }));
}

/** See {@link rename}. EPERM is final here: so answer disks that know no second names, and a rename follows. */
export function link(from: string, to: string): Promise<void> {
  return patiently(() => linkNow(from, to), { ...usual, codes: new Set(['EBUSY', 'EACCES']) });
}

/** See {@link rename}. To write, or to make sure that what was written is on the disk. */
export function open(path: string, flags: string | number, mode?: number): Promise<FileHandle> {
  return patiently(() => openNow(path, flags, mode));
}

/** See {@link rename}; waits in place. */
export function renameSync(from: string, to: string): void {
  patientlySync(() => renameSyncNow(from, to));
}

/** See {@link rename}; waits in place. */
export function rmSync(path: string): void {
  patientlySync(() => rmSyncNow(path, { force: true }));
}
