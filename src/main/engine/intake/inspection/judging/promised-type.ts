import { extname } from 'node:path';

const types: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  jpg: 'JPEG',
  jpeg: 'JPEG',
  png: 'PNG',
  tif: 'TIFF',
  tiff: 'TIFF',
  heic: 'HEIC',
  heif: 'HEIC',
  webp: 'WebP',
  bmp: 'BMP',
  docx: 'DOCX',
  xlsx: 'XLSX',
  pptx: 'PPTX',
  xml: 'XML',
  json: 'JSON',
  csv: 'CSV',
  htm: 'HTML',
  html: 'HTML',
};

const texts: ReadonlySet<string> = new Set(['XML', 'JSON', 'CSV', 'HTML']);

/** The extension of a name, without its dot and in lower case. Blanks and dots at its end, which some programs leave, are none of it. */
export function extensionOf(name: string): string {
  return extname(name.replace(/[\s.]+$/u, ''))
    .slice(1)
    .toLowerCase();
}

/** The accepted type that a name promises, as people call it; null: none. `onlyBinary` leaves out those that are text. */
export function promisedType(name: string, onlyBinary = false): string | null {
  const extension = extensionOf(name);
  const type = Object.hasOwn(types, extension) ? (types[extension] ?? null) : null;
  return onlyBinary && type !== null && texts.has(type) ? null : type;
}
