import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm';
import type { ByteSource } from './byte-source.ts';
import type { XmlVerdict } from './inspection.ts';
import { incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Parsing takes about ten times the file in memory that a thread never gives back: above this, in a thread of its own. */
export const heavyXmlBytes = 2 * 1024 * 1024;
/** Largest XML that is parsed as a whole before it is taken in (about 650 MB of memory, given back at once). */
const largestParsedXmlBytes = 64 * 1024 * 1024;

// Long texts (documents inside documents) are allowed; external entities and DTDs are never loaded. The parser's own limits
// refuse entities that multiply.
const options = ParseOption.XML_PARSE_HUGE | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET;
const tooManyEntities = /amplification|entity.*loop/i;
const multiplyingEntities = 'entities that multiply';

/** Messages of the parser quote names of the document: only the part before the first quote or colon is told. */
function shortReason(message: string): string {
  return (/^[^'":\n]{1,80}/.exec(message)?.[0] ?? '').trim() || 'not well-formed';
}

/** Whether bytes are well-formed XML. Needs about ten times their size in memory. */
export function checkXmlBytes(bytes: Uint8Array): XmlVerdict {
  try {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the library's flags are made to be combined
    XmlDocument.fromBuffer(bytes, { option: options }).dispose();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const first = error.details.find((detail) => detail.level >= 2) ?? error.details[0];
    const bomb = error.details.some((detail) => tooManyEntities.test(detail.message));
    const reason = bomb ? multiplyingEntities : shortReason(first?.message ?? '');
    return { ok: false, reason, ...(first === undefined ? {} : { line: first.line }) };
  }
}

/** Name of the root element, or null where the head shows none (comments and DTD are passed over; bounded by the head). */
export function rootElementName(head: string): string | null {
  const bare = head
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\?[\s\S]*?\?>/g, '')
    .replace(/<!DOCTYPE[^>[]*(\[[\s\S]*?\]\s*)?>/i, '');
  return /<([^\s/>!?][^\s/>]*)/.exec(bare)?.[1] ?? null;
}

/** For XML too large to be parsed: the root's end tag has to be the last thing in the file. */
function judgeByEndTag(source: ByteSource): Verdict {
  const name = rootElementName(source.read(0, 16_384).toString('utf8'));
  if (name === null) return incomplete('not-well-formed');
  const tail = source.read(Math.max(0, source.size - 4_096), 4_096).toString('utf8');
  const bare = tail
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\?[\s\S]*?\?>/g, '')
    .trimEnd();
  return /<\/([^\s>]+)\s*>$/.exec(bare)?.[1] === name ? whole(mediaTypes.xml, 'text') : incomplete('end-missing');
}

/**
 * Whether XML is whole: well-formed by a strict parser; beyond {@link largestParsedXmlBytes} by its root's end tag and quiet
 * time, so that memory stays bounded. `heavy` where it has to be parsed in a thread of its own.
 */
export function judgeXml(source: ByteSource, inOwnThread: boolean): Verdict {
  if (source.size > largestParsedXmlBytes) return judgeByEndTag(source);
  if (source.size > heavyXmlBytes && !inOwnThread) return { kind: 'heavy' };
  const checked = checkXmlBytes(source.read(0, source.size));
  if (checked.ok) return whole(mediaTypes.xml);
  return checked.reason === multiplyingEntities ? { kind: 'damaged' } : incomplete('not-well-formed');
}
