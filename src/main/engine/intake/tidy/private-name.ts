import { basename, dirname, extname, join } from 'node:path';
import { isFile } from '../inspection/stat-path.ts';

/** Begins with a dot: every station passes such names over. */
const prefix = '.mailroom-';
/** Between the item's id and the file's own name; ids have letters and digits only. */
const mark = '~';
/** What file systems allow a name. */
const maxNameBytes = 255;

/** A name, cut before its extension where it would be longer than file systems allow; `tail` is what still follows. */
export function shortened(name: string, tail: string): string {
  const extension = extname(name);
  let stem = name.slice(0, name.length - extension.length);
  while (stem !== '' && Buffer.byteLength(stem + tail + extension) > maxNameBytes) stem = stem.slice(0, -1);
  return stem + extension;
}

/**
 * The name that a file has while it is tidied away, in its own folder: nobody else knows it, so that what is looked at is what is
 * acted on. It follows from item and path, so that a start after a crash finds the file, and says both for whoever has no journal.
 */
export function privatePath(path: string, itemId: string): string {
  const head = prefix + itemId + mark;
  return join(dirname(path), head + shortened(basename(path), head));
}

/** What a private name says; null for all other names. `name` is cut where it was long. */
export function readPrivateName(name: string): { readonly itemId: string; readonly name: string } | null {
  if (!name.startsWith(prefix)) return null;
  const at = name.indexOf(mark, prefix.length);
  const itemId = name.slice(prefix.length, at);
  return at === -1 || !/^[0-9a-z]{20,}$/.test(itemId) ? null : { itemId, name: name.slice(at + 1) };
}

/** Whether the file that an item was taken in as lies under its private name just now. No item, no such file. */
export async function liesAside(path: string, itemId: string | undefined): Promise<boolean> {
  return itemId !== undefined && isFile(privatePath(path, itemId));
}
