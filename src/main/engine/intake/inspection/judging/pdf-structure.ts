import { endWithoutZeros, findLast, textAt } from './byte-search.ts';
import type { ByteSource } from './byte-source.ts';
import { findEncryption, isReference } from '../pdf/encryption-dictionary.ts';
import { needsPassword } from '../pdf/needs-password.ts';
import { incomplete, lockedPdf, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** How much may stand behind the last `startxref`: downloads bring web pages along, and print servers their own end of a job. */
const tailBytes = 1024 * 1024;
const endMark = '%%EOF';
/** Up to this size the whole file is searched for further end marks. */
const searchedBytes = 16 * 1024 * 1024;
/** The beginning of an object. */
const object = /\d\s{1,8}\d{1,8}\s{1,8}obj\b/;

/** The length a linearised file says it has, in its first object; null where it is none. */
function linearisedLength(source: ByteSource): number | null {
  const head = textAt(source, 0, 1_024);
  if (!head.includes('/Linearized')) return null;
  const length = /\/L\s+(\d+)/.exec(head)?.[1];
  return length === undefined ? null : Number(length);
}

function hasSeveralEnds(source: ByteSource): boolean {
  const bytes = source.read(0, source.size);
  const first = bytes.indexOf(endMark, 0, 'latin1');
  return bytes.indexOf(endMark, first + endMark.length, 'latin1') !== -1;
}

/**
 * Whether a PDF is whole, as readers take it: behind its last `startxref` stand a number and `%%EOF`, and whatever else no object is.
 * Without the mark, which may be on its way, the number has to lead to a cross-reference. A linearised one must have the length it says. With several end marks
 * (saved again and again, or written page by page) or something after the last, each prefix may look whole: those need the longer quiet
 * time. One that asks for a password to open is refused, however broken it is beside. `start` = where its `%PDF-` stands.
 */
export function judgePdf(source: ByteSource, start: number): Verdict {
  const end = endWithoutZeros(source);
  const at = findLast(source, 'startxref', Math.max(0, end - tailBytes), end);
  const behind = at === -1 ? '' : textAt(source, at, end - at);
  const reference = /^startxref\s+(\d+)/.exec(behind)?.[1];
  if (reference === undefined) return incomplete('end-missing');
  const mark = behind.indexOf(endMark);
  // What follows is an update that is not there yet, or a page.
  if (object.test(behind)) return incomplete('end-missing');
  if (mark === -1 && !isReference(source, Number(reference), start)) return incomplete('end-missing');
  const encryption = findEncryption(source, Number(reference), start);
  if (encryption !== null && needsPassword(encryption)) return lockedPdf;
  const length = linearisedLength(source);
  if (length !== null) {
    if (source.size < length) return incomplete('end-missing');
    if (source.size === length) return whole(mediaTypes.pdf);
  }
  // A writer may pause within the mark, and where nobody can be seen writing only time tells.
  if (mark === -1) return whole(mediaTypes.pdf, 'open-end');
  const more = end !== source.size || behind.slice(mark + endMark.length).trim() !== '';
  if (more) return whole(mediaTypes.pdf, 'text');
  // A file this large is not worth a second reading: the marks are counted while its fingerprint is taken.
  if (source.size > searchedBytes) return { ...whole(mediaTypes.pdf, 'text'), onlyMark: endMark };
  return whole(mediaTypes.pdf, hasSeveralEnds(source) ? 'text' : 'structural');
}
