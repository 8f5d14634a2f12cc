import type { FileStat } from '../inspection.ts';

/** One thing that a files thread is asked for. A slot is memory that the bytes are to lie in afterwards, large enough for them. */
export type FilesTask =
  | {
      readonly act: 'inspect';
      readonly id: number;
      readonly path: string;
      readonly expected?: FileStat | undefined;
    }
  | { readonly act: 'hash'; readonly id: number; readonly path: string }
  | { readonly act: 'sidecar'; readonly id: number; readonly path: string }
  | {
      readonly act: 'read';
      readonly id: number;
      readonly path: string;
      readonly size: number;
      readonly modifiedAt: number;
      readonly slot?: SharedArrayBuffer | undefined;
    }
  | { readonly act: 'check-xml'; readonly id: number; readonly path: string };

function isStat(value: unknown): value is FileStat {
  if (typeof value !== 'object' || value === null) return false;
  if (!('size' in value && 'modifiedAt' in value && 'changedAt' in value && 'inode' in value && 'device' in value)) {
    return false;
  }
  const { size, modifiedAt, changedAt, inode, device } = value;
  return [size, modifiedAt, changedAt, inode, device].every((part) => typeof part === 'number');
}

function isTask(value: unknown): value is FilesTask {
  if (typeof value !== 'object' || value === null) return false;
  if (!('act' in value && 'id' in value && 'path' in value)) return false;
  if (typeof value.id !== 'number' || typeof value.path !== 'string') return false;
  if ('slot' in value && value.slot !== undefined && !(value.slot instanceof SharedArrayBuffer)) return false;
  switch (value.act) {
    case 'hash':
    case 'sidecar':
    case 'check-xml':
      return true;
    case 'inspect':
      return !('expected' in value) || value.expected === undefined || isStat(value.expected);
    case 'read':
      if (!('size' in value && 'modifiedAt' in value)) return false;
      return typeof value.size === 'number' && typeof value.modifiedAt === 'number';
    default:
      return false;
  }
}

/**
 * The tasks of one message: many share it, as a message costs more than a small file. Checked by hand: the schema library alone took
 * a tenth of the time in which a thread is ready for its first file. Anything else is a bug and throws.
 */
export function tasksOf(message: unknown): readonly FilesTask[] {
  if (Array.isArray(message) && message.every(isTask)) return message;
  throw new TypeError('a files thread was asked for something it does not know');
}
