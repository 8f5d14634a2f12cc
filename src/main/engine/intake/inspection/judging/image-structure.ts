import type { ByteSource } from './byte-source.ts';
import { holdsAllBlocks } from './jpeg-blocks.ts';
import { incomplete, mediaTypes, whole } from './verdict.ts';
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
