import type { ItemRecord } from '../../journal/records.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';
import type { FileStat } from '../inspection/inspection.ts';
import { statPath } from '../inspection/stat-path.ts';

function refused(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** How a file looks; `no-file` also for a link in its place: what that points to was never taken in. Throws what the disk refuses. */
export async function statOrThrow(path: string): Promise<FileStat | 'gone' | 'no-file'> {
  const seen = await statPath(path);
  switch (seen.kind) {
    case 'file':
      return seen.stat;
    case 'gone':
      return 'gone';
    case 'busy':
    case 'unreadable':
      throw refused(seen.code);
    case 'folder':
    case 'other':
    case 'not-a-file':
      return 'no-file';
  }
}

/** Whether a file has the size and time of the one that was taken in. */
export function isLike(stat: FileStat, { size, modifiedAt }: Pick<FileStat, 'size' | 'modifiedAt'>): boolean {
  return stat.size === size && stat.modifiedAt === Math.trunc(modifiedAt);
}

/** Whether a file has the content that was taken in; what never had a fingerprint has none to compare. Throws what the disk refuses. */
export async function hasContent(
  inspector: Pick<FileInspector, 'hash'>,
  path: string,
  item: Pick<ItemRecord, 'sha256' | 'size'>,
  stat: FileStat,
): Promise<boolean> {
  if (item.sha256 === null || stat.size !== item.size) return false;
  const found = await inspector.hash(path);
  if (found.kind === 'busy' || found.kind === 'unreadable') throw refused(found.code);
  return found.kind === 'hashed' && found.sha256 === item.sha256;
}
