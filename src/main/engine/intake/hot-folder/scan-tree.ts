import { sep } from 'node:path';
import { lookAtPath } from '../inspection/look-at-path.ts';
import { readFailure } from '../inspection/read-failure.ts';
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
  /** Links that were passed over, by their paths. */
  readonly links: readonly string[];
}

/** What the scan tells as it goes. */
export interface ScanVisitor {
  /** Before a folder is listed, so that no file lands between listing and watching. */
  entering(folder: string, identity: string): void;
  /** After it was listed to its end. */
  listed(folder: string): void;
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

/** Walks a folder and what is below it; what is known is only compared. Never throws for what the disk answers. */
export async function scanTree(start: string, options: ScanOptions, visitor: ScanVisitor): Promise<ScanReport> {
  const { known, ignores, root, scan } = options;
  const failures: { path: string; code: string }[] = [];
  const links: string[] = [];
  const folders = [start];
  let checking = 0;
  let oneLess: (() => void) | null = null;
  let [files, visited, ignored] = [0, 0, 0];

  async function check(path: string): Promise<void> {
    const memory = known.get(path);
    checking += 1;
    const seen = await lookAtPath(path);
    checking -= 1;
    oneLess?.();
    if (memory === undefined || seen.kind !== 'file' || memory.absent || !known.isUnchanged(memory, seen.look)) {
      visitor.file(path);
    }
  }

  async function visitFile(path: string): Promise<void> {
    files += 1;
    visitor.name(path);
    const memory = known.get(path);
    if (memory === undefined) return visitor.file(path);
    memory.scan = scan;
    void check(path);
    await fewerThan(looksAtOnce);
  }

  /** Waits until fewer looks than this are on their way. */
  async function fewerThan(count: number): Promise<void> {
    while (checking >= count) {
      await new Promise<void>((resolve) => {
        oneLess = resolve;
      });
    }
  }

  async function visit(entry: FolderEntry): Promise<void> {
    // Every entry lies below the root: what follows its name is the path below it.
    const below = entry.path.slice(root.endsWith(sep) ? root.length : root.length + 1);
    if (ignores(sep === '/' ? below : below.split(sep).join('/'), entry.name)) {
      ignored += 1;
      if (readPrivateName(entry.name) !== null) visitor.aside?.(entry.path);
      return visitor.ignored?.(entry.path);
    }
    if (entry.kind === 'odd') {
      const memory = known.get(entry.path);
      if (memory !== undefined) memory.scan = scan;
      return visitor.odd(entry.path, entry.bytes, 'not-utf8');
    }
    if (entry.kind === 'link') return void links.push(entry.path);
    if (entry.kind !== 'folder') return visitFile(entry.path);
    if (options.recursive) folders.push(entry.path);
  }

  /** A folder that is there and can't be looked through. */
  function refused(folder: string, code: string): void {
    if (code === 'ENAMETOOLONG') visitor.odd(folder, Buffer.from(folder), 'too-long');
    else failures.push({ path: folder, code });
  }

  async function visitFolder(folder: string): Promise<void> {
    const seen = await lookAtPath(folder);
    // The root itself may be a link that IT made; below it links are never followed.
    if (folder !== root && seen.kind !== 'folder') {
      if (seen.kind === 'busy' || seen.kind === 'unreadable') refused(folder, seen.code);
      return;
    }
    visitor.entering(folder, seen.kind === 'folder' ? `${seen.look.device}:${seen.look.inode}` : 'link');
    try {
      for await (const entry of listFolder(folder)) {
        if (visitor.stopped()) return;
        await visit(entry);
      }
      visited += 1;
      visitor.listed(folder);
    } catch (error) {
      const { code } = readFailure(error);
      // One that was removed meanwhile is no failure, unless it is where we began.
      if (code !== 'ENOENT' || folder === start) refused(folder, code);
    }
  }

  for (let folder = folders.pop(); folder !== undefined && !visitor.stopped(); folder = folders.pop()) {
    await visitFolder(folder);
  }
  await fewerThan(1);
  return { files, folders: visited, ignored, failures, links };
}
