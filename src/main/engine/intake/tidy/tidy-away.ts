import { realpath, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { FaultLanguage } from '../../faults/describe.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { claimPlaceOf, returnedNote } from '../../names/claim-places.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';
import { isFile, lookAtPath } from '../inspection/look-at-path.ts';
import { sidecarPaths } from '../sidecar/sidecar-names.ts';
import { placeFile, writeNote } from './place-file.ts';
import { duplicateText, reasonText } from './tidy-notes.ts';
import { withFolder } from '../../safe-folder.ts';

/** What becomes of an original. */
export const tidyActions = ['processed', 'delete', 'failed', 'duplicates', 'back'] as const;

/** See {@link tidyActions}. */
export type TidyAction = (typeof tidyActions)[number];

/** What tidying came to: `left` = it is not the file any more that was taken in, and stays; `gone` = somebody else took it away. */
export type TidyOutcome =
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'left' };

/** What tidying needs. */
export interface TidyAwayDependencies {
  readonly inspector: Pick<FileInspector, 'hash' | 'sidecar'>;
  readonly now: () => number;
  readonly language: () => FaultLanguage;
  /** The first item with the same content, for the note beside a duplicate. */
  readonly firstOf: (item: ItemRecord) => Promise<ItemRecord | null>;
}

/** The date in this computer's time zone, as people name folders: 2026-01-31. */
function localDate(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Where below the hot folder a file goes; the folder it came from is kept, so that equal names stay apart. */
function targetFolder(root: string, item: ItemRecord, action: Exclude<TidyAction, 'delete'>, now: number): string {
  const origin = claimPlaceOf(item.path)?.origin ?? item.path;
  if (action === 'back') return dirname(origin);
  const below = relative(root, dirname(origin));
  const inside = below !== '' && below !== '..' && !below.startsWith(`..${sep}`);
  const base = action === 'processed' ? join(root, action, localDate(now)) : join(root, action);
  return inside ? join(base, below) : base;
}

async function isSameContent(inspector: TidyAwayDependencies['inspector'], path: string, item: ItemRecord) {
  if (item.sha256 === null) return false;
  const found = await inspector.hash(path);
  return found.kind === 'hashed' && found.sha256 === item.sha256;
}

/**
 * Whether what lies under the item's path is what was taken in. Before a file is deleted its content is read again; for a
 * move, size and time are enough. A link counts by its target, and it is the link that will be acted on.
 */
async function stillTheFile(
  { inspector }: TidyAwayDependencies,
  item: ItemRecord,
  action: TidyAction,
): Promise<'yes' | 'no' | 'gone'> {
  const seen = await lookAtPath(item.path);
  if (seen.kind === 'gone') return 'gone';
  if (seen.kind === 'other') {
    const target = await realpath(item.path).catch(() => null);
    return target !== null && (await isSameContent(inspector, target, item)) ? 'yes' : 'no';
  }
  if (seen.kind === 'busy' || seen.kind === 'unreadable')
    throw Object.assign(new Error(seen.code), { code: seen.code });
  if (seen.kind !== 'file') return 'no';
  const unchanged = seen.look.size === item.size && seen.look.modifiedAt === Math.trunc(item.modifiedAt);
  if (unchanged && (action !== 'delete' || item.sha256 === null)) return 'yes';
  return (await isSameContent(inspector, item.path, item)) ? 'yes' : 'no';
}

/** Sidecars of a file; a document that only has such a name is none. */
async function sidecarsOf({ inspector }: TidyAwayDependencies, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const sidecar of sidecarPaths(path)) {
    if (!(await isFile(sidecar))) continue;
    const answer = await inspector.sidecar(sidecar);
    if (answer.kind === 'fields' || answer.kind === 'invalid') found.push(sidecar);
  }
  return found;
}

/** Before a claimed file is given back it is noted for all stations: none of them is to take it for a new one. */
async function noteReturn(root: string, item: ItemRecord): Promise<void> {
  if (item.sha256 === null) return;
  const note = returnedNote(root, item.sha256, item.modifiedAt);
  await withFolder(dirname(note), { below: root, make: true }, (folder) =>
    writeFile(folder.at(basename(note)), '', { flag: 'wx' }),
  ).catch((error: unknown) => {
    // Noted before.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

/** Puts an item's original where its rule wants it. Throws what the disk answers; may be repeated after any interruption. */
export async function tidyAway(
  dependencies: TidyAwayDependencies,
  root: string,
  item: ItemRecord,
  action: TidyAction,
): Promise<TidyOutcome> {
  const still = await stillTheFile(dependencies, item, action);
  if (still !== 'yes') return { kind: still === 'gone' ? 'gone' : 'left' };
  const sidecars = await sidecarsOf(dependencies, item.path);
  if (action === 'delete') {
    await unlink(item.path);
    for (const sidecar of sidecars) await unlink(sidecar);
    return { kind: 'deleted' };
  }
  if (action === 'back') await noteReturn(root, item);
  const note = action === 'failed' ? '.reason.txt' : '.duplicate.txt';
  const folder = targetFolder(root, item, action, dependencies.now());
  const path = await placeFile(item.path, folder, item.id, note, root);
  for (const sidecar of sidecars) {
    await placeFile(sidecar, folder, `${item.id}${extname(sidecar)}`, '', root).catch(() => undefined);
  }
  if (action === 'failed') await writeNote(path + note, reasonText(item, dependencies.language()), root);
  if (action === 'duplicates') {
    await writeNote(path + note, duplicateText(item, await dependencies.firstOf(item), dependencies.language()), root);
  }
  return { kind: 'moved', path: join(folder, basename(path)) };
}
