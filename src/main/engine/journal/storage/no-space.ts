import { statfsSync } from 'node:fs';
import { failureOf } from './database.ts';
import { codeOf, isFull } from '../../platform/disk/errno.ts';

/** With less than this (bytes) SQLite can't make the memory that its processes share. */
const minSpace = 1024 * 1024;

/** Free bytes for this account on the disk of a folder; null where the disk does not tell. */
function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * Whether what was refused in a folder was for want of space. SQLite says so of its own writes; on a disk that was full before
 * it began, its answer is an I/O error like any other, and the disk is asked.
 */
export function isOutOfSpace(folder: string, error: unknown, free = freeBytes): boolean {
  if (isFull(codeOf(error))) return true;
  const failure = failureOf(error);
  if (failure !== 'disk') return failure === 'full';
  return (free(folder) ?? minSpace) < minSpace;
}
