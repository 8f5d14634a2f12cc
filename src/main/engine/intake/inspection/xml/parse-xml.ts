import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm';
import type { XmlDoctype, XmlVerdict } from '../inspection.ts';

/** Parsing takes about ten times the file in memory, which a thread never gives back: above this XML is checked as a stream. */
export const maxParsedXmlBytes = 2 * 1024 * 1024;

/** Said of entities that grow without bound when they are filled in. */
export const multiplyingEntities = 'entities that multiply';

/** Said of a namespace that is no URI: odd, but common, and no reason to refuse a document. The parser tells no more after it. */
export const namespaceIsNoUri = 'a namespace is no URI';

// Long texts (documents inside documents) are allowed; external entities and DTDs are never loaded. The parser's own limits
// refuse entities that multiply.
const options = ParseOption.XML_PARSE_HUGE | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET;
const tooManyEntities = /amplification|entity.*loop/i;
const oddNamespace = /is not a valid URI/;

/** Messages of the parser quote names of the document: only the part before the first quote or colon is told. */
function shortReason(message: string): string {
  return (/^[^'":\n]{1,80}/.exec(message)?.[0] ?? '').trim() || 'not well-formed';
}

const beforeDoctype = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;
const doctypeAsWritten =
  /^<!DOCTYPE\s+([^\s[>]+)(?:\s+(?:SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))\s+("[^"]*"|'[^']*'))?\s*(\[)?/;

/** Reads the declaration out of what the parser writes, which is of one form whatever the document's encoding and layout. */
function doctypeIn(written: string): XmlDoctype {
  const found = doctypeAsWritten.exec(written.replace(beforeDoctype, ''));
  // What isn't understood counts as the worst.
  if (found === null) return { name: '?', external: true, internal: true };
  return { name: found[1] ?? '?', external: found[2] !== undefined, internal: found[3] !== undefined };
}

/** Whether bytes are well-formed XML, by building the whole document. Needs about ten times their size in memory. */
export function parseXml(bytes: Uint8Array): XmlVerdict {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the library's flags are made to be combined
    const document = XmlDocument.fromBuffer(bytes, { option: options });
    try {
      return document.dtd === null ? { ok: true } : { ok: true, doctype: doctypeIn(document.toString()) };
    } finally {
      document.dispose();
    }
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const first = error.details.find((detail) => detail.level >= 2) ?? error.details[0];
    const bomb = error.details.some((detail) => tooManyEntities.test(detail.message));
    if (oddNamespace.test(first?.message ?? '')) return { ok: false, reason: namespaceIsNoUri };
    const reason = bomb ? multiplyingEntities : shortReason(first?.message ?? '');
    return { ok: false, reason, ...(first === undefined ? {} : { line: first.line }) };
  }
}
