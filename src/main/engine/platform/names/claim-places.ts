import { join } from 'node:path';
import { paths } from './paths.ts';

/** Digits of ids, Crockford base 32. */
export const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Folder below a shared hot folder in which stations keep what they hold. */
export const claimFolder = '.mailroom';

/** Folders below a hot folder into which Mailroom moves what it is done with. */
export const filledFolders = ['processed', 'failed', 'duplicates'] as const;

/** Put before the id of a claim that was taken over from a station that is gone: it may have sent the file. */
const takenOverMark = 'over-';

/** Where a claimed file lies: `<root>/.mailroom/<station>/files/<claim>/<its path below the root>`. */
export interface ClaimPlace {
  readonly root: string;
  /** The claim's id; also the id of its item, so that whoever takes it over can find what was sent of it. */
  readonly claimId: string;
  readonly takenOver: boolean;
  /** Its path before it was claimed. */
  readonly origin: string;
}

/** The name of a station's folder: its id, safe for every file system. */
export function stationFolder(root: string, stationId: string): string {
  return join(root, claimFolder, stationId.replace(/[^A-Za-z0-9._-]/g, '-'));
}

/** The name of a claim's folder after it was taken over. */
export function takenOverName(claimName: string): string {
  return claimName.startsWith(takenOverMark) ? claimName : takenOverMark + claimName;
}

/** Whether a path is that of a claimed file. */
export function isClaimed(path: string): boolean {
  return paths.dividedAt(path, claimFolder) !== null;
}

/** Reads the path of a claimed file; null for all others. */
export function claimPlaceOf(path: string): ClaimPlace | null {
  const divided = paths.dividedAt(path, claimFolder);
  if (divided === null) return null;
  const [, folder, name, ...below] = divided.after;
  if (folder !== 'files' || name === undefined || below.length === 0) return null;
  const takenOver = name.startsWith(takenOverMark);
  const root = divided.before;
  return {
    root,
    claimId: takenOver ? name.slice(takenOverMark.length) : name,
    takenOver,
    origin: join(root, ...below),
  };
}

/** When the file of this path was claimed, ms since 1970 by the clock of whoever did (ids begin with their instant); null for paths that are no claims. */
export function claimedAt(path: string): number | null {
  const place = claimPlaceOf(path);
  if (place === null) return null;
  return place.claimId
    .slice(0, 10)
    .split('')
    .reduce((at, sign) => at * 32 + idAlphabet.indexOf(sign), 0);
}

/** Where it is noted that a file was given back: by its content and time, for its name may have had to change. */
export function returnedNote(root: string, sha256: string, modifiedAt: number): string {
  return join(root, claimFolder, 'returned', `${sha256}-${String(Math.trunc(modifiedAt))}`);
}
