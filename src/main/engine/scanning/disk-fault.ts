import type { Fault, Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import { unsafeFault } from '../platform/disk/safe-folder.ts';
import { codeOf, isFull } from '../platform/disk/errno.ts';

/** Calls by which files are made, read and moved; errors of the network and of programs come from others. */
const fileCalls: ReadonlySet<string> = new Set([
  'access',
  'close',
  'copyfile',
  'fdatasync',
  'fstat',
  'fsync',
  'ftruncate',
  'link',
  'lstat',
  'mkdir',
  'open',
  'read',
  'rename',
  'rm',
  'rmdir',
  'scandir',
  'stat',
  'unlink',
  'write',
]);

/** The fault of a disk that refused something: `disk-full`, `data-directory-unusable`, `folder-unsafe`; null where the error is of another kind. */
export function diskFault(error: unknown): Fault | null {
  const unsafe = unsafeFault(error);
  if (unsafe !== null) return unsafe;
  const code = codeOf(error);
  if (isFull(code)) return fault('disk-full');
  if (code === 'EIO') return fault('data-directory-unusable', { problem: 'disk-failing' }, code);
  const call = error instanceof Error && 'syscall' in error ? String(error.syscall) : '';
  return fileCalls.has(call) ? fault('data-directory-unusable', {}, code) : null;
}

/** Does something that touches the disk; a refusal of the disk is the fault of the outcome. Other errors are thrown. */
export async function withDiskFault<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    const known = diskFault(error);
    if (known === null) throw error;
    return { ok: false, fault: known };
  }
}

/** Takes a refusal of the disk for nothing, where the same is tried again later; throws other errors. */
export function ignoreDiskFault(error: unknown): void {
  if (diskFault(error) === null) throw error;
}
