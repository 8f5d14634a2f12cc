import type { ByteSource } from './byte-source.ts';
import type { XmlVerdict } from './inspection.ts';
import { lookAtText } from './text-look.ts';
import { damaged, incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import { largestParsedXmlBytes, multiplyingEntities } from './xml/parse-xml.ts';
import { checkXmlBytes, createXmlCheck } from './xml/xml-check.ts';

export { createXmlCheck };

/** Larger files are checked while their fingerprint is taken, so that they are read once. */
const largestCheckedAhead = 16 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** Name of the root element, or null where the head shows none (comments and DTD are passed over; bounded by the head). */
export function rootElementName(head: string): string | null {
  const bare = head
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\?[\s\S]*?\?>/g, '')
    .replace(/<!DOCTYPE[^>[]*(\[[\s\S]*?\]\s*)?>/i, '');
  return /<([^\s/>!?][^\s/>]*)/.exec(bare)?.[1] ?? null;
}

/** A glance before a large file is read: its root's end tag has to be the last thing in it, but for comments and instructions. */
function endTagIsThere(source: ByteSource): boolean {
  const head = lookAtText(Buffer.from(source.read(0, 16_384)));
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

function checkAhead(source: ByteSource): XmlVerdict {
  const check = createXmlCheck();
  for (let at = 0; at < source.size && check.add(source.read(at, pieceBytes)); at += pieceBytes);
  return check.end();
}

/** What a check of XML means for the file. */
export function verdictOf(checked: XmlVerdict): Extract<Verdict, { kind: 'whole' | 'incomplete' | 'refused' }> {
  if (checked.ok) return whole(mediaTypes.xml);
  return checked.reason === multiplyingEntities ? damaged('structure-broken') : incomplete('not-well-formed');
}

/** Whether XML is whole: well-formed. A large file that ends as it should is `whole` on condition: the check has to go along while it is read. */
export function judgeXml(source: ByteSource): Verdict {
  if (source.size <= largestParsedXmlBytes) return verdictOf(checkXmlBytes(source.read(0, source.size)));
  if (!endTagIsThere(source)) return incomplete('end-missing');
  if (source.size <= largestCheckedAhead) return verdictOf(checkAhead(source));
  return { ...whole(mediaTypes.xml), onlyIf: 'well-formed' };
}
