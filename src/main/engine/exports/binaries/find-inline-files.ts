import { createReadStream } from 'node:fs';
import { extensionOf } from './file-kinds.ts';

/** A file inside an XML: offsets in bytes of its element's start tag and of the base64 in it. */
export interface InlineFile {
  readonly tagStart: number;
  readonly tagEnd: number;
  /** The start tag, byte by byte. */
  readonly tag: string;
  readonly contentStart: number;
  /** Where the element's content ends, after the base64 and what is around it. */
  readonly contentEnd: number;
  readonly base64Start: number;
  readonly base64End: number;
  /** Extension for the file's name, without the dot. */
  readonly extension: string;
}

/** Longest start tag that is looked at, in bytes. */
const longestTag = 64 * 1024;
/** Base64 that nobody calls so is a file from this length on, where its beginning is that of a file. */
const leastUnnamed = 256;
/** Characters of base64 kept for knowing the kind of file; a multiple of four. */
const headCharacters = 400;

const base64Text = /^[A-Za-z0-9+/=\s]*$/;
const saysBase64 =
  /\s(?:[\w.-]+:)?(?:encoding|transfer-?encoding|content-?transfer-?encoding|dt)\s*=\s*["'](?:bin\.)?base64["']/i;

interface Candidate {
  readonly tagStart: number;
  readonly tag: string;
  readonly tagEnd: number;
  readonly parent: string;
  base64Start: number;
  length: number;
  padding: number;
  head: string;
}

/** What the scan waits for: text, the end of something that is passed over, or the end of a start tag. */
type Place = { readonly kind: 'text' } | { readonly kind: 'until'; readonly end: string };

/**
 * Finds the files that an XML carries as base64 (the interface document's addBinaryFile; it does not show where they stand): the
 * content of an element that says so by an attribute, or long base64 whose bytes begin as a file's do. Reads the file in one
 * pass and keeps little of it. Any encoding that keeps ASCII; in others nothing is found.
 */
export async function findInlineFiles(path: string): Promise<readonly InlineFile[]> {
  const found: InlineFile[] = [];
  const open: string[] = [];
  let text = '';
  /** Offset of the beginning of `text`. */
  let base = 0;
  let place: Place = { kind: 'text' };
  let candidate: Candidate | null = null;

  function consume(count: number): void {
    text = text.slice(count);
    base += count;
  }

  function content(part: string, at: number): void {
    if (candidate === null) return;
    if (!base64Text.test(part)) {
      candidate = null;
      return;
    }
    const plain = part.replace(/\s+/g, '');
    if (plain === '') return;
    // Padding in the middle is no base64 of one file.
    if (candidate.padding > 0 && !/^=+$/.test(plain)) {
      candidate = null;
      return;
    }
    const padding = /=*$/.exec(plain)?.[0].length ?? 0;
    if (plain.slice(0, plain.length - padding).includes('=')) {
      candidate = null;
      return;
    }
    if (candidate.length === 0) candidate.base64Start = at;
    candidate.length += plain.length;
    candidate.padding += padding;
    if (candidate.head.length < headCharacters) candidate.head = (candidate.head + plain).slice(0, headCharacters);
  }

  function end(at: number): void {
    const here = candidate;
    candidate = null;
    if (here === null || here.length === 0 || here.padding > 2 || here.length % 4 === 1) return;
    const head = Buffer.from(here.head, 'base64');
    const named = saysBase64.test(here.tag);
    const extension = extensionOf(head, [here.tag, here.parent]);
    if (!named && (here.length < leastUnnamed || extension === null)) return;
    const { tagStart, tagEnd, tag, base64Start } = here;
    found.push({
      tagStart,
      tagEnd,
      tag,
      contentStart: tagEnd,
      contentEnd: at,
      base64Start,
      base64End: at,
      extension: extension ?? 'bin',
    });
  }

  function startTag(tag: string): void {
    candidate = null;
    if (tag.endsWith('/>')) return;
    const tagEnd = base + tag.length;
    candidate = {
      tagStart: base,
      tag,
      tagEnd,
      parent: open.at(-1) ?? '',
      base64Start: tagEnd,
      length: 0,
      padding: 0,
      head: '',
    };
    open.push(tag);
  }

  /** One step from `<`; false: more of the file is needed. */
  function markup(last: boolean): boolean {
    if (text.length < 9 && !last) return false;
    if (text.startsWith('<![CDATA[')) {
      consume(9);
      place = { kind: 'until', end: ']]>' };
      return true;
    }
    const passed = text.startsWith('<!--') ? '-->' : text.startsWith('<?') ? '?>' : null;
    if (passed !== null) {
      candidate = null;
      place = { kind: 'until', end: passed };
      return true;
    }
    const close = tagEndIn(text);
    if (close === -1) {
      if (text.length <= longestTag && !last) return false;
      candidate = null;
      consume(1);
      return true;
    }
    const tag = text.slice(0, close + 1);
    if (tag.startsWith('</')) {
      end(base);
      open.pop();
    } else if (tag.startsWith('<!')) candidate = null;
    else startTag(tag);
    consume(tag.length);
    return true;
  }

  function step(last: boolean): boolean {
    if (text === '') return false;
    if (place.kind === 'until') {
      const at = text.indexOf(place.end);
      const upTo = at === -1 ? Math.max(0, text.length - place.end.length + 1) : at;
      if (place.end === ']]>') content(text.slice(0, upTo), base);
      consume(at === -1 ? upTo : at + place.end.length);
      if (at !== -1) place = { kind: 'text' };
      return at !== -1;
    }
    const at = text.indexOf('<');
    const upTo = at === -1 ? text.length : at;
    if (upTo > 0) {
      content(text.slice(0, upTo), base);
      consume(upTo);
    }
    return at !== -1 && markup(last);
  }

  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    text += chunk.toString('latin1');
    while (step(false));
  }
  while (step(true));
  return found;
}

/** Where a tag ends, quoted `>` passed over; -1: not in this text. */
function tagEndIn(text: string): number {
  let quote = '';
  for (let at = 1; at < Math.min(text.length, longestTag); at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
}
