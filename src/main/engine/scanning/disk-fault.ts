import type { Fault } from '../../../shared/faults.ts';
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
