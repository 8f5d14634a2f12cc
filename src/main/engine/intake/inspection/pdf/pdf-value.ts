/** A value as it stands in a PDF file, as far as trailers and encryption dictionaries need it (ISO 32000-1, 7.3). */
export type PdfValue =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'string'; readonly bytes: Buffer }
  | { readonly kind: 'reference'; readonly object: number; readonly generation: number }
  | { readonly kind: 'array'; readonly values: readonly PdfValue[] }
  | { readonly kind: 'dictionary'; readonly entries: PdfDictionary }
  | { readonly kind: 'word'; readonly word: string };

/** Entries by key, without the slash. */
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** Nothing that is meant is nested deeper. */
const maxDepth = 12;
const blanks = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const reference = /(\d+)[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+R(?![A-Za-z])/y;
const name = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const word = /[A-Za-z'"][A-Za-z0-9*'"]*/y;
const hexString = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y;
const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The dictionary that begins at `at` of `text` (one character a byte), after blanks; null where there is none that can be read. */
export function parseDictionary(text: string, at: number): PdfDictionary | null {
  const read = parsePdfValue(text, at)?.value;
  return read?.kind === 'dictionary' ? read.entries : null;
}

/**
 * The value that begins at `at` of `text` (one character a byte), after blanks, and the place behind it; null where there is none
 * that can be read. Operators of a content stream are read as words.
 */
export function parsePdfValue(text: string, at: number): { readonly value: PdfValue; readonly end: number } | null {
  let place = at;

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    if (found !== null) place = pattern.lastIndex;
    return found;
  }

  function literal(): Buffer | null {
    let depth = 1;
    let value = '';
    for (place += 1; place < text.length; place += 1) {
      const letter = text.charAt(place);
      if (letter === '\\') value += escape();
      else {
        if (letter === '(') depth += 1;
        if (letter === ')') depth -= 1;
        if (depth === 0) {
          place += 1;
          return Buffer.from(value, 'latin1');
        }
        value += letter;
      }
    }
    return null;
  }

  /** What the backslash at `place` stands for; leaves `place` on its last character. */
  function escape(): string {
    const octal = /^[0-7]{1,3}/.exec(text.slice(place + 1, place + 4))?.[0];
    if (octal !== undefined) {
      place += octal.length;
      return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    }
    place += 1;
    const letter = text.charAt(place);
    if (letter === '\r' && text.charAt(place + 1) === '\n') place += 1;
    return letter === '\r' || letter === '\n' ? '' : (escaped[letter] ?? letter);
  }

  function value(depth: number): PdfValue | null {
    if (depth > maxDepth) return null;
    match(blanks);
    if (text.startsWith('<<', place)) return dictionary(depth + 1);
    if (text[place] === '[') return array(depth + 1);
    if (text[place] === '(') {
      const bytes = literal();
      return bytes === null ? null : { kind: 'string', bytes };
    }
    const hex = match(hexString)?.[1]?.replace(/[\0\s]/g, '');
    if (hex !== undefined) return { kind: 'string', bytes: Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex') };
    const named = match(name)?.[1];
    if (named !== undefined) return { kind: 'name', name: named };
    const referred = match(reference);
    if (referred !== null) return { kind: 'reference', object: Number(referred[1]), generation: Number(referred[2]) };
    const digits = match(number)?.[0];
    if (digits !== undefined) return { kind: 'number', number: Number(digits) };
    const letters = match(word)?.[0];
    return letters === undefined ? null : { kind: 'word', word: letters };
  }

  function array(depth: number): PdfValue | null {
    const values: PdfValue[] = [];
    place += 1;
    for (match(blanks); text[place] !== ']'; match(blanks)) {
      const next = value(depth);
      if (next === null) return null;
      values.push(next);
    }
    place += 1;
    return { kind: 'array', values };
  }

  function dictionary(depth: number): Extract<PdfValue, { kind: 'dictionary' }> | null {
    const entries = new Map<string, PdfValue>();
    place += 2;
    for (match(blanks); !text.startsWith('>>', place); match(blanks)) {
      const key = match(name)?.[1];
      const next = key === undefined ? null : value(depth);
      if (key === undefined || next === null) return null;
      entries.set(key, next);
    }
    place += 2;
    return { kind: 'dictionary', entries };
  }

  const read = value(0);
  return read === null ? null : { value: read, end: place };
}
