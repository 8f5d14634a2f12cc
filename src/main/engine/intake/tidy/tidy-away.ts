import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { rename, unlink } from '../../platform/disk/patient-files.ts';
import type { FaultLanguage } from '../../faults/describe.ts';
import type { ItemRecord, SeenFile } from '../../journal/records.ts';
import { codeOf } from '../../platform/disk/errno.ts';
import { claimPlaceOf, returnedNote } from '../../platform/names/claim-places.ts';
import { withFolder } from '../../platform/disk/safe-folder.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';
import type { FileStat } from '../inspection/inspection.ts';
import { isFile } from '../inspection/stat-path.ts';
import { sidecarPaths } from '../sidecar/sidecar-names.ts';
import { hasContent, isLike, statOrThrow } from './compare.ts';
import type { OpenWriters } from './open-writers.ts';
import { findPlaced, placeFile, writeNote } from './place-file.ts';
import { privatePath } from './private-name.ts';
import { duplicateText, reasonText } from './tidy-notes.ts';
import { findTrashed, trashedName, trashFolder, wayFrom } from './trash.ts';

/** What becomes of an original. */
export const tidyActions = ['processed', 'delete', 'failed', 'duplicates', 'back'] as const;

/** See {@link tidyActions}. */
export type TidyAction = (typeof tidyActions)[number];

/**
 * What tidying came to: `left` = what lies there is not the file any more that was taken in, and stays; `gone` = somebody else took
 * it away; `in-use` = a program has it open for writing, and it stays for now.
 */
export type TidyOutcome =
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'left' }
  | { readonly kind: 'in-use' };

/** A look at who has it open may be so old (ms) before anything is done; the look at the private name decides. */
const recentMs = 1_000;

/** What the watcher of a source remembers of its originals, told before and after each step. */
export interface OriginalsMemory {
  /** It lies under a private name for a moment (false: it is back): that it is missing says nothing. */
  setAside(item: ItemRecord, path: string, aside: boolean): void;
}

/** What tidying needs. */
export interface TidyAwayDependencies {
  readonly inspector: Pick<FileInspector, 'hash' | 'sidecar'>;
  readonly writers: OpenWriters;
  readonly memory: OriginalsMemory;
  readonly seenFile: (sourceId: string, path: string) => Promise<SeenFile | null>;
  /** The file is given back because it is not the one that was sent, and had to take another name: that is its item's now. */
  readonly renamed: (item: ItemRecord, path: string) => Promise<void>;
  readonly now: () => number;
  readonly language: () => FaultLanguage;
  /** The first item with the same content, for the note beside a duplicate. */
  readonly firstOf: (item: ItemRecord) => Promise<ItemRecord | null>;
}

/** Before a claimed file is given back it is noted for all stations: none of them is to take it for a new one. */
async function noteReturn(
  root: string,
  { sha256, modifiedAt }: Pick<ItemRecord, 'sha256' | 'modifiedAt'>,
): Promise<void> {
  if (sha256 === null) return;
  const note = returnedNote(root, sha256, modifiedAt);
  await withFolder(dirname(note), { below: root, make: true }, (folder) =>
    writeFile(folder.at(basename(note)), '', { flag: 'wx' }),
  ).catch((error: unknown) => {
    // Noted before.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** The date in this computer's time zone, as people name folders: 2026-01-31. */
function localDate(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Where below the hot folder a file goes; the folder it came from is kept, so that equal names stay apart. */
function targetFolder(root: string, item: ItemRecord, action: TidyAction, now: number): string {
  const below = wayFrom(root, item.path);
  switch (action) {
    case 'back':
      return dirname(claimPlaceOf(item.path)?.origin ?? item.path);
    case 'delete':
      return join(trashFolder(root, now), ...below);
    case 'processed':
      return join(root, action, localDate(now), ...below);
    case 'failed':
    case 'duplicates':
      return join(root, action, ...below);
  }
}

/** What is written beside a file that is set aside: room is left for it in the name. */
function noteOf(action: TidyAction): string {
  return action === 'failed' ? '.reason.txt' : '.duplicate.txt';
}

/** The file as it lies under its own name, where that is the one that was taken in. */
async function beforeIt(dependencies: TidyAwayDependencies, item: ItemRecord): Promise<FileStat | 'gone' | 'left'> {
  const seen = await dependencies.seenFile(item.sourceId, item.path);
  // The path stands for a newer file by now.
  if (seen !== null && seen.itemId !== item.id) return 'left';
  const stat = await statOrThrow(item.path);
  if (stat === 'gone') return 'gone';
  if (stat === 'no-file') return 'left';
  const { identity } = seen ?? {};
  const same = identity === undefined || (identity.inode === stat.inode && identity.changedAt === stat.changedAt);
  if (same && isLike(stat, seen ?? item)) return stat;
  return (await hasContent(dependencies.inspector, item.path, item, stat)) ? stat : 'left';
}

/**
 * Whether what was renamed is what was looked at before (`before`; null: a start after a crash found it), and nobody writes into
 * it. A rename takes what lies there in that instant, which may be another file by then.
 */
async function judgeHidden(
  { inspector, writers }: TidyAwayDependencies,
  item: ItemRecord,
  hidden: string,
  before: FileStat | null,
  action: TidyAction,
): Promise<'same' | 'other' | 'in-use' | 'gone'> {
  const found = await statOrThrow(hidden);
  if (found === 'gone') return 'gone';
  if (found === 'no-file') return 'other';
  if (await writers.has(hidden, found, 0)) return 'in-use';
  // Who had it open until now may have written.
  const stat = await statOrThrow(hidden);
  if (stat === 'gone') return 'gone';
  if (stat === 'no-file') return 'other';
  const same = isLike(stat, before ?? item) && (before === null || before.inode === stat.inode);
  if (same && (action !== 'delete' || item.sha256 === null)) return 'same';
  return (await hasContent(inspector, hidden, item, stat)) ? 'same' : 'other';
}

/**
 * Gives a file its own name back, or the next free one where a newer file has taken that: both are taken in then. Returns where it
 * lies.
 */
async function giveBack(
  dependencies: TidyAwayDependencies,
  root: string,
  item: ItemRecord,
  hidden: string,
): Promise<void> {
  const path = await placeFile(hidden, dirname(item.path), item.id, { name: basename(item.path), root });
  dependencies.memory.setAside(item, item.path, false);
  if (path !== item.path) await dependencies.renamed(item, path);
}

/** Renames a file within its folder: to its private name, which nobody else uses. */
function hide(path: string, hidden: string, root: string): Promise<void> {
  return withFolder(dirname(path), { below: root }, (folder) =>
    rename(folder.at(basename(path)), folder.at(basename(hidden))),
  );
}

function remove(path: string, root: string): Promise<void> {
  return withFolder(dirname(path), { below: root }, (folder) => unlink(folder.at(basename(path))));
}

/** A document that only has the name of a sidecar is none. */
async function isSidecar({ inspector }: TidyAwayDependencies, path: string): Promise<boolean> {
  if (!(await isFile(path))) return false;
  const answer = await inspector.sidecar(path);
  return answer.kind === 'fields' || answer.kind === 'invalid';
}

/** Whether a deleted original goes at once, without lying in the trash: its rule says so. */
function isForGood({ rule }: ItemRecord, action: TidyAction): boolean {
  return action === 'delete' && rule.trashMs === 0;
}

/** Sidecars go where their file goes. Where another file has taken its name, what lies beside that is not looked at. */
async function moveSidecars(
  dependencies: TidyAwayDependencies,
  root: string,
  item: ItemRecord,
  folder: string,
  action: TidyAction,
): Promise<void> {
  const isReplaced = await isFile(item.path);
  for (const path of sidecarPaths(item.path)) {
    const hidden = privatePath(path, item.id);
    if (!(await isFile(hidden))) {
      if (isReplaced || !(await isSidecar(dependencies, path))) continue;
      await hide(path, hidden, root);
    }
    const mine = await isSidecar(dependencies, hidden);
    const read = mine && action === 'back' ? await dependencies.inspector.hash(hidden) : null;
    if (read?.kind === 'hashed') await noteReturn(root, { sha256: read.sha256, modifiedAt: read.stat.modifiedAt });
    const name = mine && action === 'delete' ? trashedName(item, basename(path)) : basename(path);
    if (mine && isForGood(item, action)) await remove(hidden, root);
    else await placeFile(hidden, mine ? folder : dirname(path), `${item.id}${extname(path)}`, { name, root });
  }
}

/**
 * Puts an item's original where its rule wants it. It is renamed to a private name first and judged there, so that neither the
 * next file of its name nor what a program still writes into it is taken away unread. Throws what the disk answers; may be repeated
 * after any interruption.
 */
export async function tidyAway(
  dependencies: TidyAwayDependencies,
  root: string,
  item: ItemRecord,
  action: TidyAction,
): Promise<TidyOutcome> {
  const { memory, writers } = dependencies;
  const folder = targetFolder(root, item, action, dependencies.now());
  const name = action === 'delete' ? trashedName(item, basename(item.path)) : basename(item.path);
  const tail = noteOf(action);
  const hidden = privatePath(item.path, item.id);
  let before: FileStat | null = null;
  if (!(await isFile(hidden))) {
    const found = await beforeIt(dependencies, item);
    if (found === 'gone' || found === 'left') {
      // Placed already, by a run that ended before it could say so.
      const isIt = async (placed: string, stat: FileStat): Promise<boolean> =>
        isLike(stat, item) && (await hasContent(dependencies.inspector, placed, item, stat));
      const path = await (action === 'delete' ? findTrashed(root, item) : findPlaced(folder, name, tail, isIt));
      return path === null ? { kind: found } : { kind: 'moved', path };
    }
    if (await writers.has(item.path, found, recentMs)) return { kind: 'in-use' };
    // What can't be made is found out before anything is touched.
    if (!isForGood(item, action)) await withFolder(folder, { below: root, make: true }, () => Promise.resolve());
    before = found;
    memory.setAside(item, item.path, true);
    try {
      await hide(item.path, hidden, root);
    } catch (error) {
      memory.setAside(item, item.path, false);
      throw error;
    }
  }
  let path: string;
  try {
    const verdict = await judgeHidden(dependencies, item, hidden, before, action);
    if (verdict === 'gone') return { kind: 'gone' };
    if (verdict !== 'same') {
      await giveBack(dependencies, root, item, hidden);
      return { kind: verdict === 'other' ? 'left' : verdict };
    }
    await moveSidecars(dependencies, root, item, folder, action);
    if (action === 'back') await noteReturn(root, item);
    if (isForGood(item, action)) {
      await remove(hidden, root);
      return { kind: 'deleted' };
    }
    path = await placeFile(hidden, folder, item.id, { name, tail, root });
  } catch (error) {
    // Under its own name it waits for the next try. Where even that fails, that finds it as it is.
    await giveBack(dependencies, root, item, hidden).catch(() => undefined);
    throw error;
  }
  if (action === 'failed') await writeNote(path + tail, reasonText(item, dependencies.language()), root);
  if (action === 'duplicates') {
    await writeNote(path + tail, duplicateText(item, await dependencies.firstOf(item), dependencies.language()), root);
  }
  return { kind: 'moved', path };
}
