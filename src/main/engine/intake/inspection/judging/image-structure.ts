import { readBmpHeader } from '../bmp-header.ts';
import type { ByteSource } from './byte-source.ts';
import { holdsAllBlocks } from './jpeg-blocks.ts';
import { incomplete, mediaTypes, notAccepted, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const chunk = 64 * 1024;

/** Finds the next marker in entropy-coded data: 0xFF followed by neither a stuffed zero nor a restart mark; -1 = none. */
function nextMarker(source: ByteSource, from: number): number {
  let position = from;
  while (position + 1 < source.size) {
    const bytes = source.read(position, chunk);
    let at = bytes.indexOf(0xff);
    while (at !== -1 && at + 1 < bytes.length) {
      const code = bytes[at + 1] ?? 0;
      if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return position + at;
      at = bytes.indexOf(0xff, at + 1);
    }
    // The last byte may be half of a marker: it is read again with what follows.
    position += Math.max(1, bytes.length - 1);
  }
  return -1;
}

/**
 * Whether a JPEG is whole: its segments are walked to the end-of-image mark, so that neither the mark of an embedded
 * thumbnail nor a camera's trailer misleads (ITU-T T.81, annex B). What follows the mark (a second picture, a film) may still be coming,
 * also where nothing of it is there yet: behind pictures that tell of a camera (Exif, XMP), which all that write films do.
 * Where nothing but the mark is missing, readers put it there themselves.
 */
export function judgeJpeg(source: ByteSource): Verdict {
  let position = 2;
  let ofCamera = false;
  while (position + 4 <= source.size) {
    const head = source.read(position, 4);
    const code = head[1] ?? 0;
    if (head[0] === 0xff && code === 0xd9) return whole(mediaTypes.jpeg, 'text');
    ofCamera ||= head[0] === 0xff && code === 0xe1;
    if (head[0] !== 0xff || code === 0xff || code === 0) {
      position = nextMarker(source, position);
      if (position === -1) return endless(source);
      continue;
    }
    if (code === 0x01 || (code >= 0xd0 && code <= 0xd7)) {
      position += 2;
      continue;
    }
    position += 2 + head.readUInt16BE(2);
    if (code === 0xda) {
      position = nextMarker(source, position);
      if (position === -1) return endless(source);
    }
  }
  const last = source.read(position, 2);
  const needs = ofCamera ? 'text' : 'structural';
  return last[0] === 0xff && last[1] === 0xd9 ? whole(mediaTypes.jpeg, needs) : endless(source);
}

function endless(source: ByteSource): Verdict {
  return holdsAllBlocks(source) ? whole(mediaTypes.jpeg, 'open-end') : incomplete('end-missing');
}

/** Whether a PNG is whole: its chunks are walked to IEND (ISO/IEC 15948, section 5). */
export function judgePng(source: ByteSource): Verdict {
  let position = 8;
  while (position + 12 <= source.size) {
    const head = source.read(position, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return incomplete('structure-broken');
    position += 12 + length;
    if (type === 'IEND') return position <= source.size ? whole(mediaTypes.png) : incomplete('end-missing');
  }
  return incomplete('end-missing');
}

/** Brands of HEIF files (ISO/IEC 23008-12, annex B): pictures in HEVC, and such that name no codec. */
const heifBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Whether a file begins with a box that names one of the brands of HEIF, but for those with pictures in AV1 alone. */
function isHeif(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const box = head.subarray(0, Math.min(head.readUInt32BE(0), 512));
  const brands = Array.from({ length: Math.floor(box.length / 4) }, (_, at) =>
    box.toString('latin1', at * 4, at * 4 + 4),
  );
  const named = brands.filter((brand) => heifBrands.has(brand));
  return brands.includes('avif') ? named.some((brand) => brand.startsWith('he')) : named.length > 0;
}

/** Whether a HEIF file is whole: its boxes are walked to its end (ISO/IEC 14496-12, 4.2). A film without a picture is none. */
function judgeHeif(source: ByteSource): Verdict {
  const kinds = new Set<string>();
  let position = 0;
  while (position + 8 <= source.size) {
    const head = source.read(position, 16);
    const kind = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    kinds.add(kind);
    // A length of 0: the box goes on to the end of the file, wherever that will be.
    if (short === 0 && kinds.has('meta')) return whole('image/heic', 'text');
    if (length < 8 || !/^[\x20-\x7e]{4}$/.test(kind)) return incomplete('structure-broken');
    position += length;
  }
  if (kinds.has('moov') && !kinds.has('meta')) return notAccepted('picture', { type: 'HEIC' });
  if (position !== source.size || !kinds.has('meta')) return incomplete('end-missing');
  return whole('image/heic', kinds.has('mdat') ? 'structural' : 'text');
}

/** Whether a WebP is whole, by the length in its head (RFC 9649, 2.4). */
function judgeWebp(source: ByteSource, head: Buffer): Verdict {
  return head.readUInt32LE(4) + 8 <= source.size ? whole('image/webp') : incomplete('end-missing');
}

/** Whether a BMP is whole: all its rows are there. Packed ones say themselves how long they are, and have a mark at their end. */
function judgeBmp(source: ByteSource, head: Buffer): Verdict | null {
  const bmp = readBmpHeader(head);
  if (bmp === null) return null;
  if (!bmp.isDrawable) return notAccepted('picture', { type: 'BMP' });
  if (bmp.neededBytes > source.size) return incomplete('end-missing');
  const isEnded = bmp.isPacked
    ? source.read(source.size - 2, 2).equals(Buffer.from([0, 1]))
    : bmp.wholeBytes <= source.size;
  return whole('image/bmp', isEnded ? 'structural' : 'open-end');
}

/** The verdict on a picture of which the service gets a copy (`convertedTypes`); null: it is none. `head` = its first 4 KiB. */
export function judgeOtherPicture(source: ByteSource, head: Buffer): Verdict | null {
  if (isHeif(head)) return judgeHeif(source);
  const latin = head.toString('latin1', 0, 12);
  if (latin.startsWith('RIFF')) {
    if (latin.length < 12) return incomplete('end-missing');
    return latin.endsWith('WEBP') ? judgeWebp(source, head) : null;
  }
  return latin.startsWith('BM') ? judgeBmp(source, head) : null;
}
