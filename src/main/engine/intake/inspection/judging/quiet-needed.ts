import type { ByteSource } from './byte-source.ts';
import type { NeededQuiet } from '../inspection.ts';
import { mediaTypes } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Disks and copy programs reserve room in blocks of this size or a multiple. */
const blockBytes = 4_096;
const zeroBlock = Buffer.alloc(blockBytes);
/** So many zeros at the end of a picture are more than a coincidence. */
const zeroTailBytes = 512;

/** Names that say of themselves which of the accepted types they are; programs save under other names first and rename then. */
const tellingNames =
  /\.(pdf|jpe?g|jpe|jfif|png|tiff?|heic|heif|webp|bmp|xml|xrechnung|cii|ubl|json|docx|pptx|xlsx|csv|tsv|tab|txt|dat|asc|html?|xhtml)$/i;

/** Whether a whole block of these bytes, which begin at a block's border, is zeros: most often room that nobody has written. */
export function hasZeroBlock(bytes: Buffer): boolean {
  for (let at = 0; at + blockBytes <= bytes.length; at += blockBytes) {
    // Most blocks tell by their first byte.
    if (bytes[at] === 0 && zeroBlock.compare(bytes, at, at + blockBytes) === 0) return true;
  }
  return false;
}

function tailOf(source: ByteSource, bytes: number): Buffer {
  return source.read(Math.max(0, source.size - bytes), bytes);
}

function isAllZeros(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.every((byte) => byte === 0);
}

/** Text that stops within a line, a page without its end tag: the rest may be on its way. */
function endsOpen(mediaType: string, source: ByteSource): boolean {
  const tail = tailOf(source, 1_024).toString('latin1').replaceAll('\0', '');
  return mediaType === mediaTypes.html ? !/<\/html\s*>\s*(?:<!--[^]*-->\s*)?$/i.test(tail) : !/[\n\r]$/.test(tail);
}

/** What a whole file's content tells beside its structure. */
export interface ContentSigns {
  readonly source: ByteSource;
  readonly name: string;
  /** A whole block of it is zeros. */
  readonly zeroBlock: boolean;
  /** It takes up less room on the disk than its size. */
  readonly sparse: boolean;
}

/**
 * How long a whole file has to stand still, where its signs ask for more than its structure does; `incomplete` = what can't be a
 * part of such a file stands in it: text does not hold zeros.
 */
export function quietNeeded(
  { mediaType, needsQuiet }: Extract<Verdict, { kind: 'whole' }>,
  { source, name, zeroBlock: zeros, sparse }: ContentSigns,
): NeededQuiet | 'incomplete' {
  switch (mediaType) {
    case mediaTypes.csv:
    case mediaTypes.html:
      if (zeros || isAllZeros(tailOf(source, 4))) return 'incomplete';
      return endsOpen(mediaType, source) ? 'open-end' : 'text';
    case mediaTypes.json:
    case mediaTypes.xml:
      return zeros ? 'incomplete' : needsQuiet;
    default:
      if (zeros && sparse) return 'unwritten';
      return zeros || isAllZeros(tailOf(source, zeroTailBytes)) ? 'open-end' : longer(needsQuiet, name);
  }
}

function longer(needed: NeededQuiet, name: string): NeededQuiet {
  return tellingNames.test(name) ? needed : 'open-end';
}
