import type { Journal } from '../../journal/journal.ts';
import { pages } from '../../journal/pages.ts';
import type { FileIdentity, SeenFile } from '../../journal/records.ts';
import type { FileStat } from '../inspection/inspection.ts';

/** What is remembered of one path. */
export interface KnownFile {
  readonly size: number;
  readonly modifiedAt: number;
  readonly itemId: string;
  /** See {@link FileIdentity}; null = not looked at yet by a Mailroom that keeps it. */
  inode: number | null;
  changedAt: number | null;
  /** Its content is to be compared once more, whatever its stat says. */
  doubted: boolean;
  /** It lies under a private name for a moment, to be tidied away: that it is missing says nothing. */
  aside: boolean;
  /** It was found missing since. */
  absent: boolean;
  /** Number of the last scan that listed it. */
  scan: number;
}

/** The memory of a source in this process, over the durable one: which path was taken in, and how its file looked. */
export interface KnownFiles {
  get(path: string): KnownFile | undefined;
  set(file: Pick<SeenFile, 'path' | 'size' | 'modifiedAt' | 'itemId' | 'identity'>): void;
  /** `itemId`: only where the path still stands for this item. */
  forget(path: string, itemId?: string): void;
  /**
   * Whether what lies under a known path is the file that was taken in, by all that a stat says: size, time, number and change
   * time. False = its content has to be compared; where that is the same, it is the same file.
   */
  isUnchanged(known: KnownFile, stat: FileStat): boolean;
  /** Paths that such a file may have had before it was renamed: the same file by its inode, else one of this size and time. */
  lookalikes(stat: Pick<FileStat, 'size' | 'modifiedAt' | 'inode'>): readonly string[];
  /** Says whether numbers and change times of this file system tell files apart. */
  trustIdentities(trusted: boolean): void;
  /**
   * Where they do not: the next few paths, in turn, whose content is to be compared again. Nothing else would find another file
   * of the same size and time there.
   */
  doubtSome(): readonly string[];
  markAbsent(path: string): void;
  /** See {@link KnownFile.aside}; false = it is back under its name. */
  setAside(path: string, itemId: string, aside: boolean): void;
  /** What is set from now on counts as listed by this scan. */
  beginScan(scan: number): void;
  /** All that the scan did not list are absent, but for those in folders that it passed by. */
  markMissed(scan: number, passedBy: (path: string) => boolean): void;
  /** Whether the scan listed any of the known paths. */
  hasListed(scan: number): boolean;
  readonly size: () => number;
}

const pageRows = 1_000;
/** Copies made by a program may share size and time by the thousand; each costs a stat. */
const maxLookalikes = 4;
/** Contents that are compared again at a time, on file systems whose stats don't tell files apart: so many files and bytes. */
const doubted = { files: 10, bytes: 8 * 1024 * 1024 } as const;

/** What of a stat tells a file from others of its size and time. */
export function identityOf({ inode, changedAt }: FileStat): FileIdentity {
  return { inode, changedAt };
}

/** Finds paths by how their files look: by number where numbers are trusted, else by size and time. */
interface LookIndex {
  add(path: string, file: KnownFile): void;
  remove(path: string, file: KnownFile): void;
  /** A few paths; of many of one size and time those that are absent come first. */
  find(stat: Pick<FileStat, 'size' | 'modifiedAt' | 'inode'>, isAbsent: (path: string) => boolean): readonly string[];
  /** Begins anew, empty. */
  trust(isTrusted: boolean): void;
}

function createLookIndex(): LookIndex {
  let trusted = true;
  const byInode = new Map<number, string>();
  // Most sizes and times stand for one path; a Set for each would cost more than all the rest.
  const bySizeAndTime = new Map<string, string | Set<string>>();
  const keyOf = (file: { size: number; modifiedAt: number }): string => `${file.size}/${file.modifiedAt}`;

  return {
    add(path, file) {
      if (trusted && file.inode !== null) {
        byInode.set(file.inode, path);
        return;
      }
      const key = keyOf(file);
      const same = bySizeAndTime.get(key);
      if (same === undefined) bySizeAndTime.set(key, path);
      else if (same instanceof Set) same.add(path);
      else bySizeAndTime.set(key, new Set([same, path]));
    },
    remove(path, file) {
      if (file.inode !== null && byInode.get(file.inode) === path) byInode.delete(file.inode);
      const same = bySizeAndTime.get(keyOf(file));
      if (same === path) bySizeAndTime.delete(keyOf(file));
      else if (same instanceof Set) same.delete(path);
    },
    find(stat, isAbsent) {
      const before = trusted ? byInode.get(stat.inode) : undefined;
      if (before !== undefined) return [before];
      const same = bySizeAndTime.get(keyOf(stat)) ?? [];
      if (typeof same === 'string') return [same];
      const found: string[] = [];
      for (const path of same) {
        if (found.length === maxLookalikes) break;
        if (isAbsent(path)) found.push(path);
      }
      return found.length > 0 ? found : [...same].slice(0, maxLookalikes);
    },
    trust(isTrusted) {
      trusted = isTrusted;
      byInode.clear();
      bySizeAndTime.clear();
    },
  };
}

/** Loads what the journal knows of a source, in pages. */
export async function loadKnownFiles(journal: Pick<Journal, 'seenFiles'>, sourceId: string): Promise<KnownFiles> {
  const files = createKnownFiles();
  const read = (after?: string) => journal.seenFiles(sourceId, pageRows, after);
  for await (const rows of pages(read, ({ path }) => path)) for (const row of rows) files.set(row);
  return files;
}

/** Makes an empty memory. */
export function createKnownFiles(): KnownFiles {
  const byPath = new Map<string, KnownFile>();
  let presentScan = 0;
  let trusted = true;
  let turn: Iterator<[string, KnownFile]> = byPath.entries();
  const index = createLookIndex();

  function forget(path: string, itemId?: string): void {
    const known = byPath.get(path);
    if (known === undefined || (itemId !== undefined && known.itemId !== itemId)) return;
    byPath.delete(path);
    index.remove(path, known);
  }

  return {
    get: (path) => byPath.get(path),
    set({ path, size, itemId, identity, ...file }) {
      forget(path);
      const known: KnownFile = {
        size,
        modifiedAt: Math.trunc(file.modifiedAt),
        itemId,
        inode: identity?.inode ?? null,
        changedAt: identity?.changedAt ?? null,
        doubted: false,
        aside: false,
        absent: false,
        scan: presentScan,
      };
      byPath.set(path, known);
      index.add(path, known);
    },
    forget,
    isUnchanged(known, stat) {
      if (known.doubted || known.size !== stat.size || known.modifiedAt !== stat.modifiedAt) return false;
      if (!trusted) return true;
      if (known.changedAt === null) {
        // Its name alone was seen: it is trusted as it is found, and watched from now on.
        known.inode = stat.inode;
        known.changedAt = stat.changedAt;
        return true;
      }
      return known.inode === stat.inode && known.changedAt === stat.changedAt;
    },
    lookalikes: (stat) => index.find(stat, (path) => byPath.get(path)?.absent === true),
    trustIdentities(isTrusted) {
      if (trusted === isTrusted) return;
      trusted = isTrusted;
      index.trust(trusted);
      for (const [path, known] of byPath) index.add(path, known);
    },
    doubtSome() {
      const paths: string[] = [];
      if (trusted) return paths;
      for (let bytes = 0; paths.length < doubted.files && bytes < doubted.bytes;) {
        const next = turn.next();
        if (next.done === true) {
          turn = byPath.entries();
          break;
        }
        const [path, known] = next.value;
        if (known.absent || known.aside) continue;
        known.doubted = true;
        bytes += known.size;
        paths.push(path);
      }
      return paths;
    },
    markAbsent(path) {
      const known = byPath.get(path);
      if (known !== undefined) known.absent = !known.aside;
    },
    setAside(path, itemId, aside) {
      const known = byPath.get(path);
      if (known?.itemId !== itemId) return;
      known.aside = aside;
      known.absent = false;
    },
    beginScan(scan) {
      presentScan = scan;
    },
    markMissed(scan, passedBy) {
      for (const [path, known] of byPath) {
        if (known.scan !== scan && !passedBy(path)) known.absent = !known.aside;
      }
    },
    hasListed(scan) {
      for (const known of byPath.values()) if (known.scan === scan) return true;
      return false;
    },
    size: () => byPath.size,
  };
}
