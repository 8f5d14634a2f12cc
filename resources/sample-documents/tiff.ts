import type { PageRaster, PageText, RasterOptions } from './page-raster.ts';
import { drawPage } from './page-raster.ts';

/** Field types of a TIFF directory entry (TIFF 6.0, section 2). */
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const DOTS_PER_INCH = 200;

/** The pages of a fax or scan, and their size in pixels. */
export type TiffOptions = RasterOptions & { readonly pages: readonly PageText[] };

type Entry = { readonly tag: number; readonly type: number; readonly count: number; readonly value: number };

/**
 * Builds a black-and-white TIFF file, one directory a page, PackBits compressed, little-endian: what fax gateways and office scanners write.
 * Written here because the picture library writes a single page only. Throws a RangeError without pages. Source: TIFF 6.0.
 */
export function buildTiff(options: TiffOptions): Uint8Array {
  if (options.pages.length === 0) throw new RangeError('a TIFF file has at least one page');
  const parts: Buffer[] = [];
  let offset = HEADER_BYTES;
  options.pages.forEach((page, index) => {
    const raster = drawPage(page, options);
    const part = pagePart(raster, { offset, index, pageCount: options.pages.length });
    parts.push(part.bytes);
    offset = part.nextOffset;
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('II', 0, 'latin1');
  header.writeUInt16LE(42, 2);
  header.writeUInt32LE(HEADER_BYTES, 4);
  return Buffer.concat([header, ...parts]);
}

/** One page: its directory, the resolution it points to, then its strip; the directory names the one after it, or 0 at the end. */
function pagePart(
  raster: PageRaster,
  place: { offset: number; index: number; pageCount: number },
): { bytes: Buffer; nextOffset: number } {
  const strip = packPage(raster);
  const entryCount = 14;
  const resolutionOffset = place.offset + 2 + entryCount * ENTRY_BYTES + 4;
  const stripOffset = resolutionOffset + 8;
  // Directories begin on even offsets (TIFF 6.0, section 2).
  const nextOffset = stripOffset + strip.length + (strip.length % 2);
  const entries: Entry[] = [
    { tag: 254, type: LONG, count: 1, value: place.pageCount > 1 ? 2 : 0 }, // a page of several
    { tag: 256, type: LONG, count: 1, value: raster.width },
    { tag: 257, type: LONG, count: 1, value: raster.height },
    { tag: 258, type: SHORT, count: 1, value: 1 }, // bits a sample
    { tag: 259, type: SHORT, count: 1, value: 32773 }, // PackBits
    { tag: 262, type: SHORT, count: 1, value: 0 }, // white is zero
    { tag: 273, type: LONG, count: 1, value: stripOffset },
    { tag: 277, type: SHORT, count: 1, value: 1 }, // samples a pixel
    { tag: 278, type: LONG, count: 1, value: raster.height }, // rows a strip: all
    { tag: 279, type: LONG, count: 1, value: strip.length },
    { tag: 282, type: RATIONAL, count: 1, value: resolutionOffset },
    { tag: 283, type: RATIONAL, count: 1, value: resolutionOffset },
    { tag: 296, type: SHORT, count: 1, value: 2 }, // dots per inch
    { tag: 297, type: SHORT, count: 2, value: place.index | (place.pageCount << 16) },
  ];
  const bytes = Buffer.alloc(nextOffset - place.offset);
  bytes.writeUInt16LE(entries.length, 0);
  entries.forEach((entry, index) => {
    const at = 2 + index * ENTRY_BYTES;
    bytes.writeUInt16LE(entry.tag, at);
    bytes.writeUInt16LE(entry.type, at + 2);
    bytes.writeUInt32LE(entry.count, at + 4);
    bytes.writeUInt32LE(entry.value, at + 8);
  });
  bytes.writeUInt32LE(place.index + 1 < place.pageCount ? nextOffset : 0, 2 + entries.length * ENTRY_BYTES);
  bytes.writeUInt32LE(DOTS_PER_INCH, resolutionOffset - place.offset);
  bytes.writeUInt32LE(1, resolutionOffset - place.offset + 4);
  bytes.set(strip, stripOffset - place.offset);
  return { bytes, nextOffset };
}

function packPage(raster: PageRaster): Uint8Array {
  const rowBytes = Math.ceil(raster.width / 8);
  const packed: number[] = [];
  for (let row = 0; row < raster.height; row += 1) {
    const bits = new Uint8Array(rowBytes);
    for (let column = 0; column < raster.width; column += 1) {
      const dark = (raster.pixels[row * raster.width + column] ?? 255) < 128;
      if (dark) bits[column >> 3] = (bits[column >> 3] ?? 0) | (0x80 >> (column & 7));
    }
    // PackBits never runs across rows (TIFF 6.0, section 9).
    packRow(bits, packed);
  }
  return Uint8Array.from(packed);
}

function packRow(row: Uint8Array, packed: number[]): void {
  let start = 0;
  while (start < row.length) {
    const run = runLength(row, start);
    if (run > 1) {
      packed.push(257 - run, row[start] ?? 0);
      start += run;
      continue;
    }
    let end = start + 1;
    while (end < row.length && end - start < 128 && runLength(row, end) < 3) end += 1;
    packed.push(end - start - 1, ...row.subarray(start, end));
    start = end;
  }
}

function runLength(row: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < row.length && end - start < 128 && row[end] === row[start]) end += 1;
  return end - start;
}
