import type { ByteSource } from './byte-source.ts';
import type { DamageProblem, XmlVerdict } from '../inspection.ts';
import { lookAtText } from './text-look.ts';
import { damaged, incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict, XmlPart } from './verdict.ts';
import { maxParsedXmlBytes, multiplyingEntities } from '../xml/parse-xml.ts';
import { checkXmlBytes, createXmlCheck } from '../xml/xml-check.ts';
import type { XmlCheck } from '../xml/xml-check.ts';

/** Larger files are checked while their fingerprint is taken, so that they are read once. */
const maxCheckedAhead = 16 * 1024 * 1024;
const pieceBytes = 64 * 1024;
/** What is passed over before and behind the XML, at most. */
const headBytes = 16_384;
const tailBytes = 64 * 1024;

/** Name of the root element, or null where the head shows none (comments and DTD are passed over; bounded by the head). */
export function rootElementName(head: string): string | null {
  const bare = head
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\?[\s\S]*?\?>/g, '')
    .replace(/<!DOCTYPE[^>[]*(\[[\s\S]*?\]\s*)?>/i, '');
  return /<([^\s/>!?][^\s/>]*)/.exec(bare)?.[1] ?? null;
}

/** A glance at the end: the root's end tag has to be the last thing in it, but for comments and instructions. */
function endTagIsThere(source: ByteSource): boolean {
  const head = lookAtText(Buffer.from(source.read(0, headBytes)));
  const name = head.kind === 'text' ? rootElementName(head.text) : null;
  if (name === null) return false;
  // UTF-16 writes ASCII with zero bytes around it; a name in other letters is left to the check.
  const tail = source
    .read(Math.max(0, source.size - 4_096), 4_096)
    .toString('latin1')
    .replaceAll('\0', '');
  if (/(?:--|\?)>\s*$/.test(tail)) return true;
  const last = /<\/([^\s>]+)\s*>\s*$/.exec(tail)?.[1];
  return last !== undefined && (last === name || /[^\x21-\x7e]/.test(name));
}

/**
 * What of a file is XML. Blank lines before the declaration, Ctrl-Z and zeros at the end are passed over, and so is an encoding of two
 * bytes a character that text of one byte a character declares (what a program writes that has its text from such a string).
 */
function xmlPart(source: ByteSource): XmlPart {
  const head = source.read(0, headBytes).toString('latin1');
  const isWide = /^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(head);
  if (isWide) return { start: 0, end: source.size, passedOver: null };
  const blank = /^(?:\xef\xbb\xbf)?\s+(?=<\?xml)/.exec(head)?.[0].length ?? 0;
  const declared =
    /^((?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?)\sencoding\s*=\s*["'](?:utf-?16|ucs-?2|utf-?32|ucs-?4|iso-10646)[\w-]*["']/i.exec(
      head.slice(blank),
    );
  const tailStart = Math.max(blank, source.size - tailBytes);
  const tail = source.read(tailStart, source.size - tailStart);
  let last = tail.length;
  while (last > 0 && isBlank(tail[last - 1])) last -= 1;
  return {
    start: blank,
    end: tailStart + last,
    passedOver: declared === null ? null : [declared[1]?.length ?? 0, declared[0].length],
  };
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x1a || byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

/** Bytes of a part that begin at `at` of it, with what is passed over as blanks. */
function readable({ passedOver }: XmlPart, bytes: Buffer, at: number): Buffer {
  if (passedOver === null || at >= passedOver[1]) return bytes;
  const copy = Buffer.from(bytes);
  copy.fill(' ', Math.max(0, passedOver[0] - at), Math.max(0, Math.min(copy.length, passedOver[1] - at)));
  return copy;
}

/** The part of a source as a source of its own. */
function partOf(source: ByteSource, part: XmlPart): ByteSource {
  const size = part.end - part.start;
  return {
    size,
    read: (start, length) =>
      readable(part, source.read(part.start + start, Math.max(0, Math.min(length, size - start))), start),
  };
}

/** A check of the part of a file that comes whole, in pieces. */
export function createPartCheck(part: XmlPart): XmlCheck {
  const check = createXmlCheck();
  let position = 0;
  return {
    add(bytes) {
      const [from, to] = [Math.max(0, part.start - position), Math.min(bytes.length, part.end - position)];
      const at = position + from - part.start;
      position += bytes.length;
      return to <= from || check.add(readable(part, Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from), at));
    },
    end: () => check.end(),
  };
}

function checkAhead(source: ByteSource): XmlVerdict {
  const check = createXmlCheck();
  for (let at = 0; at < source.size && check.add(source.read(at, pieceBytes)); at += pieceBytes);
  return check.end();
}

const problems: readonly (readonly [reason: RegExp, problem: DamageProblem])[] = [
  [/EntityRef|broken reference/, 'bare-ampersand'],
  [/Extra content|more than one root|outside of the root/, 'second-root'],
  [/invalid bytes|not proper UTF-8|conversion failed|labelled/i, 'wrong-encoding'],
  [/unknown encoding|unsupported encoding/i, 'unknown-encoding'],
];

/** What a check of XML means for the file; `isClosed` = its end is there, so that nothing that is added can mend it. */
export function verdictOf(
  checked: XmlVerdict,
  isClosed: boolean,
): Extract<Verdict, { kind: 'whole' | 'incomplete' | 'refused' }> {
  if (checked.ok) return whole(mediaTypes.xml);
  if (checked.reason === multiplyingEntities) return damaged('multiplying');
  if (!isClosed) return incomplete('not-well-formed');
  return damaged(problems.find(([reason]) => reason.test(checked.reason))?.[1] ?? 'faulty');
}

/** Whether zeros stand in text: room that was reserved and is not filled yet. */
function hasZeros(source: ByteSource): boolean {
  const isWide = /^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(source.read(0, 2).toString('latin1'));
  return !isWide && source.read(0, source.size).includes(0);
}

/** Whether XML is whole: well-formed. A large file that ends as it should is `whole` on condition: the check has to go along while it is read. */
export function judgeXml(file: ByteSource): Verdict {
  const part = xmlPart(file);
  const source = partOf(file, part);
  if (source.size <= maxParsedXmlBytes) {
    const checked = checkXmlBytes(source.read(0, source.size));
    return verdictOf(checked, !checked.ok && endTagIsThere(source) && !hasZeros(source));
  }
  if (!endTagIsThere(source)) return incomplete('end-missing');
  if (source.size > maxCheckedAhead) return { ...whole(mediaTypes.xml), onlyIf: part };
  const checked = checkAhead(source);
  return verdictOf(checked, !checked.ok && !hasZeros(source));
}
