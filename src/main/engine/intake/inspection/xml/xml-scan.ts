import type { XmlDoctype, XmlVerdict } from '../inspection.ts';
import { multiplyingEntities } from './parse-xml.ts';
import { maxDeclarationLength, readDeclaration } from './xml-declaration.ts';
import { endOfDoctype, readDoctype } from './xml-doctype.ts';
import type { EntityLength } from './xml-doctype.ts';
import { createNamespaces, declaredPrefix } from './xml-namespaces.ts';
import type { TagAttribute } from './xml-namespaces.ts';
import { endOfName, maxNameLength } from './xml-names.ts';
import { readReference } from './xml-references.ts';

/** Follows the text of an XML document, piece by piece, in bounded memory. */
export interface XmlScan {
  /** False once something is wrong: the rest need not be read. */
  add(text: string): boolean;
  /** No more comes: whether that was a well-formed document. */
  end(): XmlVerdict;
}

/** Elements within elements; the strict parser for small files has the same limit. */
const maxDepth = 2_048;
/** Attributes of one element. */
const maxAttributes = 65_536;
/** The longest document type declaration, and value of a namespace, in characters. */
const maxDoctypeLength = 1_048_576;
const maxNamespaceLength = 65_536;
/** Entities may make of a document this many characters, and beyond that this many times its own (as the strict parser has it). */
const freeExpansion = 1_000_000;
const maxExpansion = 5;

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const forbidden = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const space = /[ \t\r\n]*/y;
const textStop = /[<&]|\]\]>/g;
const doubleStop = /[<&"]/g;
const singleStop = /[<&']/g;

type State =
  | 'start'
  | 'content'
  | 'comment'
  | 'instruction'
  | 'cdata'
  | 'tag'
  | 'equals'
  | 'quote'
  | 'value'
  | 'end-tag';

/** How far a scan has come. `text` = what came and was not followed yet. */
interface Scan {
  readonly namespaces: ReturnType<typeof createNamespaces>;
  readonly open: string[];
  lengthOf: EntityLength;
  standalone: boolean;
  text: string;
  state: State;
  flaw: { readonly reason: string; readonly line: number } | null;
  lines: number;
  consumed: number;
  expanded: number;
  last: boolean;
  declaration: XmlDoctype | undefined;
  rootSeen: boolean;
  tag: { name: string; attributes: Map<string, TagAttribute>; spaced: boolean };
  attribute: { name: string; value: string; quote: string };
}

function linesIn(piece: string): number {
  let count = 0;
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Steps answer where they got to; the same place in the same state means that they need more text. */
function wrong(scan: Scan, reason: string, at: number): number {
  scan.flaw ??= { reason, line: scan.lines + linesIn(scan.text.slice(0, at)) };
  return at;
}

const failed = ({ flaw }: Scan): boolean => flaw !== null;
const verdict = ({ flaw, declaration }: Scan): XmlVerdict =>
  flaw === null ? { ok: true, doctype: declaration } : { ok: false, ...flaw };

function go(scan: Scan, next: State, at: number): number {
  scan.state = next;
  return at;
}

function pastSpace(scan: Scan, at: number): number {
  // Mostly there is none: one look is cheaper than the expression.
  if (scan.text.charCodeAt(at) > 0x20) return at;
  space.lastIndex = at;
  space.test(scan.text);
  return space.lastIndex;
}

/** Waits for more unless what is there is too long already. */
function more(scan: Scan, at: number, limit = maxNameLength): number {
  return scan.text.length - at > limit ? wrong(scan, 'a name or declaration is too long', at) : at;
}

function start(scan: Scan, at: number): number {
  if (!scan.text.startsWith('<?xml', at) || /^[^ \t\r\n]/.test(scan.text.slice(at + 5, at + 6))) {
    return scan.text.length < 6 && !scan.last ? at : go(scan, 'content', at);
  }
  const found = readDeclaration(scan.text);
  if (found !== null) {
    scan.standalone = found.standalone;
    return go(scan, 'content', found.length);
  }
  const whole = scan.last || scan.text.length > maxDeclarationLength || scan.text.includes('?>');
  return whole ? wrong(scan, 'a broken XML declaration', at) : at;
}

function content(scan: Scan, at: number): number {
  textStop.lastIndex = at;
  const found = textStop.exec(scan.text);
  let end = found?.index ?? scan.text.length;
  // What may become a forbidden end of CDATA has to be seen in one piece.
  if (found === null && !scan.last)
    while (end > at && scan.text.length - end < 2 && scan.text[end - 1] === ']') end -= 1;
  if (scan.open.length === 0 && /[^ \t\r\n]/.test(scan.text.slice(at, end)))
    return wrong(scan, 'text outside of the root', at);
  if (found === null) return end;
  if (found[0] === '<') return markup(scan, end);
  return found[0] === '&' && scan.open.length > 0
    ? refer(scan, end)
    : wrong(scan, 'a mark that has no place here', end);
}

function refer(scan: Scan, at: number): number {
  const found = readReference(scan.text, at, scan.lengthOf);
  if (found.kind === 'flaw') return wrong(scan, found.reason, at);
  if (found.kind === 'more') return at;
  scan.expanded += found.becomes;
  if (scan.expanded > freeExpansion && scan.expanded > (scan.consumed + at) * maxExpansion)
    return wrong(scan, multiplyingEntities, at);
  return at + found.length;
}

function markup(scan: Scan, at: number): number {
  switch (scan.text[at + 1]) {
    case undefined:
      return at;
    case '/':
      return endTag(scan, at);
    case '?':
      return instruction(scan, at);
    case '!':
      return declared(scan, at);
    default:
      return startTag(scan, at);
  }
}

function declared(scan: Scan, at: number): number {
  if (scan.text.startsWith('<!--', at)) return go(scan, 'comment', at + 4);
  if (scan.open.length > 0 && scan.text.startsWith('<![CDATA[', at)) return go(scan, 'cdata', at + 9);
  if (scan.declaration === undefined && !scan.rootSeen && scan.text.startsWith('<!DOCTYPE', at))
    return doctype(scan, at);
  const short = scan.text.slice(at, at + 9);
  const may = ['<!--', '<![CDATA[', '<!DOCTYPE'].some((mark) => short.length < mark.length && mark.startsWith(short));
  return may ? at : wrong(scan, 'a declaration that has no place here', at);
}

function doctype(scan: Scan, at: number): number {
  const end = endOfDoctype(scan.text, at);
  if (end === null) return more(scan, at, maxDoctypeLength);
  const found = readDoctype(scan.text.slice(at, end), scan.standalone);
  if (!found.ok) return wrong(scan, found.reason, at);
  scan.lengthOf = found.lengthOf;
  scan.declaration = found.doctype;
  return end;
}

function instruction(scan: Scan, at: number): number {
  const end = endOfName(scan.text, at + 2);
  if (end === 'more') return more(scan, at);
  if (end === null) return wrong(scan, 'an instruction without a name', at);
  const target = scan.text.slice(at + 2, end);
  if (/^xml$/i.test(target) || target.includes(':')) return wrong(scan, 'an instruction of a wrong name', at);
  if (scan.text[end] === '?') {
    if (scan.text[end + 1] === undefined) return at;
    if (scan.text[end + 1] !== '>') return wrong(scan, 'a broken instruction', at);
  } else if (pastSpace(scan, end) === end) return wrong(scan, 'a broken instruction', at);
  return go(scan, 'instruction', end);
}

function startTag(scan: Scan, at: number): number {
  const end = endOfName(scan.text, at + 1);
  if (end === 'more') return more(scan, at);
  if (end === null) return wrong(scan, 'a tag without a name', at);
  if (scan.rootSeen && scan.open.length === 0) return wrong(scan, 'more than one root', at);
  scan.rootSeen = true;
  scan.tag = { name: scan.text.slice(at + 1, end), attributes: new Map(), spaced: false };
  return go(scan, 'tag', end);
}

function opened(scan: Scan, at: number, empty: boolean): number {
  const told = scan.namespaces.open(scan.tag.name, [...scan.tag.attributes.values()]);
  if (told !== null) return wrong(scan, told, at);
  if (scan.open.length >= maxDepth) return wrong(scan, 'elements are nested too deeply', at);
  if (empty) scan.namespaces.close();
  else scan.open.push(scan.tag.name);
  return go(scan, 'content', at + (empty ? 2 : 1));
}

function inTag(scan: Scan, from: number): number {
  const at = pastSpace(scan, from);
  scan.tag.spaced ||= at > from;
  if (at === scan.text.length) return at;
  if (scan.text[at] === '>') return opened(scan, at, false);
  if (scan.text[at] === '/') {
    if (scan.text[at + 1] === undefined) return at;
    return scan.text[at + 1] === '>' ? opened(scan, at, true) : wrong(scan, 'a broken tag', at);
  }
  const end = endOfName(scan.text, at);
  if (end === 'more') return more(scan, at);
  if (end === null || !scan.tag.spaced) return wrong(scan, 'a broken tag', at);
  if (scan.tag.attributes.size >= maxAttributes) return wrong(scan, 'too many attributes', at);
  scan.attribute = { name: scan.text.slice(at, end), value: '', quote: '"' };
  scan.tag.spaced = false;
  return scan.tag.attributes.has(scan.attribute.name)
    ? wrong(scan, 'an attribute stands twice', at)
    : go(scan, 'equals', end);
}

function equals(scan: Scan, from: number): number {
  const at = pastSpace(scan, from);
  if (at === scan.text.length) return at;
  return scan.text[at] === '=' ? go(scan, 'quote', at + 1) : wrong(scan, 'an attribute without a value', at);
}

function quote(scan: Scan, from: number): number {
  const at = pastSpace(scan, from);
  const mark = scan.text[at];
  if (mark === undefined) return at;
  if (mark !== '"' && mark !== "'") return wrong(scan, 'an attribute without quotes', at);
  scan.attribute.quote = mark;
  return go(scan, 'value', at + 1);
}

function keep(scan: Scan, piece: string, at: number): boolean {
  if (declaredPrefix(scan.attribute.name) !== null) scan.attribute.value += piece;
  if (scan.attribute.value.length > maxNamespaceLength) wrong(scan, 'a name or declaration is too long', at);
  return scan.flaw === null;
}

function value(scan: Scan, at: number): number {
  const stop = scan.attribute.quote === '"' ? doubleStop : singleStop;
  stop.lastIndex = at;
  const found = stop.exec(scan.text);
  const end = found?.index ?? scan.text.length;
  if (!keep(scan, scan.text.slice(at, end), at)) return at;
  if (found === null) return end;
  if (found[0] === '<') return wrong(scan, 'a bracket in an attribute', end);
  if (found[0] === '&') {
    const next = refer(scan, end);
    keep(scan, scan.text.slice(end, next), end);
    return next;
  }
  scan.tag.attributes.set(scan.attribute.name, { name: scan.attribute.name, value: scan.attribute.value });
  return go(scan, 'tag', end + 1);
}

function endTag(scan: Scan, at: number): number {
  const end = endOfName(scan.text, at + 2);
  if (end === 'more') return more(scan, at);
  if (end === null || scan.text.slice(at + 2, end) !== scan.open.at(-1)) return wrong(scan, 'tags do not match', at);
  return go(scan, 'end-tag', end);
}

function inEndTag(scan: Scan, from: number): number {
  const at = pastSpace(scan, from);
  if (at === scan.text.length) return at;
  if (scan.text[at] !== '>') return wrong(scan, 'a broken tag', at);
  scan.open.pop();
  scan.namespaces.close();
  return go(scan, 'content', at + 1);
}

/** Passes over what ends with a mark, keeping back what may be its beginning. */
function until(scan: Scan, mark: string, at: number): number {
  const end = scan.text.indexOf(mark, at);
  if (end !== -1) return go(scan, 'content', end + mark.length);
  return scan.last ? scan.text.length : Math.max(at, scan.text.length - mark.length + 1);
}

function inComment(scan: Scan, at: number): number {
  const end = scan.text.indexOf('--', at);
  if (end === -1 || scan.text[end + 2] === undefined) return end === -1 ? Math.max(at, scan.text.length - 1) : end;
  return scan.text[end + 2] === '>' ? go(scan, 'content', end + 3) : wrong(scan, 'two hyphens in a comment', end);
}

const steps: Readonly<Record<State, (scan: Scan, at: number) => number>> = {
  start,
  content,
  comment: inComment,
  instruction: (scan, at) => until(scan, '?>', at),
  cdata: (scan, at) => until(scan, ']]>', at),
  tag: inTag,
  equals,
  quote,
  value,
  'end-tag': inEndTag,
};

function run(scan: Scan): void {
  let at = 0;
  while (scan.flaw === null && (at < scan.text.length || scan.state === 'start')) {
    const before = scan.state;
    const next = steps[before](scan, at);
    if (next === at && scan.state === before) break;
    at = next;
  }
  scan.lines += linesIn(scan.text.slice(0, at));
  scan.consumed += at;
  scan.text = scan.text.slice(at);
}

/** Makes a scan of one document: XML 1.0 and its namespaces. External entities are never loaded; only entities of plain text are followed. */
export function createXmlScan(): XmlScan {
  const scan: Scan = {
    namespaces: createNamespaces(),
    open: [],
    lengthOf: () => null,
    standalone: false,
    text: '',
    state: 'start',
    flaw: null,
    lines: 1,
    consumed: 0,
    expanded: 0,
    last: false,
    declaration: undefined,
    rootSeen: false,
    tag: { name: '', attributes: new Map(), spaced: false },
    attribute: { name: '', value: '', quote: '"' },
  };
  return {
    add(piece) {
      if (failed(scan)) return false;
      const bad = forbidden.exec(piece);
      scan.text += piece;
      if (bad === null) run(scan);
      else wrong(scan, 'a character that XML does not have', scan.text.length - piece.length + bad.index);
      return !failed(scan);
    },
    end() {
      scan.last = true;
      if (!failed(scan)) run(scan);
      const isWhole = scan.text === '' && scan.state === 'content' && scan.open.length === 0 && scan.rootSeen;
      if (!failed(scan) && !isWhole) wrong(scan, 'the end is missing', scan.text.length);
      return verdict(scan);
    },
  };
}
