import type { XmlDoctype, XmlVerdict } from '../inspection.ts';
import { multiplyingEntities } from './parse-xml.ts';
import { longestDeclaration, readDeclaration } from './xml-declaration.ts';
import { endOfDoctype, readDoctype } from './xml-doctype.ts';
import type { EntityLength } from './xml-doctype.ts';
import { createNamespaces, declaredPrefix } from './xml-namespaces.ts';
import type { TagAttribute } from './xml-namespaces.ts';
import { endOfName, longestName } from './xml-names.ts';
import { readReference } from './xml-references.ts';

/** Follows the text of an XML document, piece by piece, in bounded memory. */
export interface XmlScan {
  /** False once something is wrong: the rest need not be read. */
  add(text: string): boolean;
  /** No more comes: whether that was a well-formed document. */
  end(): XmlVerdict;
}

/** Elements within elements; the strict parser for small files has the same limit. */
const deepest = 2_048;
/** Attributes of one element. */
const mostAttributes = 65_536;
/** The longest document type declaration, and value of a namespace, in characters. */
const longestDoctype = 1_048_576;
const longestNamespace = 65_536;
/** Entities may make of a document this many characters, and beyond that this many times its own (as the strict parser has it). */
const freeExpansion = 1_000_000;
const mostExpansion = 5;

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const forbidden = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const space = /[ \t\r\n]*/y;
const textStop = /[<&]|\]\]>/g;
const doubleStop = /[<&"]/g;
const singleStop = /[<&']/g;

type State =
  'start' | 'content' | 'comment' | 'instruction' | 'cdata' | 'tag' | 'equals' | 'quote' | 'value' | 'end-tag';

/** Makes a scan of one document: XML 1.0 and its namespaces. External entities are never loaded; only entities of plain text are followed. */
export function createXmlScan(): XmlScan {
  const namespaces = createNamespaces();
  const open: string[] = [];
  let lengthOf: EntityLength = () => null;
  let standalone = false;
  let text = '';
  let state: State = 'start';
  let flaw: { readonly reason: string; readonly line: number } | null = null;
  let lines = 1;
  let consumed = 0;
  let expanded = 0;
  let last = false;
  let declaration: XmlDoctype | undefined;
  let rootSeen = false;
  let tag = { name: '', attributes: new Map<string, TagAttribute>(), spaced: false };
  let attribute = { name: '', value: '', quote: '"' };

  function linesIn(piece: string): number {
    let count = 0;
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) count += 1;
    return count;
  }

  /** Steps answer where they got to; the same place in the same state means that they need more text. */
  function wrong(reason: string, at: number): number {
    flaw ??= { reason, line: lines + linesIn(text.slice(0, at)) };
    return at;
  }

  const failed = (): boolean => flaw !== null;
  const verdict = (): XmlVerdict => (flaw === null ? { ok: true, doctype: declaration } : { ok: false, ...flaw });

  function go(next: State, at: number): number {
    state = next;
    return at;
  }

  function pastSpace(at: number): number {
    // Mostly there is none: one look is cheaper than the expression.
    if (text.charCodeAt(at) > 0x20) return at;
    space.lastIndex = at;
    space.test(text);
    return space.lastIndex;
  }

  /** Waits for more unless what is there is too long already. */
  function more(at: number, limit = longestName): number {
    return text.length - at > limit ? wrong('a name or declaration is too long', at) : at;
  }

  function start(at: number): number {
    if (!text.startsWith('<?xml', at) || /^[^ \t\r\n]/.test(text.slice(at + 5, at + 6))) {
      return text.length < 6 && !last ? at : go('content', at);
    }
    const found = readDeclaration(text);
    if (found !== null) {
      ({ standalone } = found);
      return go('content', found.length);
    }
    const whole = last || text.length > longestDeclaration || text.includes('?>');
    return whole ? wrong('a broken XML declaration', at) : at;
  }

  function content(at: number): number {
    textStop.lastIndex = at;
    const found = textStop.exec(text);
    let end = found?.index ?? text.length;
    // What may become a forbidden end of CDATA has to be seen in one piece.
    if (found === null && !last) while (end > at && text.length - end < 2 && text[end - 1] === ']') end -= 1;
    if (open.length === 0 && /[^ \t\r\n]/.test(text.slice(at, end))) return wrong('text outside of the root', at);
    if (found === null) return end;
    if (found[0] === '<') return markup(end);
    return found[0] === '&' && open.length > 0 ? refer(end) : wrong('a mark that has no place here', end);
  }

  function refer(at: number): number {
    const found = readReference(text, at, lengthOf);
    if (found.kind === 'flaw') return wrong(found.reason, at);
    if (found.kind === 'more') return at;
    expanded += found.becomes;
    if (expanded > freeExpansion && expanded > (consumed + at) * mostExpansion) return wrong(multiplyingEntities, at);
    return at + found.length;
  }

  function markup(at: number): number {
    switch (text[at + 1]) {
      case undefined:
        return at;
      case '/':
        return endTag(at);
      case '?':
        return instruction(at);
      case '!':
        return declared(at);
      default:
        return startTag(at);
    }
  }

  function declared(at: number): number {
    if (text.startsWith('<!--', at)) return go('comment', at + 4);
    if (open.length > 0 && text.startsWith('<![CDATA[', at)) return go('cdata', at + 9);
    if (declaration === undefined && !rootSeen && text.startsWith('<!DOCTYPE', at)) return doctype(at);
    const short = text.slice(at, at + 9);
    const may = ['<!--', '<![CDATA[', '<!DOCTYPE'].some((mark) => short.length < mark.length && mark.startsWith(short));
    return may ? at : wrong('a declaration that has no place here', at);
  }

  function doctype(at: number): number {
    const end = endOfDoctype(text, at);
    if (end === null) return more(at, longestDoctype);
    const found = readDoctype(text.slice(at, end), standalone);
    if (!found.ok) return wrong(found.reason, at);
    ({ lengthOf, doctype: declaration } = found);
    return end;
  }

  function instruction(at: number): number {
    const end = endOfName(text, at + 2);
    if (end === 'more') return more(at);
    if (end === null) return wrong('an instruction without a name', at);
    const target = text.slice(at + 2, end);
    if (/^xml$/i.test(target) || target.includes(':')) return wrong('an instruction of a wrong name', at);
    if (text[end] === '?') {
      if (text[end + 1] === undefined) return at;
      if (text[end + 1] !== '>') return wrong('a broken instruction', at);
    } else if (pastSpace(end) === end) return wrong('a broken instruction', at);
    return go('instruction', end);
  }

  function startTag(at: number): number {
    const end = endOfName(text, at + 1);
    if (end === 'more') return more(at);
    if (end === null) return wrong('a tag without a name', at);
    if (rootSeen && open.length === 0) return wrong('more than one root', at);
    rootSeen = true;
    tag = { name: text.slice(at + 1, end), attributes: new Map(), spaced: false };
    return go('tag', end);
  }

  function opened(at: number, empty: boolean): number {
    const told = namespaces.open(tag.name, [...tag.attributes.values()]);
    if (told !== null) return wrong(told, at);
    if (open.length >= deepest) return wrong('elements are nested too deeply', at);
    if (empty) namespaces.close();
    else open.push(tag.name);
    return go('content', at + (empty ? 2 : 1));
  }

  function inTag(from: number): number {
    const at = pastSpace(from);
    tag.spaced ||= at > from;
    if (at === text.length) return at;
    if (text[at] === '>') return opened(at, false);
    if (text[at] === '/') {
      if (text[at + 1] === undefined) return at;
      return text[at + 1] === '>' ? opened(at, true) : wrong('a broken tag', at);
    }
    const end = endOfName(text, at);
    if (end === 'more') return more(at);
    if (end === null || !tag.spaced) return wrong('a broken tag', at);
    if (tag.attributes.size >= mostAttributes) return wrong('too many attributes', at);
    attribute = { name: text.slice(at, end), value: '', quote: '"' };
    tag.spaced = false;
    return tag.attributes.has(attribute.name) ? wrong('an attribute stands twice', at) : go('equals', end);
  }

  function equals(from: number): number {
    const at = pastSpace(from);
    if (at === text.length) return at;
    return text[at] === '=' ? go('quote', at + 1) : wrong('an attribute without a value', at);
  }

  function quote(from: number): number {
    const at = pastSpace(from);
    const mark = text[at];
    if (mark === undefined) return at;
    if (mark !== '"' && mark !== "'") return wrong('an attribute without quotes', at);
    attribute.quote = mark;
    return go('value', at + 1);
  }

  function keep(piece: string, at: number): boolean {
    if (declaredPrefix(attribute.name) !== null) attribute.value += piece;
    if (attribute.value.length > longestNamespace) wrong('a name or declaration is too long', at);
    return flaw === null;
  }

  function value(at: number): number {
    const stop = attribute.quote === '"' ? doubleStop : singleStop;
    stop.lastIndex = at;
    const found = stop.exec(text);
    const end = found?.index ?? text.length;
    if (!keep(text.slice(at, end), at)) return at;
    if (found === null) return end;
    if (found[0] === '<') return wrong('a bracket in an attribute', end);
    if (found[0] === '&') {
      const next = refer(end);
      keep(text.slice(end, next), end);
      return next;
    }
    tag.attributes.set(attribute.name, { name: attribute.name, value: attribute.value });
    return go('tag', end + 1);
  }

  function endTag(at: number): number {
    const end = endOfName(text, at + 2);
    if (end === 'more') return more(at);
    if (end === null || text.slice(at + 2, end) !== open.at(-1)) return wrong('tags do not match', at);
    return go('end-tag', end);
  }

  function inEndTag(from: number): number {
    const at = pastSpace(from);
    if (at === text.length) return at;
    if (text[at] !== '>') return wrong('a broken tag', at);
    open.pop();
    namespaces.close();
    return go('content', at + 1);
  }

  /** Passes over what ends with a mark, keeping back what may be its beginning. */
  function until(mark: string, at: number): number {
    const end = text.indexOf(mark, at);
    if (end !== -1) return go('content', end + mark.length);
    return last ? text.length : Math.max(at, text.length - mark.length + 1);
  }

  function inComment(at: number): number {
    const end = text.indexOf('--', at);
    if (end === -1 || text[end + 2] === undefined) return end === -1 ? Math.max(at, text.length - 1) : end;
    return text[end + 2] === '>' ? go('content', end + 3) : wrong('two hyphens in a comment', end);
  }

  const steps: Readonly<Record<State, (at: number) => number>> = {
    start,
    content,
    comment: inComment,
    instruction: (at) => until('?>', at),
    cdata: (at) => until(']]>', at),
    tag: inTag,
    equals,
    quote,
    value,
    'end-tag': inEndTag,
  };

  function run(): void {
    let at = 0;
    while (flaw === null && (at < text.length || state === 'start')) {
      const before = state;
      const next = steps[before](at);
      if (next === at && state === before) break;
      at = next;
    }
    lines += linesIn(text.slice(0, at));
    consumed += at;
    text = text.slice(at);
  }

  return {
    add(piece) {
      if (flaw !== null) return false;
      const bad = forbidden.exec(piece);
      text += piece;
      if (bad !== null) wrong('a character that XML does not have', text.length - piece.length + bad.index);
      else run();
      return !failed();
    },
    end() {
      last = true;
      if (!failed()) run();
      if (!failed() && (text !== '' || state !== 'content' || open.length > 0 || !rootSeen)) {
        wrong('the end is missing', text.length);
      }
      return verdict();
    },
  };
}
