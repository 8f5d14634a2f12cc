import type { ByteSource } from './byte-source.ts';
import { judgeCompound } from './compound-file.ts';
import { judgeJpeg, judgeOtherPicture, judgePng } from './image-structure.ts';
import { judgeZip } from './office-structure.ts';
import { judgePdf } from './pdf-structure.ts';
import { placeholderOf } from '../placeholder.ts';
import { extensionOf } from './promised-type.ts';
import { lookAtText } from './text-look.ts';
import { judgeTiff } from './tiff-structure.ts';
import { incomplete, notAccepted } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Bytes at the beginning that decide about the type. */
export const headBytes = 4_100;
/** How far into a file readers look for the mark of a PDF, and how far where its name or a print job says that it is one. */
const pdfMarkWithin = 1_024;
const namedPdfMarkWithin = 64 * 1024;
const pdfMark = '%PDF-';
/** How a print job begins (Universal Exit Language); a PDF may be in it. */
const printJob = '\x1b%-12345X';

const binaryMarks: readonly (readonly [mark: string, judge: (source: ByteSource) => Verdict])[] = [
  [pdfMark, (source) => judgePdf(source, 0)],
  ['\xff\xd8\xff', judgeJpeg],
  ['\x89PNG\r\n\x1a\n', judgePng],
  ['II\x2a\0', judgeTiff],
  ['MM\0\x2a', judgeTiff],
  ['II\x2b\0', judgeTiff],
  ['MM\0\x2b', judgeTiff],
  ['PK\x03\x04', judgeZip],
  ['PK\x05\x06', judgeZip],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', judgeCompound],
];

/** Nothing that a mark tells: `text` is its beginning. */
export interface LooksLikeText {
  readonly kind: 'text';
  readonly text: string;
}

/** Decides what a file is and whether it is whole: its content first, its name as second opinion. Text is left to `judgeText`. */
export function judgeContent(source: ByteSource, name: string): Verdict | LooksLikeText {
  const placeholder = placeholderOf(name, source.size);
  if (placeholder !== null) return notAccepted('placeholder', { type: placeholder });
  const head = Buffer.from(source.read(0, Math.min(headBytes, source.size)));
  const latin = head.toString('latin1');
  for (const [mark, judge] of binaryMarks) {
    if (latin.startsWith(mark)) return judge(source);
    if (latin.length < mark.length && mark.startsWith(latin)) return incomplete('end-missing');
  }
  const picture = judgeOtherPicture(source, head);
  if (picture !== null) return picture;
  // Space was reserved before the content came: programs that copy do so.
  if (head.every((byte) => byte === 0)) return incomplete('still-empty');
  const text = lookAtText(head);
  const isNamed = extensionOf(name) === 'pdf' || latin.startsWith(printJob);
  // A PDF may have up to 1,024 bytes of anything before its mark.
  const within = isNamed ? namedPdfMarkWithin : text.kind === 'text' ? 0 : pdfMarkWithin;
  const start = source.read(0, Math.min(within, source.size)).indexOf(pdfMark, 0, 'latin1');
  if (start !== -1) return judgePdf(source, start);
  return text.kind === 'text' ? { kind: 'text', text: text.text } : { kind: 'unknown' };
}
