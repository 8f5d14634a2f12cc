import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm';
import type { XmlVerdict } from '../inspection.ts';

/** Parsing takes about ten times the file in memory, which a thread never gives back: above this XML is checked as a stream. */
export const largestParsedXmlBytes = 2 * 1024 * 1024;

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

/** Whether bytes are well-formed XML, by building the whole document. Needs about ten times their size in memory. */
export function parseXml(bytes: Uint8Array): XmlVerdict {
  try {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the library's flags are made to be combined
    XmlDocument.fromBuffer(bytes, { option: options }).dispose();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const first = error.details.find((detail) => detail.level >= 2) ?? error.details[0];
    const bomb = error.details.some((detail) => tooManyEntities.test(detail.message));
    if (oddNamespace.test(first?.message ?? '')) return { ok: false, reason: namespaceIsNoUri };
    const reason = bomb ? multiplyingEntities : shortReason(first?.message ?? '');
    return { ok: false, reason, ...(first === undefined ? {} : { line: first.line }) };
  }
}
