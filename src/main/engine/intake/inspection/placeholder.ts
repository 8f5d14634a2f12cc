import { extname } from 'node:path';

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
const mostBytes = 64 * 1024;

/** The program whose placeholder a file of that name and size (bytes) is; null = it is none. */
export function placeholderOf(name: string, size: number): string | null {
  return size > mostBytes ? null : (programs[extname(name).toLowerCase()] ?? null);
}
