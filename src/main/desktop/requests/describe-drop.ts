import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DesktopAnswer } from '../../../shared/desktop-contract.ts';

/** Files of one drop that are counted; more is told as so many. */
const maxFiles = 100_000;

/**
 * Looks at what was dropped: files and folders, which of the files named are empty, and what can't be read. Bytes of files; folders with all below them.
 * A path that nobody gave (`isOffered` says no) is not looked at.
 */
export async function describeDrop(
  paths: readonly string[],
  isOffered: (path: string) => boolean,
): Promise<DesktopAnswer<'drop.describe'>> {
  const drop = { files: 0, folders: 0, bytes: 0, empty: new Array<string>(), unreadable: new Array<string>() };
  const waiting = [...paths];
  const named = new Set(paths);
  while (waiting.length > 0 && drop.files < maxFiles) {
    const path = waiting.pop() ?? '';
    const found = isOffered(path) ? await stat(path).catch(() => null) : null;
    if (found === null) drop.unreadable.push(path);
    else if (found.isDirectory()) {
      if (named.has(path)) drop.folders += 1;
      const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
      if (entries === null) drop.unreadable.push(path);
      for (const entry of entries ?? []) {
        // Links are not followed: they may lead round in a circle.
        if (entry.isFile() || entry.isDirectory()) waiting.push(join(path, entry.name));
      }
    } else if (found.isFile()) {
      drop.files += 1;
      drop.bytes += found.size;
      // One in a folder comes in with the folder, and is held with that reason.
      if (found.size === 0 && named.has(path)) drop.empty.push(path);
    } else drop.unreadable.push(path);
  }
  return drop;
}
