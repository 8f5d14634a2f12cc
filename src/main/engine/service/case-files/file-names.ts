import { cutToBytes, isDeviceName, plainName, numberMark } from '../../platform/names/safe-text.ts';

/** Longest stem and extension in UTF-8 bytes: with a number between them they fit the 255 that file systems allow. */
const maxStemLength = 200;
const maxExtensionLength = 32;

/** Extensions of the content types that the service takes, for files that come without a name. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/tiff': '.tif',
  'application/xml': '.xml',
  'text/xml': '.xml',
  'application/json': '.json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'text/csv': '.csv',
  'text/html': '.html',
};

function split(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || Buffer.byteLength(name.slice(dot)) > maxExtensionLength) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}

/**
 * Makes one file name, safe on Windows and Linux, of whatever name an archive gives: the last part of a path only, NFC, nothing
 * reserved, invisible or turning the direction of text, no device, no dots or blanks at its ends, at most 232 bytes; where
 * nothing is left, `unnamed` with the extension of the media type. Idempotent.
 */
export function safeFileName(told: string | null, mediaType: string | null, unnamed = 'file'): string {
  const last = (told ?? '').slice(-4_000).split(/[/\\]/).at(-1) ?? '';
  const clean = plainName(last).replace(/^[\s.]+|[\s.]+$/g, '');
  const [stem, extension] = split(clean);
  const name = `${cutToBytes(stem, maxStemLength)}${extension}`.replace(/[\s.]+$/g, '');
  if (name === '') return safeFileName(`${unnamed}${extensions[mediaType ?? ''] ?? ''}`, null);
  return isDeviceName(name) ? safeFileName(`_${name}`, null) : name;
}

/** The name with ` (2)` and so on before its extension; 1 leaves it as it is. */
export function numberedFileName(name: string, number: number): string {
  const [stem, extension] = split(name);
  return `${stem}${numberMark(number)}${extension}`;
}

/** Under which names are the same on file systems that ignore case. */
export function sameNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
