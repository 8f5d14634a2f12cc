import type { Journal } from '../../journal/journal.ts';
import type { SeenFile } from '../../journal/records.ts';
import type { FileLook } from '../inspection/inspection.ts';

/** What is remembered of one path. */
export interface KnownFile {
  readonly size: number;
  readonly modifiedAt: number;
  readonly itemId: string;
  /** The file's identity on its volume, where it was seen in this process: the journal does not keep it. */
  readonly inode: number | null;
  /** It was found missing since. */
  absent: boolean;
  /** Number of the last scan that listed it. */
  scan: number;
}

/** The memory of a source in this process, over the durable one: which path was taken in with which size and time. */
export interface KnownFiles {
  get(path: string): KnownFile | undefined;
  set(file: Pick<SeenFile, 'path' | 'size' | 'modifiedAt' | 'itemId'> & { readonly inode?: number }): void;
  forget(path: string): void;
  /** Paths that such a file may have had before it was renamed: the same file by its inode, else one of this size and time that was last seen by an earlier process. */
  lookalikes(look: Pick<FileLook, 'size' | 'modifiedAt' | 'inode'>): readonly string[];
  markAbsent(path: string): void;
  /** What is set from now on counts as listed by this scan. */
  beginScan(scan: number): void;
  /** All that the scan did not list are absent. */
  markMissed(scan: number): void;
  /** Whether the scan listed any of the known paths. */
  hasListed(scan: number): boolean;
  readonly size: () => number;
}

const pageRows = 1_000;
/** Copies made by a program may share size and time by the thousand; each costs a look at the disk. */
const mostLookalikes = 4;

/** Whether a path is known with just this size and time. */
export function isUnchanged(known: KnownFile, look: FileLook): boolean {
  return known.size === look.size && known.modifiedAt === look.modifiedAt;
}

/** Loads what the journal knows of a source, in pages. */
export async function loadKnownFiles(journal: Pick<Journal, 'seenFiles'>, sourceId: string): Promise<KnownFiles> {
  const files = createKnownFiles();
  let after: string | undefined;
  for (;;) {
    const rows = await journal.seenFiles(sourceId, pageRows, after);
    for (const row of rows) files.set(row);
    after = rows.at(-1)?.path;
    if (after === undefined || rows.length < pageRows) return files;
  }
}

/** Makes an empty memory. */
export function createKnownFiles(): KnownFiles {
  const byPath = new Map<string, KnownFile>();
  let presentScan = 0;
  const byInode = new Map<number, string>();
  // Most sizes and times stand for one path; a Set for each would cost more than all the rest.
  const bySizeAndTime = new Map<string, string | Set<string>>();
  const keyOf = (file: { size: number; modifiedAt: number }): string => `${file.size}/${file.modifiedAt}`;

  function forget(path: string): void {
    const known = byPath.get(path);
    if (known === undefined) return;
    byPath.delete(path);
    if (known.inode !== null && byInode.get(known.inode) === path) byInode.delete(known.inode);
    const same = bySizeAndTime.get(keyOf(known));
    if (same === path) bySizeAndTime.delete(keyOf(known));
    else if (same instanceof Set) same.delete(path);
  }

  function index(path: string, key: string): void {
    const same = bySizeAndTime.get(key);
    if (same === undefined) bySizeAndTime.set(key, path);
    else if (same instanceof Set) same.add(path);
    else bySizeAndTime.set(key, new Set([same, path]));
  }

  return {
    get: (path) => byPath.get(path),
    set({ path, size, itemId, inode = null, ...file }) {
      forget(path);
      const modifiedAt = Math.trunc(file.modifiedAt);
      byPath.set(path, { size, modifiedAt, itemId, inode, absent: false, scan: presentScan });
      if (inode === null) index(path, keyOf({ size, modifiedAt }));
      else byInode.set(inode, path);
    },
    forget,
    lookalikes(look) {
      const before = byInode.get(look.inode);
      if (before !== undefined) return [before];
      const same = bySizeAndTime.get(keyOf(look)) ?? [];
      if (typeof same === 'string') return [same];
      const found: string[] = [];
      for (const path of same) {
        if (found.length === mostLookalikes) break;
        if (byPath.get(path)?.absent === true) found.push(path);
      }
      return found.length > 0 ? found : [...same].slice(0, mostLookalikes);
    },
    markAbsent(path) {
      const known = byPath.get(path);
      if (known !== undefined) known.absent = true;
    },
    beginScan(scan) {
      presentScan = scan;
    },
    markMissed(scan) {
      for (const known of byPath.values()) if (known.scan !== scan) known.absent = true;
    },
    hasListed(scan) {
      for (const known of byPath.values()) if (known.scan === scan) return true;
      return false;
    },
    size: () => byPath.size,
  };
}
