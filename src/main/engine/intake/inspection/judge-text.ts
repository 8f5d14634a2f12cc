import { extname } from 'node:path';
import type { ByteSource } from './byte-source.ts';
import { judgeJson } from './json-structure.ts';
import { promisedType } from './promised-type.ts';
import { looksLikeTable } from './text-look.ts';
import { incomplete, mediaTypes, notAccepted, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import { judgeXml, rootElementName } from './xml-structure.ts';

const htmlNames = /\.(html?|xhtml)$/i;
const xmlNames = /\.(xml|xrechnung|cii|ubl)$/i;

function judgeMarkup(source: ByteSource, text: string, name: string): Verdict {
  if (htmlNames.test(name) || /^<(!doctype\s+html|html)\b/i.test(text)) return whole(mediaTypes.html, 'text');
  if (rootElementName(text)?.replace(/^.*:/, '') === 'svg') return notAccepted('picture', { type: 'SVG' });
  const verdict = judgeXml(source);
  if (verdict.kind !== 'incomplete') return verdict;
  // Text that merely begins with a bracket is no XML that waits for its end.
  const isXml = /^<\?xml\b/.test(text) || xmlNames.test(name) || extname(name) === '';
  return isXml ? verdict : judgePlain(text, name);
}

function judgePlain(text: string, name: string): Verdict {
  const extension = extname(name).toLowerCase();
  if (extension === '.csv') return whole(mediaTypes.csv, 'text');
  if (htmlNames.test(name)) return whole(mediaTypes.html, 'text');
  if (xmlNames.test(name)) return incomplete('not-well-formed');
  if (['', '.txt', '.tsv', '.tab', '.dat', '.asc'].includes(extension) && looksLikeTable(text)) {
    return whole(mediaTypes.csv, 'text');
  }
  const named = promisedType(name);
  if (named !== null) return notAccepted('misnamed-text', { named });
  return extension === ''
    ? notAccepted('text')
    : notAccepted('text', { type: extension.slice(1).toUpperCase().slice(0, 12) });
}

/** What text is and whether it is whole: XML, HTML, JSON or a table. Loads a parser of XML, so that it is imported when the first text comes. */
export function judgeText(source: ByteSource, text: string, name: string): Verdict {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('<')) return judgeMarkup(source, trimmed, name);
  const jsonName = /\.json$/i.test(name);
  if (jsonName || /^[{[]/.test(trimmed)) {
    const verdict = judgeJson(source);
    if (verdict.kind === 'whole' || jsonName || extname(name) === '') return verdict;
    // Rich text begins with a brace too: the list of signatures knows it.
    return trimmed.startsWith('{\\') ? { kind: 'unknown' } : judgePlain(trimmed, name);
  }
  return judgePlain(trimmed, name);
}
