import { realpath } from 'node:fs';
import { dirname, extname } from 'node:path';
import { promisify } from 'node:util';
import { createPaths } from '../../platform/names/paths.ts';

/**
 * Endings of what programs that keep a folder in step with a server leave in place of a document that is not on this computer. Whoever moves or
 * deletes it moves or deletes the document on the server.
 */
const programs: Readonly<Record<string, string>> = {
  '.nextcloud': 'Nextcloud',
  '.owncloud': 'ownCloud',
  '.gdoc': 'Google Drive',
  '.gsheet': 'Google Drive',
  '.gslides': 'Google Drive',
  '.gdraw': 'Google Drive',
  '.gform': 'Google Drive',
  '.gtable': 'Google Drive',
  '.gmap': 'Google Drive',
  '.gsite': 'Google Drive',
  '.gjam': 'Google Drive',
  '.glink': 'Google Drive',
  '.cloud': 'odrive',
  '.cloudf': 'odrive',
  '.icloud': 'iCloud',
};

/** Their names as patterns: in hot folders all of them are left alone. */
export const placeholderPatterns: readonly string[] = Object.keys(programs).map((ending) => `*${ending}`);

/** Placeholders are small; what is larger bears such a name by chance. */
const maxBytes = 64 * 1024;

/** The program whose placeholder a file of that name and size (bytes) is; null = it is none. */
export function placeholderOf(name: string, size: number): string | null {
  return size > maxBytes ? null : (programs[extname(name).toLowerCase()] ?? null);
}

/** Windows' disks keep what is smaller beside the file's name, where it takes up no room. */
const minBytes = 4_096;

const realPathOf = promisify(realpath.native);

/**
 * Whether a sync program (OneDrive and others by Windows' Cloud Files) keeps a file's content elsewhere. Node tells no attributes; but such a
 * file has a size and takes up no room on the disk (libuv answers the allocated size as `blocks`). Servers say the same of what they store once for
 * several files, so that nothing is concluded there. `system` is for tests.
 */
export async function isKeptElsewhere(
  path: string,
  { stat, blocks }: { readonly stat: { readonly size: number }; readonly blocks: number },
  system: { readonly platform: NodeJS.Platform; readonly realPath: (path: string) => Promise<string> } = {
    platform: process.platform,
    realPath: realPathOf,
  },
): Promise<boolean> {
  if (system.platform !== 'win32' || blocks > 0 || stat.size < minBytes) return false;
  // A letter may stand for a share.
  const folder = await system.realPath(dirname(path)).catch(() => null);
  return folder !== null && !createPaths(system.platform).isOnServer(folder);
}
