import { bufferSource } from '../../intake/inspection/judging/byte-source.ts';
import {
  firstDirectory,
  openTiff,
  tiffDirectory,
  tiffFields,
  tiffValueBytes,
} from '../../intake/inspection/tiff-fields.ts';

const stripOffsets = 273;
const stripByteCounts = 279;
const pageNumber = 297;
const shortType = 3;
const longType = 4;

/** A field as it is written: its values are in the byte order of the file. */
interface Field {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Buffer;
}

function fieldsOf(page: Buffer): readonly Field[] {
  const tiff = openTiff(bufferSource(page));
  if (!tiff.little || tiff.big) throw new Error('not a little-endian TIFF');
  const fields = tiffFields(tiff, tiffDirectory(tiff, firstDirectory(tiff)));
  return [...fields].map(([tag, field]) => {
    const { type, count, at } = field;
    return { tag, type, count, value: page.subarray(at, at + tiffValueBytes(field) * count) };
  });
}

function numbers({ type, count, value }: Field): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    type === shortType ? value.readUInt16LE(index * 2) : value.readUInt32LE(index * 4),
  );
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

/**
 * Joins TIFFs of one page each (little-endian, in strips) to one of many pages; the compressed pixels are taken over as they are.
 * Pages may differ in size and colour. Throws where one is no such TIFF: they come from our own writer.
 */
export function joinTiffPages(pages: readonly Buffer[]): Buffer {
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
    const fields = fieldsOf(page);
    const find = (tag: number): Field | undefined => fields.find((field) => field.tag === tag);
    const offsets = find(stripOffsets);
    const counts = find(stripByteCounts);
    if (offsets === undefined || counts === undefined) throw new Error('a TIFF without strips');
    const lengths = numbers(counts);
    const places = numbers(offsets).map((from, strip) => append(page.subarray(from, from + (lengths[strip] ?? 0))));
    const ours: readonly Field[] = [
      ...fields.filter(({ tag }) => tag !== stripOffsets && tag !== pageNumber),
      { tag: stripOffsets, type: longType, count: places.length, value: longs(places) },
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
