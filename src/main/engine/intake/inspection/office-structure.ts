import { inflateRawSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';
import { incomplete, mediaTypes, notAccepted, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** End record plus the longest comment (APPNOTE.TXT, 4.3.16). */
const tailBytes = 22 + 65_535;
/** Documents have some hundreds of parts; a bound against archives made on purpose. */
const mostDirectoryBytes = 8 * 1024 * 1024;
const mostContentTypesBytes = 4 * 1024 * 1024;

interface Directory {
  readonly start: number;
  readonly size: number;
}

function findDirectory(source: ByteSource): Directory | null {
  const tailStart = Math.max(0, source.size - tailBytes);
  const tail = Buffer.from(source.read(tailStart, source.size - tailStart));
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at === -1 || at + 22 > tail.length) return null;
  if (at + 22 + tail.readUInt16LE(at + 20) > tail.length) return null;
  const size = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (start !== 0xffffffff && size !== 0xffffffff) return { start, size };
  // ZIP64: a locator stands right before the end record and names a larger one.
  const locator = at - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) return null;
  const record = source.read(Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) return null;
  return { size: Number(record.readBigUInt64LE(40)), start: Number(record.readBigUInt64LE(48)) };
}

interface Part {
  readonly method: number;
  readonly size: number;
  readonly at: number;
}

function findPart(source: ByteSource, directory: Directory, wanted: string): Part | null {
  if (directory.size > mostDirectoryBytes) return null;
  const bytes = Buffer.from(source.read(directory.start, directory.size));
  let at = 0;
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    const nameBytes = bytes.readUInt16LE(at + 28);
    if (bytes.toString('utf8', at + 46, at + 46 + nameBytes) === wanted) {
      return {
        method: bytes.readUInt16LE(at + 10),
        size: bytes.readUInt32LE(at + 20),
        at: bytes.readUInt32LE(at + 42),
      };
    }
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return null;
}

function readPart(source: ByteSource, part: Part): string | null {
  const header = source.read(part.at, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) return null;
  const start = part.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const bytes = source.read(start, Math.min(part.size, mostContentTypesBytes));
  if (part.method === 0) return bytes.toString('utf8');
  if (part.method !== 8) return null;
  try {
    return inflateRawSync(bytes, { maxOutputLength: mostContentTypesBytes }).toString('utf8');
  } catch {
    return null;
  }
}

/** Main parts by what [Content_Types].xml says of them (ECMA-376 part 2); macros and templates are other types than documents. */
const mainParts: readonly (readonly [text: string, verdict: Verdict])[] = [
  ['wordprocessingml.document.main+xml', whole(mediaTypes.docx)],
  ['spreadsheetml.sheet.main+xml', whole(mediaTypes.xlsx)],
  ['presentationml.presentation.main+xml', whole(mediaTypes.pptx)],
  ['ms-word.document.macroEnabled.main+xml', notAccepted('office-macros', { type: 'DOCM' })],
  ['ms-excel.sheet.macroEnabled.main+xml', notAccepted('office-macros', { type: 'XLSM' })],
  ['ms-powerpoint.presentation.macroEnabled.main+xml', notAccepted('office-macros', { type: 'PPTM' })],
];

/** Whether a ZIP archive is whole (its end record and directory are there) and which Office document it is, if any. */
export function judgeZip(source: ByteSource): Verdict {
  const directory = findDirectory(source);
  if (directory === null) return incomplete('end-missing');
  if (directory.start + directory.size > source.size) return incomplete('structure-broken');
  const part = findPart(source, directory, '[Content_Types].xml');
  const contentTypes = part === null ? null : readPart(source, part);
  if (contentTypes === null) return { kind: 'unknown' };
  return mainParts.find(([text]) => contentTypes.includes(text))?.[1] ?? { kind: 'unknown' };
}
