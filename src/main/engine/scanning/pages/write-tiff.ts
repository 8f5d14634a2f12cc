import { bufferSource } from '../../intake/inspection/judging/byte-source.ts';
import {
  firstDirectory,
  nextDirectory,
  openTiff,
  tiffDirectory,
  tiffFields,
  tiffNumber,
  tiffValueBytes,
  type Tiff,
  type TiffField,
} from '../../intake/inspection/tiff-fields.ts';

/** Tags and types of TIFF 6.0, and those that came to it later. */
const bitsPerSample = 258;
const compression = 259;
const [stripOffsets, stripByteCounts] = [273, 279];
const [tileOffsets, tileByteCounts] = [324, 325];
const pageNumber = 297;
const shortType = 3;
const longType = 4;
/** Rationals are two numbers of four bytes. */
const rationals: ReadonlySet<number> = new Set([5, 10]);
/** 64-bit numbers, which only a BigTIFF has. */
const wideTypes: ReadonlySet<number> = new Set([16, 18]);
/** Fields that point elsewhere in the file, to what is no pixel of the page: smaller pictures, details of a camera. */
const pointers: ReadonlySet<number> = new Set([330, 34_665, 34_853, 40_965]);
/** JPEG as TIFF 6.0 had it first: its tables lie anywhere in the file. */
const oldJpeg = 6;
/** More fields, and more values of one, than any page has. */
const maxFields = 1_000;
const maxValues = 1_000_000;

/** A field as it is written: its values are in the byte order of the file. */
interface Field {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Buffer;
}

/** A page of a TIFF where it lies. */
export interface TiffPageAt {
  readonly tiff: Tiff;
  readonly fields: ReadonlyMap<number, TiffField>;
}

/** A page by itself: its fields (little-endian), and its pixels as they are packed, in strips or in tiles. */
export interface TiffPage {
  readonly fields: readonly Field[];
  readonly offsetsTag: number;
  readonly pixels: readonly Buffer[];
}

/** The pages of a TIFF, at most so many. Throws where it breaks off. */
export function tiffPagesOf(content: Buffer, maxPages: number): readonly TiffPageAt[] {
  const tiff = openTiff(bufferSource(content));
  const pages: TiffPageAt[] = [];
  const seen = new Set<number>();
  for (let at = firstDirectory(tiff); at > 0 && !seen.has(at) && pages.length < maxPages;) {
    seen.add(at);
    const directory = tiffDirectory(tiff, at);
    if (!(directory.end <= content.length) || directory.entries > maxFields) throw new Error('a TIFF that breaks off');
    pages.push({ tiff, fields: tiffFields(tiff, directory) });
    at = nextDirectory(tiff, directory);
  }
  return pages;
}

/** The whole numbers of a field; none where the page does not have it. */
export function tiffNumbers({ tiff, fields }: TiffPageAt, tag: number): readonly number[] {
  const field = fields.get(tag);
  if (field === undefined) return [];
  const bytes = tiffValueBytes(field);
  return Array.from({ length: Math.min(field.count, maxValues) }, (_, index) =>
    tiffNumber(tiff, field.at + index * bytes, bytes),
  );
}

function ownField(page: TiffPageAt, tag: number, field: TiffField): Field {
  const { type, count, at } = field;
  if (wideTypes.has(type)) return { tag, type: longType, count, value: longs(tiffNumbers(page, tag)) };
  const { source, little } = page.tiff;
  const value = Buffer.from(source.read(at, tiffValueBytes(field) * count));
  if (value.length < tiffValueBytes(field) * count) throw new Error('a TIFF that breaks off');
  const unit = rationals.has(type) ? 4 : tiffValueBytes(field);
  if (!little && unit === 2) value.swap16();
  if (!little && unit === 4) value.swap32();
  if (!little && unit === 8) value.swap64();
  return { tag, type, count, value };
}

/** A page taken out of its file; null where its pixels can't be taken over by themselves. Throws where the file breaks off. */
export function takenTiffPage(content: Buffer, page: TiffPageAt): TiffPage | null {
  // Pixels of more than a byte are in the byte order of their file.
  const isWide = tiffNumbers(page, bitsPerSample).some((bits) => bits > 8);
  if (tiffNumbers(page, compression)[0] === oldJpeg || (isWide && !page.tiff.little)) return null;
  const isTiled = page.fields.has(tileOffsets);
  const offsetsTag = isTiled ? tileOffsets : stripOffsets;
  const [offsets, counts] = [
    tiffNumbers(page, offsetsTag),
    tiffNumbers(page, isTiled ? tileByteCounts : stripByteCounts),
  ];
  if (offsets.length === 0 || offsets.length !== counts.length) return null;
  const pixels = offsets.map((from, index) => content.subarray(from, from + (counts[index] ?? 0)));
  if (pixels.some(({ length }, index) => length !== counts[index])) throw new Error('a TIFF that breaks off');
  const kept = [...page.fields].filter(([tag]) => tag !== offsetsTag && !pointers.has(tag));
  return { fields: kept.map(([tag, field]) => ownField(page, tag, field)), offsetsTag, pixels };
}

function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}

/** A directory (little-endian) without a next one; `append` puts values that do not fit into it elsewhere, and answers where. */
export function directoryOf(fields: readonly Field[], append: (bytes: Buffer) => number): Buffer<ArrayBuffer> {
  const directory = Buffer.alloc(2 + fields.length * 12 + 4);
  directory.writeUInt16LE(fields.length, 0);
  fields.forEach(({ tag, type, count, value }, position) => {
    const entry = 2 + position * 12;
    directory.writeUInt16LE(tag, entry);
    directory.writeUInt16LE(type, entry + 2);
    directory.writeUInt32LE(count, entry + 4);
    if (value.length <= 4) value.copy(directory, entry + 8);
    else directory.writeUInt32LE(append(Buffer.from(value)), entry + 8);
  });
  return directory;
}

/** Joins pages to one TIFF; their packed pixels are taken over as they are. Pages may differ in size and colour. */
export function joinTiffPages(pages: readonly TiffPage[]): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const append = (bytes: Buffer): number => {
    if (length % 2 === 1) {
      parts.push(Buffer.alloc(1));
      length += 1;
    }
    const place = length;
    parts.push(bytes);
    length += bytes.length;
    return place;
  };
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  append(head);
  let link = { buffer: head, offset: 4 };
  pages.forEach((page, index) => {
    const places = page.pixels.map(append);
    const ours: readonly Field[] = [
      ...page.fields.filter(({ tag }) => tag !== pageNumber),
      { tag: page.offsetsTag, type: longType, count: places.length, value: longs(places) },
      {
        tag: pageNumber,
        type: shortType,
        count: 2,
        value: Buffer.from(Uint16Array.from([index, pages.length]).buffer),
      },
    ].sort((one, other) => one.tag - other.tag);
    const directory = directoryOf(ours, append);
    link.buffer.writeUInt32LE(append(directory), link.offset);
    link = { buffer: directory, offset: 2 + ours.length * 12 };
  });
  return Buffer.concat(parts);
}
