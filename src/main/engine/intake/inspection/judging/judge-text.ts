import type { FileKind } from '../../../faults/kind-sentences.ts';
import type { ByteSource } from './byte-source.ts';
import { judgeJson } from './json-structure.ts';
import { extensionOf, promisedType } from './promised-type.ts';
import { looksLikeTable } from './text-look.ts';
import { incomplete, mediaTypes, notAccepted, notAcceptedType, whole } from './verdict.ts';
import type { Refused, Verdict } from './verdict.ts';
import { judgeXml, rootElementName } from './xml-structure.ts';

const htmlExtensions: ReadonlySet<string> = new Set(['htm', 'html', 'xhtml']);
const xmlExtensions: ReadonlySet<string> = new Set(['xml', 'xrechnung', 'cii', 'ubl']);
const tableExtensions: ReadonlySet<string> = new Set(['', 'txt', 'tsv', 'tab', 'dat', 'asc']);

/** Extensions of scripts, which are text and run commands when they are opened. */
const scripts: ReadonlySet<string> = new Set(
  'bat cmd ps1 psm1 vbs vbe js jse mjs cjs wsf wsh hta sh bash zsh py pl rb php scf inf reg ahk command applescript jnlp'.split(
    ' ',
  ),
);

/** What the beginning of a text tells of what it is, for kinds that the service does not take. */
const beginnings: readonly (readonly [beginning: RegExp, kind: FileKind, type: string])[] = [
  [/^#!/, 'script', ''],
  [/^%!PS/, 'print-file', 'PostScript'],
  [/^\[InternetShortcut\]/im, 'shortcut', 'URL'],
  [/^\[Desktop Entry\]/m, 'shortcut', 'desktop'],
  [/^-----BEGIN PGP MESSAGE/, 'encrypted', 'PGP'],
  [/^-----BEGIN PGP SIGNED/, 'signed', 'PGP'],
  [/^-----BEGIN (?:PKCS7|CMS)/, 'signed', 'P7M'],
  [
    /^(?:From \S+@|(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|X-[\w-]+|From):[^\n]*\n(?:[\w-]+:|[ \t]))/i,
    'mail',
    '',
  ],
];

/** Root elements and keys with which servers answer instead of sending the file. */
const errorRoots: ReadonlySet<string> = new Set(['error', 'errors', 'fault', 'exception', 'envelope', 'problem']);
const errorKeys =
  /^\{\s*"(?:error|errors|message|code|status|statuscode|detail|title|type|fault|exception|success|timestamp)"/i;

function nameOfKind(extension: string, otherwise = ''): { readonly type?: string } {
  const type = extension === '' ? otherwise : extension.toUpperCase().slice(0, 12);
  return type === '' ? {} : { type };
}

/** Text under the name of a document that is none: what a download brought, or what somebody misnamed. */
function misnamed(text: string, named: string): Refused {
  if (/^<(?:!doctype\s+html|html)\b/i.test(text)) return notAccepted('web-page', { named });
  const root = text.startsWith('<') ? rootElementName(text)?.replace(/^.*:/, '').toLowerCase() : undefined;
  if (root === 'html') return notAccepted('web-page', { named });
  if (root !== undefined && errorRoots.has(root)) return notAccepted('server-message', { named, type: 'XML' });
  if (errorKeys.test(text)) return notAccepted('server-message', { named, type: 'JSON' });
  if (root !== undefined && /^<(?:\?xml|[A-Za-z])/.test(text)) return notAccepted('misnamed', { named, type: 'XML' });
  if (/^[{[]/.test(text)) return notAccepted('misnamed', { named, type: 'JSON' });
  return notAccepted('misnamed-text', { named });
}

/** What the service does not take of all that is text, by how it begins and by its name; null: it may be a document. */
function refusedText(text: string, name: string): Refused | null {
  const extension = extensionOf(name);
  // What tells a printer what to do begins with an escape character.
  if (text.startsWith('\x1b')) return notAccepted('print-file', { type: 'PCL' });
  if (extension === 'svg' || extension === 'webloc')
    return notAccepted(extension === 'svg' ? 'picture' : 'shortcut', nameOfKind(extension));
  const found = beginnings.find(([beginning]) => beginning.test(text));
  if (found !== undefined)
    return notAccepted(found[1], nameOfKind(promisedType(name) === null ? extension : '', found[2]));
  if (scripts.has(extension)) return notAccepted('script', nameOfKind(extension));
  if (extension === 'eml' || extension === 'mht' || extension === 'mhtml')
    return notAccepted('mail', nameOfKind(extension));
  const named = promisedType(name, true);
  return named === null ? null : misnamed(text, named);
}

function judgeMarkup(source: ByteSource, text: string, name: string): Verdict {
  const extension = extensionOf(name);
  if (htmlExtensions.has(extension) || /^<(!doctype\s+html|html)\b/i.test(text)) return whole(mediaTypes.html, 'text');
  if (rootElementName(text)?.replace(/^.*:/, '') === 'svg') return notAccepted('picture', { type: 'SVG' });
  const verdict = judgeXml(source);
  if (verdict.kind === 'whole') return verdict;
  // Text that merely begins with a bracket is no XML that waits for its end.
  const isXml = /^<\?xml\b/.test(text) || xmlExtensions.has(extension) || extension === '';
  return isXml ? verdict : judgePlain(text, name);
}

function judgePlain(text: string, name: string): Verdict {
  const extension = extensionOf(name);
  if (extension === 'csv') return whole(mediaTypes.csv, 'text');
  if (htmlExtensions.has(extension)) return whole(mediaTypes.html, 'text');
  if (xmlExtensions.has(extension)) return incomplete('not-well-formed');
  if (tableExtensions.has(extension) && looksLikeTable(text)) return whole(mediaTypes.csv, 'text');
  return notAccepted('text', nameOfKind(extension));
}

/** What text is and whether it is whole: XML, HTML, JSON or a table. Loads a parser of XML, so that it is imported when the first text comes. */
export function judgeText(source: ByteSource, text: string, name: string): Verdict {
  const trimmed = text.trimStart();
  // Rich text begins with a brace, as JSON does.
  if (trimmed.startsWith('{\\rtf')) return notAcceptedType('RTF');
  const refused = refusedText(trimmed, name);
  if (refused !== null) return refused;
  if (trimmed.startsWith('<')) return judgeMarkup(source, trimmed, name);
  const extension = extensionOf(name);
  if (extension === 'json' || /^[{[]/.test(trimmed)) {
    const verdict = judgeJson(source);
    if (verdict.kind === 'whole' || extension === 'json' || extension === '') return verdict;
  }
  return judgePlain(trimmed, name);
}
