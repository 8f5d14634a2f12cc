import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { rmdir, unlink } from '../../platform/disk/patient-files.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { claimPlaceOf } from '../../platform/names/claim-places.ts';
import { paths } from '../../platform/names/paths.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { withFolder } from '../../platform/disk/safe-folder.ts';
import { readFailure } from '../inspection/read-failure.ts';
import { statPath } from '../inspection/stat-path.ts';
import { placeFile } from './place-file.ts';
import { takeBack } from './take-back.ts';
import type { TakingBack } from './take-back.ts';

/** Folder below a hot folder in which deleted originals lie for a time; all stations pass it over, as its name begins with a dot. */
export const trashName = '.mailroom-trash';

/** How long a deleted original lies in the trash where the rule says nothing, ms. */
export const usualTrashMs = 24 * 3_600_000;
/** What no journal here knows may be another station's: it has so many times the usual time. */
const patience = 2;

/** A minute as a folder's name, UTC: 2026-01-31T09-05Z. */
function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace(':', '-')}Z`;
}

function readStamp(name: string): number | null {
  const found = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})Z$/.exec(name);
  const at = found === null ? NaN : Date.parse(`${String(found[1])}:${String(found[2])}:00Z`);
  return Number.isNaN(at) ? null : at;
}

/** The folders that lead from a hot folder to where a file lay before it was claimed; none where it lies elsewhere. */
export function wayFrom(root: string, path: string): readonly string[] {
  return paths.wayTo(root, dirname(claimPlaceOf(path)?.origin ?? path)) ?? [];
}

/** Where what is deleted at this instant goes; below it the folders that it came from. */
export function trashFolder(root: string, at: number): string {
  return join(root, trashName, stamp(at));
}

/** The name of an item's file in the trash: its id says whose it is. */
export function trashedName(item: Pick<ItemRecord, 'id'>, name: string): string {
  return `${item.id}~${name}`;
}

const trashed = /^([0-9a-z]{20,})~(.+)$/s;

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

/** Where an item's file lies in the trash; null = it does not. */
export async function findTrashed(root: string, item: Pick<ItemRecord, 'id' | 'path'>): Promise<string | null> {
  const below = wayFrom(root, item.path);
  const name = trashedName(item, basename(item.path));
  for (const minute of await namesIn(join(root, trashName))) {
    const path = join(root, trashName, minute, ...below, name);
    if ((await statPath(path)).kind === 'file') return path;
  }
  return null;
}

/** What emptying the trash needs. */
export interface TrashDependencies extends TakingBack {
  readonly journal: Journal;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Files in folders below each other, deepest folders last, so that the reverse empties them. */
async function* walk(folder: string): AsyncGenerator<{ readonly path: string; readonly isFolder: boolean }> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield { path, isFolder: false };
  }
  yield { path: folder, isFolder: true };
}

/** How many files lie in the trash of a hot folder, and how many bytes they have together. */
export async function trashSize(root: string): Promise<{ readonly files: number; readonly bytes: number }> {
  let [files, bytes] = [0, 0];
  for (const minute of await namesIn(join(root, trashName))) {
    if (readStamp(minute) === null) continue;
    for await (const { path, isFolder } of walk(join(root, trashName, minute))) {
      const seen = isFolder ? null : await statPath(path);
      if (seen?.kind !== 'file') continue;
      files += 1;
      bytes += seen.stat.size;
    }
  }
  return { files, bytes };
}

/**
 * Removes for good what has lain in the trash of a hot folder for `forMs`. What changed there, by a program that still had it
 * open, is not removed but taken in as a new version. Returns how many were removed. Never throws for what the disk answers.
 */
export async function emptyTrash(
  dependencies: TrashDependencies,
  source: { readonly id: string; readonly folder: string; readonly forMs: number },
): Promise<number> {
  const { journal, clock, log } = dependencies;
  const root = join(source.folder, trashName);
  let removed = 0;

  async function remove(path: string, origin: string, age: number): Promise<void> {
    const [, itemId, name] = trashed.exec(basename(path)) ?? [];
    const item = itemId === undefined ? null : await journal.item(itemId);
    if (item === null && age < source.forMs * patience) return;
    if (item?.path === path && name !== undefined) {
      const back = await takeBack(dependencies, item, join(origin, name), source.folder);
      if (back !== 'unchanged') return;
    }
    await withFolder(dirname(path), { below: source.folder }, (folder) => unlink(folder.at(basename(path))));
    removed += 1;
    if (item?.path !== path) return;
    const note = { event: 'trash-emptied', detail: { file: name ?? '' } };
    await journal.commit([{ kind: 'item-set', itemId: item.id, set: {}, note }]);
  }

  async function putAnew(path: string, origin: string): Promise<void> {
    const [, itemId] = trashed.exec(basename(path)) ?? [];
    const item = itemId === undefined ? null : await journal.item(itemId);
    const folder = join(trashFolder(source.folder, clock.now()), ...(paths.wayTo(source.folder, origin) ?? []));
    const to = await placeFile(path, folder, basename(path), { root: source.folder });
    if (item?.path === path) await journal.commit([{ kind: 'item-set', itemId: item.id, set: { path: to } }]);
  }

  async function emptyMinute(minute: string, act: (path: string, origin: string) => Promise<void>): Promise<void> {
    const folder = join(root, minute);
    for await (const { path, isFolder } of walk(folder)) {
      const origin = join(source.folder, ...(paths.wayTo(folder, dirname(path)) ?? []));
      await (isFolder ? rmdir(path) : act(path, origin)).catch((error: unknown) => {
        const { code } = readFailure(error);
        if (code === 'unknown') throw error;
        if (code !== 'ENOTEMPTY' && code !== 'ENOENT') log.warn('trash-not-emptied', { source: source.id, code });
      });
    }
  }

  for (const minute of await namesIn(root)) {
    const at = readStamp(minute);
    if (at === null) continue;
    const age = clock.now() - at;
    // Put there by a clock that was ahead: its time counts from now.
    if (age < -source.forMs) await emptyMinute(minute, (path, origin) => putAnew(path, origin));
    else if (age >= source.forMs) await emptyMinute(minute, (path, origin) => remove(path, origin, age));
  }
  await rmdir(root).catch(() => undefined);
  return removed;
}
