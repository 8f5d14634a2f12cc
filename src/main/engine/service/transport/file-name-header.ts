import { extname } from 'node:path';

/** Longest X-Hy-Filename on the wire, characters (the service's interface, "Limits"). */
const maxFileNameLength = 256;
/** An extension longer than this is no extension. */
const maxExtensionLength = 32;

function fitsLatin1(name: string): boolean {
  // Header bytes: printable ASCII and the upper half of ISO-8859-1, no control characters.
  return /^[\x20-\x7e\xa0-\xff]*$/.test(name);
}

function cut(name: string, room: (part: string) => number): string {
  if (room(name) <= maxFileNameLength) return name;
  const extension = extname(name).length <= maxExtensionLength ? extname(name) : '';
  const left = maxFileNameLength - room(extension);
  let stem = '';
  let used = 0;
  // By code points, so that no character is cut in two.
  for (const character of name.slice(0, name.length - extension.length)) {
    used += room(character);
    if (used > left) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
}

/**
 * The X-Hy-Filename of a file name: NFC, as it is where it fits ISO-8859-1, else percent-encoded UTF-8 (observed; the interface doesn't say),
 * at most 256 characters on the wire with the extension kept. Half characters become U+FFFD.
 */
export function encodeFileName(fileName: string): string {
  const name = fileName
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  if (fitsLatin1(name)) return cut(name, (part) => part.length);
  return encodeURIComponent(cut(name, (part) => encodeURIComponent(part).length));
}

/** The file name of an X-Hy-Filename header (latin1 text): percent-encoding undone where it is valid UTF-8, bytes that are UTF-8 read as such. */
export function decodeFileName(header: string): string {
  if (/%[0-9a-f]{2}/i.test(header)) {
    try {
      return decodeURIComponent(header).normalize('NFC');
    } catch {
      return header.normalize('NFC');
    }
  }
  if (!/[\x80-\xff]/.test(header)) return header;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1')).normalize('NFC');
  } catch {
    return header.normalize('NFC');
  }
}
