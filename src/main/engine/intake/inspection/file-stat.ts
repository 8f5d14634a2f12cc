import type { FileStat } from './inspection.ts';

/** Whether two stats show the same file, unchanged. */
export function isSameStat(one: FileStat, other: FileStat): boolean {
  return (
    one.size === other.size &&
    one.modifiedAt === other.modifiedAt &&
    one.changedAt === other.changedAt &&
    one.inode === other.inode &&
    one.device === other.device
  );
}

/** The fields of the operating system's stat that tell files apart. */
export function statOf(stats: {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly dev: number;
}): FileStat {
  return {
    size: stats.size,
    modifiedAt: Math.trunc(stats.mtimeMs),
    changedAt: stats.ctimeMs,
    inode: stats.ino,
    device: stats.dev,
  };
}
