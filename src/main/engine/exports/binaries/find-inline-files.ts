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
const maxTagLength = 64 * 1024;
/** Base64 that nobody calls so is a file from this length on, where its beginning is that of a file. */
const minUnnamed = 256;
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

/** A scan on its way through the file. */
interface Scan {
  /** What was read and is not passed over yet. */
  text: string;
  /** Offset of the beginning of `text`. */
  base: number;
  /** What the scan waits for; null: markup. */
  until: ']]>' | '-->' | '?>' | null;
  /** Start tags of the elements around. */
  readonly open: string[];
  /** The element that may be a file. */
  candidate: Candidate | null;
  readonly found: InlineFile[];
}

function consume(scan: Scan, count: number): void {
  scan.text = scan.text.slice(count);
  scan.base += count;
}

/** Takes the next characters of the text into the candidate, or gives it up where they are no base64 of one file. */
function content(scan: Scan, count: number): void {
  const { candidate } = scan;
  if (candidate === null) return;
  const part = scan.text.slice(0, count);
  const plain = part.replace(/\s+/g, '');
  if (plain === '') return;
  const padding = /=*$/.exec(plain)?.[0].length ?? 0;
  // Padding in the middle is no base64 of one file.
  const goesOn = candidate.padding === 0 || padding === plain.length;
  if (!base64Text.test(part) || !goesOn || plain.slice(0, plain.length - padding).includes('=')) {
    scan.candidate = null;
    return;
  }
  if (candidate.length === 0) candidate.base64Start = scan.base;
  candidate.length += plain.length;
  candidate.padding += padding;
  if (candidate.head.length < headCharacters) candidate.head = (candidate.head + plain).slice(0, headCharacters);
}

/** The element ends here: its content is a file, or it is not. */
function endTag(scan: Scan): void {
  const { candidate, base: at } = scan;
  scan.open.pop();
  scan.candidate = null;
  if (candidate === null || candidate.length === 0) return;
  const { tagStart, tagEnd, tag, parent, base64Start, length, padding } = candidate;
  if (padding > 2 || length % 4 === 1) return;
  const extension = extensionOf(Buffer.from(candidate.head, 'base64'), [tag, parent]);
  if (!saysBase64.test(tag) && (length < minUnnamed || extension === null)) return;
  const ends = { contentStart: tagEnd, contentEnd: at, base64Start, base64End: at };
  scan.found.push({ tagStart, tagEnd, tag, ...ends, extension: extension ?? 'bin' });
}

function startTag(scan: Scan, tag: string): void {
  const { base: tagStart, open } = scan;
  scan.candidate = null;
  if (tag.endsWith('/>')) return;
  const tagEnd = tagStart + tag.length;
  const parent = open.at(-1) ?? '';
  scan.candidate = { tagStart, tag, tagEnd, parent, base64Start: tagEnd, length: 0, padding: 0, head: '' };
  open.push(tag);
}

/** One step from `<`; false: more of the file is needed. */
function markup(scan: Scan, last: boolean): boolean {
  const { text } = scan;
  if (text.length < 9 && !last) return false;
  if (text.startsWith('<![CDATA[')) {
    consume(scan, 9);
    scan.until = ']]>';
    return true;
  }
  const passed = text.startsWith('<!--') ? '-->' : text.startsWith('<?') ? '?>' : null;
  if (passed !== null) {
    scan.candidate = null;
    scan.until = passed;
    return true;
  }
  const close = tagEndIn(text);
  if (close === -1) {
    if (text.length <= maxTagLength && !last) return false;
    scan.candidate = null;
    consume(scan, 1);
    return true;
  }
  const tag = text.slice(0, close + 1);
  if (tag.startsWith('</')) endTag(scan);
  else if (tag.startsWith('<!')) scan.candidate = null;
  else startTag(scan, tag);
  consume(scan, tag.length);
  return true;
}

/** One step; false: more of the file is needed. */
function step(scan: Scan, last: boolean): boolean {
  const { text, until } = scan;
  if (text === '') return false;
  if (until === null) {
    const at = text.indexOf('<');
    const upTo = at === -1 ? text.length : at;
    content(scan, upTo);
    consume(scan, upTo);
    return at !== -1 && markup(scan, last);
  }
  const at = text.indexOf(until);
  const upTo = at === -1 ? Math.max(0, text.length - until.length + 1) : at;
  if (until === ']]>') content(scan, upTo);
  consume(scan, at === -1 ? upTo : at + until.length);
  if (at !== -1) scan.until = null;
  return at !== -1;
}

/**
 * Finds the files that an XML carries as base64 (the interface document's addBinaryFile; it does not show where they stand): the
 * content of an element that says so by an attribute, or long base64 whose bytes begin as a file's do. Reads the file in one
 * pass and keeps little of it. Any encoding that keeps ASCII; in others nothing is found.
 */
export async function findInlineFiles(path: string): Promise<readonly InlineFile[]> {
  const scan: Scan = { text: '', base: 0, until: null, open: [], candidate: null, found: [] };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    scan.text += chunk.toString('latin1');
    while (step(scan, false));
  }
  while (step(scan, true));
  return scan.found;
}

/** Where a tag ends, quoted `>` passed over; -1: not in this text. */
function tagEndIn(text: string): number {
  let quote = '';
  for (let at = 1; at < Math.min(text.length, maxTagLength); at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
}
