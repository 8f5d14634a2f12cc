/** What the head of a file says about being text; `text` is decoded as far as the head goes, without a byte-order mark. */
export type TextLook = { readonly kind: 'binary' } | { readonly kind: 'text'; readonly text: string };

/** Share of control characters that text may hold (old printer exports have some). */
const allowedControls = 0.02;

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1a;
}

/** The head without the zeros that fill it up behind a text. */
function withoutZeros(head: Buffer): Buffer {
  let last = head.length;
  while (last > 0 && head[last - 1] === 0) last -= 1;
  return head.subarray(0, last);
}

/** Decides whether the head of a file is text (UTF-8, UTF-16 with or without mark, any 8-bit encoding) and decodes it. */
export function lookAtText(bytes: Buffer): TextLook {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { kind: 'text', text: bytes.toString('utf16le', 2) };
  if (first === 0xfe && second === 0xff) return { kind: 'text', text: swapped(bytes.subarray(2)) };
  if (first === 0x3c && second === 0) return { kind: 'text', text: bytes.toString('utf16le') };
  if (first === 0 && second === 0x3c) return { kind: 'text', text: swapped(bytes) };
  const wide = wideText(bytes);
  if (wide !== null) return { kind: 'text', text: wide };
  const head = withoutZeros(bytes);
  // Behind text alone zeros are mere padding.
  if (head.length < bytes.length && head.filter((byte) => byte >= 0x80).length > head.length / 2)
    return { kind: 'binary' };
  if (first === 0xef && second === 0xbb && third === 0xbf) return { kind: 'text', text: head.toString('utf8', 3) };
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return { kind: 'binary' };
    if (isControl(byte)) controls += 1;
  }
  if (controls > head.length * allowedControls) return { kind: 'binary' };
  return { kind: 'text', text: head.toString('utf8') };
}

/** Text in UTF-16 without a mark: of plain text every second byte is zero, and hardly any of the others. */
function wideText(head: Buffer): string | null {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 2;
  if (head.length < 8 || Math.max(even, odd) < most * 0.7 || Math.min(even, odd) > most * 0.02) return null;
  const text = odd > even ? head.toString('utf16le') : swapped(head);
  const controls = head.filter((byte) => byte !== 0 && isControl(byte)).length;
  return controls > most * allowedControls ? null : text;
}

function swapped(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le');
}

function separatorsOutsideQuotes(line: string, separator: string): number {
  let count = 0;
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) count += 1;
  }
  return count;
}

/**
 * Whether text without a telling name is a table: at least three lines, each with the same number of separators (one is enough
 * for semicolon, tab and bar; commas also stand in letters, so they need two).
 */
export function looksLikeTable(text: string): boolean {
  // The last line of the head may be cut off.
  const lines = text.split(/\r?\n/).slice(0, 40);
  const complete = lines.slice(0, -1).filter((line) => line.trim() !== '');
  if (complete.length < 3) return false;
  return [';', '\t', '|', ','].some((separator) => {
    const expected = separatorsOutsideQuotes(complete[0] ?? '', separator);
    if (expected < (separator === ',' ? 2 : 1)) return false;
    return complete.every((line) => separatorsOutsideQuotes(line, separator) === expected);
  });
}
