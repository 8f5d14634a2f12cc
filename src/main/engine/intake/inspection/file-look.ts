import type { FileLook } from './inspection.ts';

/** Whether two looks show the same file, unchanged. */
export function sameLook(one: FileLook, other: FileLook): boolean {
  return (
    one.size === other.size &&
    one.modifiedAt === other.modifiedAt &&
    one.changedAt === other.changedAt &&
    one.inode === other.inode &&
    one.device === other.device
  );
}

/** A look as the operating system's stat answers it. */
export function lookOf(stats: {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly dev: number;
}): FileLook {
  return {
    size: stats.size,
    modifiedAt: Math.trunc(stats.mtimeMs),
    changedAt: stats.ctimeMs,
    inode: stats.ino,
    device: stats.dev,
  };
}
