import type { ByteSource } from './byte-source.ts';
import { judgeJpeg, judgePng } from './image-structure.ts';
import { judgeZip } from './office-structure.ts';
import { judgePdf } from './pdf-structure.ts';
import { lookAtText } from './text-look.ts';
import { judgeTiff } from './tiff-structure.ts';
import { incomplete } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Bytes at the beginning that decide about the type. */
export const headBytes = 4_100;

const binaryMarks: readonly (readonly [mark: string, judge: (source: ByteSource) => Verdict])[] = [
  ['%PDF-', judgePdf],
  ['\xff\xd8\xff', judgeJpeg],
  ['\x89PNG\r\n\x1a\n', judgePng],
  ['II\x2a\0', judgeTiff],
  ['MM\0\x2a', judgeTiff],
  ['II\x2b\0', judgeTiff],
  ['MM\0\x2b', judgeTiff],
  ['PK\x03\x04', judgeZip],
  ['PK\x05\x06', judgeZip],
];

/** Nothing that a mark tells: `text` is its beginning. */
export interface LooksLikeText {
  readonly kind: 'text';
  readonly text: string;
}

/**
 * Decides what a file is and whether it is whole: its content first, its name as second opinion. Text is left to
 * `judgeText`.
 */
export function judgeContent(source: ByteSource, name: string): Verdict | LooksLikeText {
  const head = Buffer.from(source.read(0, Math.min(headBytes, source.size)));
  const latin = head.toString('latin1');
  for (const [mark, judge] of binaryMarks) {
    if (latin.startsWith(mark)) return judge(source);
    if (latin.length < mark.length && mark.startsWith(latin)) return incomplete('end-missing');
  }
  // Space was reserved before the content came: programs that copy do so.
  if (head.every((byte) => byte === 0)) return incomplete('still-empty');
  const text = lookAtText(head);
  if (text.kind === 'text') {
    // A PDF may have up to 1,024 bytes of anything before its mark.
    if (/\.pdf$/i.test(name) && latin.slice(0, 1_024).includes('%PDF-')) return judgePdf(source);
    return { kind: 'text', text: text.text };
  }
  return latin.slice(0, 1_024).includes('%PDF-') ? judgePdf(source) : { kind: 'unknown' };
}
