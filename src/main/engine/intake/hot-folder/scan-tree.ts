import { dirname } from 'node:path';
import { paths } from '../../platform/names/paths.ts';
import { statPath } from '../inspection/stat-path.ts';
import { placeholderOf } from '../inspection/placeholder.ts';
import { readFailure } from '../inspection/read-failure.ts';
import type { FileStat } from '../inspection/inspection.ts';
import type { KnownFiles } from '../reception/known-files.ts';
import type { Ignores } from './ignore-patterns.ts';
import { readPrivateName } from '../tidy/private-name.ts';
import { listFolder } from './list-folder.ts';
import type { FolderEntry } from './list-folder.ts';

/** What one scan found; `failures` are folders that could not be listed. */
export interface ScanReport {
  readonly files: number;
  readonly folders: number;
  readonly ignored: number;
  readonly failures: readonly { readonly path: string; readonly code: string }[];
  /** Links, and placeholders of sync programs, that were passed over, by their paths. */
  readonly links: readonly string[];
  readonly placeholders: readonly string[];
  /** Whether a path lies in a folder that was not listed, as it stood still. */
  passedBy(path: string): boolean;
}

/** What a listing found in one folder. */
export interface Listing {
  /** How the folder looked before; null = a link to a folder. */
  readonly stat: FileStat | null;
  /** The subfolders to go on with. */
  readonly folders: string[];
  readonly links: string[];
  readonly placeholders: string[];
  files: number;
  ignored: number;
  /** Nothing in it was new, changed or odd: nothing comes of listing it again, until something in it changes. */
  isQuiet: boolean;
}

/** What the scan tells as it goes. */
export interface ScanVisitor {
  /**
   * Before a folder is listed, so that no file lands between listing and watching; `look` null = a link to a folder. Returns what an
   * earlier listing found, where the folder stands still since: then it is not listed again.
   */
  entering(folder: string, stat: FileStat | null): Listing | undefined;
  /** After it was listed to its end; looks at its files that are still on their way may yet say that it was not quiet. */
  listed(folder: string, listing: Listing): void;
  /** A file that is new, changed, or on its way. */
  file(path: string): void;
  /** Every file, whether known or not. */
  name(path: string): void;
  /** What is left alone because of its name. */
  ignored?(path: string): void;
  /** A file or folder whose name can't be used. `bytes` looks at it. */
  odd(path: string, bytes: Buffer, problem: 'too-long' | 'not-utf8'): void;
  /** A file under a private name: it is being tidied away, or was. */
  aside?(path: string): void;
  stopped(): boolean;
}

/** How a tree is scanned. */
export interface ScanOptions {
  readonly root: string;
  readonly recursive: boolean;
  readonly ignores: Ignores;
  readonly known: KnownFiles;
  /** The number of this scan, for the memory. */
  readonly scan: number;
}

/** Looks at the disk at once while checking what is known. */
const looksAtOnce = 128;

/** What a scan of a folder that is away answers. */
export function nothingScanned(failures: ScanReport['failures'] = []): ScanReport {
  return { files: 0, folders: 0, ignored: 0, failures, links: [], placeholders: [], passedBy: () => false };
}

/** Looks at paths, and knows how many looks are on their way. */
function createLooks(): {
  readonly stat: typeof statPath;
  /** Waits until fewer looks than this are on their way. */
  readonly fewerThan: (count: number) => Promise<void>;
} {
  let open = 0;
  let oneLess: (() => void) | null = null;
  return {
    async stat(path) {
      open += 1;
      const seen = await statPath(path);
      open -= 1;
      oneLess?.();
      return seen;
    },
    async fewerThan(count) {
      while (open >= count) {
        await new Promise<void>((resolve) => {
          oneLess = resolve;
        });
      }
    },
  };
}

/** Walks a folder and what is below it; what is known is only compared. Never throws for what the disk answers. */
export async function scanTree(start: string, options: ScanOptions, visitor: ScanVisitor): Promise<ScanReport> {
  const { known, ignores, root, scan } = options;
  const failures: { path: string; code: string }[] = [];
  const links: string[] = [];
  const placeholders: string[] = [];
  const passed = new Set<string>();
  const folders = [start];
  const looks = createLooks();
  let [files, visited, ignored] = [0, 0, 0];

  function told(path: string, listing: Listing): void {
    listing.isQuiet = false;
    visitor.file(path);
  }

  async function check(path: string, listing: Listing): Promise<void> {
    const memory = known.get(path);
    const seen = await looks.stat(path);
    if (memory === undefined || seen.kind !== 'file' || memory.absent || !known.isUnchanged(memory, seen.stat)) {
      told(path, listing);
    }
  }

  async function visitFile(path: string, listing: Listing): Promise<void> {
    listing.files += 1;
    visitor.name(path);
    const memory = known.get(path);
    if (memory === undefined) return told(path, listing);
    memory.scan = scan;
    void check(path, listing);
    await looks.fewerThan(looksAtOnce);
  }

  async function visit(entry: FolderEntry, listing: Listing): Promise<void> {
    if (ignores(paths.below(root, entry.path) ?? entry.name, entry.name)) {
      listing.ignored += 1;
      if (placeholderOf(entry.name, 0) !== null) listing.placeholders.push(entry.path);
      if (readPrivateName(entry.name) !== null) {
        listing.isQuiet = false;
        visitor.aside?.(entry.path);
      }
      return visitor.ignored?.(entry.path);
    }
    if (entry.kind === 'odd') {
      listing.isQuiet = false;
      const memory = known.get(entry.path);
      if (memory !== undefined) memory.scan = scan;
      return visitor.odd(entry.path, entry.bytes, 'not-utf8');
    }
    // Windows' listings call more than links so: files and folders that OneDrive and its like keep, files that a server stores once for several.
    const seen = entry.kind === 'link' ? await statPath(entry.path) : entry;
    if (seen.kind === 'other') return void listing.links.push(entry.path);
    if (seen.kind !== 'folder') return visitFile(entry.path, listing);
    if (options.recursive) listing.folders.push(entry.path);
  }

  /** A folder that is there and can't be looked through. */
  function refused(folder: string, code: string): void {
    if (code === 'ENAMETOOLONG') visitor.odd(folder, Buffer.from(folder), 'too-long');
    else failures.push({ path: folder, code });
  }

  function count(listing: Listing): void {
    files += listing.files;
    ignored += listing.ignored;
    for (const link of listing.links) links.push(link);
    for (const path of listing.placeholders) placeholders.push(path);
    for (const folder of listing.folders) folders.push(folder);
  }

  async function visitFolder(folder: string): Promise<void> {
    const seen = await statPath(folder);
    // The root itself may be a link that IT made; below it links are never followed.
    if (folder !== root && seen.kind !== 'folder') {
      if (seen.kind === 'busy' || seen.kind === 'unreadable') refused(folder, seen.code);
      return;
    }
    const stat = seen.kind === 'folder' ? seen.stat : null;
    const earlier = visitor.entering(folder, stat);
    if (earlier !== undefined) {
      passed.add(folder);
      visited += 1;
      return count(earlier);
    }
    const listing: Listing = { stat, folders: [], links: [], placeholders: [], files: 0, ignored: 0, isQuiet: true };
    try {
      for await (const entry of listFolder(folder)) {
        if (visitor.stopped()) return;
        await visit(entry, listing);
      }
      visited += 1;
      visitor.listed(folder, listing);
    } catch (error) {
      const { code } = readFailure(error);
      // One that was removed meanwhile is no failure, unless it is where we began.
      if (code !== 'ENOENT' || folder === start) refused(folder, code);
    }
    count(listing);
  }

  for (let folder = folders.pop(); folder !== undefined && !visitor.stopped(); folder = folders.pop()) {
    await visitFolder(folder);
  }
  await looks.fewerThan(1);
  return {
    files,
    folders: visited,
    ignored,
    failures,
    links,
    placeholders,
    passedBy: (path) => passed.has(dirname(path)),
  };
}
