import { inflateRawSync } from 'node:zlib';
import { endWithoutZeros } from './byte-search.ts';
import type { ByteSource } from './byte-source.ts';
import { incomplete, mediaTypes, notAccepted, notAcceptedType, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** End record plus the longest comment (APPNOTE.TXT, 4.3.16). */
const tailBytes = 22 + 65_535;
/** Documents have some hundreds of parts; a bound against archives made on purpose. */
const maxDirectoryBytes = 8 * 1024 * 1024;
const maxContentTypesBytes = 4 * 1024 * 1024;
/** What a field of 32 bits says where the true value stands in the extra field of ZIP64 (APPNOTE.TXT, 4.5.3). */
const inExtra = 0xffffffff;

/** Where the directory of an archive lies. `shift` = bytes that stand before the archive: offsets do not count them. */
interface Directory {
  readonly start: number;
  readonly size: number;
  readonly shift: number;
}

function findDirectory(source: ByteSource): Directory | null {
  const end = endWithoutZeros(source);
  // The record itself may end in zeros: a comment that is empty has that length.
  const tailStart = Math.max(0, end - tailBytes);
  const tail = Buffer.from(source.read(tailStart, end + 22 - tailStart));
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at === -1 || at + 22 > tail.length) return null;
  const [size, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  // ZIP64: a locator stands right before the end record and names a larger one.
  const locator = at - 20;
  if (locator >= 0 && tail.readUInt32LE(locator) === 0x07064b50) {
    const record = source.read(Number(tail.readBigUInt64LE(locator + 8)), 56);
    if (record.length === 56 && record.readUInt32LE(0) === 0x06064b50) {
      return { size: Number(record.readBigUInt64LE(40)), start: Number(record.readBigUInt64LE(48)), shift: 0 };
    }
  }
  if (start === inExtra || size === inExtra) return null;
  return { start, size, shift: Math.max(0, tailStart + at - size - start) };
}

interface Part {
  readonly method: number;
  readonly encrypted: boolean;
  readonly size: number;
  readonly at: number;
}

/** The values that did not fit into 32 bits: in this order, each only where its field says so. */
function* largeValues(extra: Buffer): Generator<number, undefined> {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    for (let place = at + 4; place + 8 <= end; place += 8) yield Number(extra.readBigUInt64LE(place));
  }
}

/** The part of that name; upper and lower case are the same, as they are for Office (ECMA-376 part 2, 6.2.2.3). */
function findPart(source: ByteSource, { start, size, shift }: Directory, wanted: string): Part | null {
  if (size > maxDirectoryBytes) return null;
  const bytes = Buffer.from(source.read(start + shift, size));
  let at = 0;
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    const nameBytes = bytes.readUInt16LE(at + 28);
    const behindName = at + 46 + nameBytes;
    const behindExtra = behindName + bytes.readUInt16LE(at + 30);
    if (nameBytes === wanted.length && bytes.toString('latin1', at + 46, behindName).toLowerCase() === wanted) {
      const large = largeValues(bytes.subarray(behindName, behindExtra));
      const value = (field: number): number => {
        const short = bytes.readUInt32LE(at + field);
        return short === inExtra ? (large.next().value ?? short) : short;
      };
      // In the order of the extra field: size unpacked, packed, offset.
      value(24);
      const packed = value(20);
      return {
        method: bytes.readUInt16LE(at + 10),
        encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
        size: packed,
        at: value(42) + shift,
      };
    }
    at = behindExtra + bytes.readUInt16LE(at + 32);
  }
  return null;
}

function unpacked(source: ByteSource, part: Part): Buffer | null {
  const header = source.read(part.at, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) return null;
  const start = part.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const bytes = source.read(start, Math.min(part.size, maxContentTypesBytes));
  if (part.method === 0) return bytes;
  if (part.method !== 8) return null;
  try {
    return inflateRawSync(bytes, { maxOutputLength: maxContentTypesBytes });
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
  ['ms-excel.sheet.binary.macroEnabled.main', notAcceptedType('XLSB')],
  ['ms-powerpoint.presentation.macroEnabled.main+xml', notAccepted('office-macros', { type: 'PPTM' })],
];

/** Whether a ZIP archive is whole (its end record and directory are there) and which Office document it is, if any. */
export function judgeZip(source: ByteSource): Verdict {
  const directory = findDirectory(source);
  if (directory === null) return incomplete('end-missing');
  if (directory.start + directory.size + directory.shift > source.size) return incomplete('structure-broken');
  const part = findPart(source, directory, '[content_types].xml');
  if (part?.encrypted === true) return notAccepted('encrypted', { type: 'ZIP' });
  // UTF-16 writes ASCII with zero bytes around it.
  const contentTypes = part === null ? null : unpacked(source, part)?.toString('latin1').replaceAll('\0', '');
  if (contentTypes === null || contentTypes === undefined) return { kind: 'unknown' };
  return mainParts.find(([text]) => contentTypes.includes(text))?.[1] ?? { kind: 'unknown' };
}
