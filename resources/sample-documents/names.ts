/** The most that Linux file systems take for one name, in bytes. */
export const MAX_NAME_BYTES = 255;

/** A name with umlauts as Windows and Linux write it: each umlaut one character (Unicode NFC). */
export function composedName(name: string): string {
  return name.normalize('NFC');
}

/** The same kind of name as macOS and many ZIP programs write it: letter and dots apart (Unicode NFD). */
export function decomposedName(name: string): string {
  return name.normalize('NFD');
}

/**
 * A name longer than 200 characters, as programs make it from a subject line, that still fits a file system: filled with `filler` between
 * `start` and the extension up to `characters` characters. Throws a RangeError where that is more than 255 bytes in UTF-8.
 */
export function longName(start: string, filler: string, extension: string, characters: number): string {
  const room = characters - extension.length;
  const name = `${(start + filler.repeat(Math.ceil(room / filler.length))).slice(0, room).trimEnd()}${extension}`;
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new RangeError(`longer than ${MAX_NAME_BYTES} bytes: ${name}`);
  return name;
}
