/**
 * Names under which programs that keep a folder in step with a server leave something in place of a document that is not on this computer
 * (Nextcloud, ownCloud, Google Drive, odrive, iCloud). Whoever moves or deletes it moves or deletes the document on the server.
 */
const names: readonly (readonly [name: RegExp, program: string])[] = [
  [/\.nextcloud$/i, 'Nextcloud'],
  [/\.owncloud$/i, 'ownCloud'],
  [/\.(?:gdoc|gsheet|gslides|gdraw|gform|gtable|gmap|gsite|gjam|glink)$/i, 'Google Drive'],
  [/\.cloudf?$/i, 'odrive'],
  [/^\..+\.icloud$/i, 'iCloud'],
];

/** Placeholders are small; what is larger bears such a name by chance. */
const mostBytes = 64 * 1024;

/** The program whose placeholder a file of that name and size (bytes) is; null = it is none. */
export function placeholderOf(name: string, size: number): string | null {
  return size > mostBytes ? null : (names.find(([pattern]) => pattern.test(name))?.[1] ?? null);
}
