import type { ByteSource } from './judging/byte-source.ts';

/** A TIFF, classic or BigTIFF (64-bit offsets), in either byte order (TIFF 6.0, section 2). */
export interface Tiff {
  readonly source: ByteSource;
  readonly little: boolean;
  readonly big: boolean;
}

/** A directory: one page. `first` = where its fields begin, `end` = where the offset of the next directory stands. */
export interface TiffDirectory {
  readonly entries: number;
  readonly first: number;
  readonly end: number;
}

/** A field of a directory; `at` = where its values stand. */
export interface TiffField {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

/** Bytes of one value by the type of its field. */
const typeBytes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** Bytes of one value of a field. Types that nobody knows count as bytes. */
export function tiffValueBytes({ type }: Pick<TiffField, 'type'>): number {
  return typeBytes[type] || 1;
}

/** An unsigned number of 1, 2, 4 or 8 bytes; not a number where it lies beyond the end of the file. */
export function tiffNumber({ source, little }: Tiff, at: number, bytes: number): number {
  const found = source.read(at, bytes);
  if (found.length < bytes) return Number.NaN;
  if (bytes === 8) return Number(little ? found.readBigUInt64LE(0) : found.readBigUInt64BE(0));
  return little ? found.readUIntLE(0, bytes) : found.readUIntBE(0, bytes);
}

const offsetBytes = ({ big }: Tiff): number => (big ? 8 : 4);

/** Reads the byte order and the kind of a TIFF; that it is one was seen before. */
export function openTiff(source: ByteSource): Tiff {
  const little = source.read(0, 2).toString('latin1') === 'II';
  return { source, little, big: tiffNumber({ source, little, big: false }, 2, 2) === 43 };
}

/** Where the first directory stands. */
export function firstDirectory(tiff: Tiff): number {
  return tiffNumber(tiff, offsetBytes(tiff), offsetBytes(tiff));
}

/** The directory at a place; its numbers are not a number where it lies beyond the end of the file. */
export function tiffDirectory(tiff: Tiff, at: number): TiffDirectory {
  const countBytes = tiff.big ? 8 : 2;
  const entries = tiffNumber(tiff, at, countBytes);
  const first = at + countBytes;
  return { entries, first, end: first + entries * entryBytes(tiff) };
}

const entryBytes = ({ big }: Tiff): number => (big ? 20 : 12);

/** Where the next directory stands; 0 = there is none. A last link that is cut off is none. */
export function nextDirectory(tiff: Tiff, { end }: TiffDirectory): number {
  return end + offsetBytes(tiff) > tiff.source.size ? 0 : tiffNumber(tiff, end, offsetBytes(tiff));
}

/** The fields of a directory by their tags, all or those that are wanted. */
export function tiffFields(
  tiff: Tiff,
  { entries, first }: TiffDirectory,
  wanted?: ReadonlySet<number>,
): ReadonlyMap<number, TiffField> {
  const fields = new Map<number, TiffField>();
  for (let index = 0; index < entries; index += 1) {
    const start = first + index * entryBytes(tiff);
    const tag = tiffNumber(tiff, start, 2);
    if (wanted?.has(tag) === false) continue;
    const type = tiffNumber(tiff, start + 2, 2);
    const count = tiffNumber(tiff, start + 4, offsetBytes(tiff));
    const valueAt = start + 4 + offsetBytes(tiff);
    const isInline = tiffValueBytes({ type }) * count <= offsetBytes(tiff);
    fields.set(tag, { type, count, at: isInline ? valueAt : tiffNumber(tiff, valueAt, offsetBytes(tiff)) });
  }
  return fields;
}
