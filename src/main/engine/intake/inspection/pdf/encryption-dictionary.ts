import type { ByteSource } from '../byte-source.ts';
import { parseDictionary } from './pdf-value.ts';
import type { PdfDictionary } from './pdf-value.ts';

/** A trailer stands behind its cross-reference table: 20 bytes an object, so this is room for 200,000 of them. */
const longestTable = 4 * 1024 * 1024;
/** Trailers, heads of streams and encryption dictionaries are far smaller. */
const longestDictionary = 16 * 1024;
const windowBytes = 1024 * 1024;

/** What says how a PDF is encrypted, and the first part of its id that the check needs. */
export interface PdfEncryption {
  readonly dictionary: PdfDictionary;
  readonly id: Buffer;
}

const textAt = (source: ByteSource, start: number, length: number): string =>
  source.read(start, Math.max(0, Math.min(length, source.size - start))).toString('latin1');

/** Where `words` stand next from `from` on, before `to`; -1 = nowhere. Reads in windows, so that large files cost no memory. */
function find(source: ByteSource, words: string, from: number, to: number): number {
  for (let start = from; start < to; start += windowBytes) {
    const bytes = source.read(start, Math.min(windowBytes + words.length, to - start));
    const at = bytes.indexOf(words, 0, 'latin1');
    if (at !== -1) return start + at;
  }
  return -1;
}

/** A dictionary with an entry for encryption: most files have none, and need not be parsed. */
function encrypted(text: string): PdfDictionary | null {
  return text.includes('/Encrypt') ? parseDictionary(text, 0) : null;
}

/** The trailer of the cross-reference at `at`, where it tells of encryption: behind a table, or the dictionary of a cross-reference stream. */
function trailerAt(source: ByteSource, at: number): PdfDictionary | null {
  const head = textAt(source, at, 64);
  if (/^\s*xref\b/.test(head)) {
    const trailer = find(source, 'trailer', at, Math.min(source.size, at + longestTable));
    return trailer === -1 ? null : encrypted(textAt(source, trailer + 'trailer'.length, longestDictionary));
  }
  const opening = /^\s*\d+\s+\d+\s+obj\b/.exec(head)?.[0];
  return opening === undefined ? null : encrypted(textAt(source, at + opening.length, longestDictionary));
}

/** The last version of an object: it is written behind the ones it replaces. */
function objectDictionary(source: ByteSource, object: number, generation: number): PdfDictionary | null {
  const opening = `${object} ${generation} obj`;
  let found: PdfDictionary | null = null;
  for (let at = find(source, opening, 0, source.size); at !== -1; at = find(source, opening, at + 1, source.size)) {
    // 12 0 obj ends like 2 0 obj.
    const isOther = at > 0 && /\d/.test(textAt(source, at - 1, 1));
    if (!isOther) found = parseDictionary(textAt(source, at + opening.length, longestDictionary), 0) ?? found;
  }
  return found;
}

/**
 * How a PDF is encrypted, by the trailer that `startxref` names (ISO 32000-1, 7.5.5 and 7.6.1); null = it is not, or what
 * stands there can't be read. `start` = where the file's `%PDF-` stands: offsets may count from there.
 */
export function findEncryption(source: ByteSource, startxref: number, start: number): PdfEncryption | null {
  const trailer = trailerAt(source, startxref) ?? (start > 0 ? trailerAt(source, startxref + start) : null);
  const encrypt = trailer?.get('Encrypt');
  const dictionary =
    encrypt?.kind === 'dictionary'
      ? encrypt.entries
      : encrypt?.kind === 'reference'
        ? objectDictionary(source, encrypt.object, encrypt.generation)
        : null;
  if (dictionary === null) return null;
  const ids = trailer?.get('ID');
  const first = ids?.kind === 'array' ? ids.values[0] : undefined;
  return { dictionary, id: first?.kind === 'string' ? first.bytes : Buffer.alloc(0) };
}
