import type { ByteSource } from './byte-source.ts';
import { findEncryption } from './pdf/encryption-dictionary.ts';
import { needsPassword } from './pdf/needs-password.ts';
import { incomplete, lockedPdf, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** The end mark may be followed by this much (ISO 32000-1, annex H.3, implementation note 18). */
const tailBytes = 1_024;
/** Some programs fill the last block with zeros. */
const paddingBytes = 64 * 1024;
const endMark = '%%EOF';
/** Up to this size the whole file is searched for further end marks. */
const searchedBytes = 16 * 1024 * 1024;

function withoutPadding(source: ByteSource): number {
  let end = source.size;
  const least = Math.max(0, end - paddingBytes);
  while (end > least) {
    const start = Math.max(least, end - 4_096);
    const bytes = source.read(start, end - start);
    let last = bytes.length;
    while (last > 0 && bytes[last - 1] === 0) last -= 1;
    end = start + last;
    if (last > 0) break;
  }
  return end;
}

/** The length a linearised file says it has, in its first object; null where it is none. */
function linearisedLength(source: ByteSource): number | null {
  const head = source.read(0, 1_024).toString('latin1');
  if (!head.includes('/Linearized')) return null;
  const length = /\/L\s+(\d+)/.exec(head)?.[1];
  return length === undefined ? null : Number(length);
}

function hasSeveralEnds(source: ByteSource): boolean {
  const bytes = source.read(0, source.size);
  const first = bytes.indexOf(endMark, 0, 'latin1');
  return bytes.indexOf(endMark, first + endMark.length, 'latin1') !== -1;
}

function isLocked(source: ByteSource, startxref: number): boolean {
  const start = source.read(0, 1_024).indexOf('%PDF-', 0, 'latin1');
  const encryption = findEncryption(source, startxref, Math.max(0, start));
  return encryption !== null && needsPassword(encryption);
}

/**
 * Whether a PDF is whole: `startxref`, a number and `%%EOF` near its end. A linearised one must have the length it says. With
 * several end marks (saved again and again, or written page by page) or something after the last, each prefix may look whole:
 * those need the longer quiet time. One that asks for a password to open is `locked`.
 */
export function judgePdf(source: ByteSource): Verdict {
  const end = withoutPadding(source);
  const tail = source.read(Math.max(0, end - tailBytes), Math.min(end, tailBytes)).toString('latin1');
  const mark = tail.lastIndexOf(endMark);
  if (mark === -1) return incomplete('end-missing');
  const reference = /startxref\s+(\d+)\s*$/.exec(tail.slice(0, mark))?.[1];
  if (reference === undefined) return incomplete('end-missing');
  if (isLocked(source, Number(reference))) return lockedPdf;
  const length = linearisedLength(source);
  if (length !== null) {
    if (source.size < length) return incomplete('end-missing');
    if (source.size === length) return whole(mediaTypes.pdf);
  }
  const more = end !== source.size || !/^\s*$/.test(tail.slice(mark + endMark.length));
  if (more) return whole(mediaTypes.pdf, 'text');
  // A file this large is not worth a second reading: the marks are counted while its fingerprint is taken.
  if (source.size > searchedBytes) return { ...whole(mediaTypes.pdf, 'text'), onlyMark: endMark };
  return whole(mediaTypes.pdf, hasSeveralEnds(source) ? 'text' : 'structural');
}
