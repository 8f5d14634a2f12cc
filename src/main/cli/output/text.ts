import { escapeInLine } from '../../host/escape-unseen.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function wide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60)
  );
}

/** Signs that are drawn as pictures: by themselves, or because what follows says so. */
const picture = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u;

/** Letters and signs of Latin alphabets, each one column: nearly all that is ever measured. */
const plain = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u017f]*$/;

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += picture.test(segment) || wide(segment.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return width;
}

/** A text of one line in which what a terminal would act on is escaped: a file name must not move the cursor or turn the line around. */
export function safeText(text: string): string {
  return escapeInLine(text.normalize('NFC'));
}

/** A name cut in the middle to at most `columns`, keeping its last word and extension. */
export function fitName(name: string, columns: number): string {
  const safe = safeText(name);
  if (widthOf(safe) <= columns) return safe;
  if (columns < 2) return columns === 1 ? '…' : '';
  const parts = [...graphemes.segment(safe)].map(({ segment }) => segment);
  const tailLength = Math.min(Math.ceil((columns - 1) * 0.45), columns - 1);
  let tail = '';
  let head = '';
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const next = (parts[index] ?? '') + tail;
    if (widthOf(next) > tailLength) break;
    tail = next;
  }
  const headLength = columns - 1 - widthOf(tail);
  for (const part of parts) {
    if (widthOf(head + part) > headLength) break;
    head += part;
  }
  return `${head}…${tail}`;
}

/** A text cut at its end to at most `columns`. */
export function fitEnd(text: string, columns: number): string {
  const safe = safeText(text);
  if (widthOf(safe) <= columns) return safe;
  let cut = '';
  for (const { segment } of graphemes.segment(safe)) {
    if (widthOf(cut + segment) > columns - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** Fills a text with blanks up to `columns`. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** Breaks a text into lines of at most `columns` at blanks; words that are longer are cut. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of safeText(text).split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= columns) line = joined;
    else {
      if (line !== '') lines.push(line);
      line = widthOf(word) <= columns ? word : fitName(word, columns);
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

/** Bytes in words, decimal: 950 B, 12 KB, 3.4 MB. */
export function bytesInWords(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : value.toFixed(0)} ${units[unit] ?? ''}`;
}

/** Seconds in words: 4 s, 2 min, 3 h. */
export function secondsInWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** A text with a capital at its beginning, such as for a heading. */
export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
