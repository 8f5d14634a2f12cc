import type { ByteSource } from '../judging/byte-source.ts';
import { findFirst, findLast, textAt } from '../judging/byte-search.ts';
import { parseDictionary, parsePdfValue } from './pdf-value.ts';
import type { PdfDictionary, PdfValue } from './pdf-value.ts';

/** A trailer stands behind its cross-reference table: 20 bytes an object, so this is room for 200,000 of them. */
const maxTableBytes = 4 * 1024 * 1024;
/** Trailers, heads of streams and encryption dictionaries are far smaller. */
const maxDictionaryBytes = 16 * 1024;
/** Places that are looked at, of the many in which a file made on purpose has the words that are searched for. */
const maxPlaces = 32;
const key = '/Encrypt';

/** What says how a PDF is encrypted, and the first part of its id that the check needs. `dictionary` null = it says that it is, and not how. */
export interface PdfEncryption {
  readonly dictionary: PdfDictionary | null;
  readonly id: Buffer;
}

/** What a trailer says: null = it is none that can be read. */
function trailerAt(source: ByteSource, at: number): PdfDictionary | null {
  const head = textAt(source, at, 64);
  if (/^\s*xref\b/.test(head)) {
    const trailer = findFirst(source, 'trailer', at, Math.min(source.size, at + maxTableBytes));
    return trailer === -1 ? null : parseDictionary(textAt(source, trailer + 'trailer'.length, maxDictionaryBytes), 0);
  }
  const opening = /^\s*\d+\s+\d+\s+obj\b/.exec(head)?.[0];
  return opening === undefined ? null : parseDictionary(textAt(source, at + opening.length, maxDictionaryBytes), 0);
}

/** Whether a cross-reference stands where `startxref` says; offsets may count from the file's `%PDF-`, at `start`. */
export function isReference(source: ByteSource, startxref: number, start: number): boolean {
  return [startxref, startxref + start].some((at) => /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(textAt(source, at, 64)));
}

/** The last version of an object, which is written behind the ones it replaces. */
function objectDictionary(source: ByteSource, object: number, generation: number): PdfDictionary | null {
  const opening = `${object} ${generation} obj`;
  let to = source.size;
  for (let place = 0; place < maxPlaces; place += 1) {
    const at = findLast(source, opening, 0, to);
    if (at === -1) return null;
    // 12 0 obj ends like 2 0 obj.
    const isOther = at > 0 && /\d/.test(textAt(source, at - 1, 1));
    const found = isOther ? null : parseDictionary(textAt(source, at + opening.length, maxDictionaryBytes), 0);
    if (found !== null) return found;
    to = at + opening.length - 1;
  }
  return null;
}

function encryptionOf(source: ByteSource, encrypt: PdfValue, trailer: PdfDictionary | null): PdfEncryption {
  const dictionary =
    encrypt.kind === 'dictionary'
      ? encrypt.entries
      : encrypt.kind === 'reference'
        ? objectDictionary(source, encrypt.object, encrypt.generation)
        : null;
  const ids = trailer?.get('ID');
  const first = ids?.kind === 'array' ? ids.values[0] : undefined;
  return { dictionary, id: first?.kind === 'string' ? first.bytes : Buffer.alloc(0) };
}

/** The dictionary that a place stands in: a trailer's, or that of a cross-reference stream. */
function dictionaryAround(source: ByteSource, at: number): PdfDictionary | null {
  const start = Math.max(0, at - maxDictionaryBytes);
  const before = textAt(source, start, at - start);
  const opening = Math.max(
    before.lastIndexOf('trailer') + 'trailer'.length,
    before.lastIndexOf(' obj') + ' obj'.length,
  );
  return parseDictionary(before.slice(opening) + textAt(source, at, maxDictionaryBytes), 0);
}

/** What any trailer of the file says, where `startxref` leads to none: readers look for it in the same way. */
function searchedEncryption(source: ByteSource): PdfEncryption | null {
  let to = source.size;
  for (let place = 0; place < maxPlaces; place += 1) {
    const at = findLast(source, key, 0, to);
    if (at === -1) return null;
    const value = parsePdfValue(textAt(source, at + key.length, maxDictionaryBytes), 0)?.value;
    // /EncryptMetadata is another word.
    if (value !== undefined && (value.kind === 'reference' || value.kind === 'dictionary')) {
      const found = encryptionOf(source, value, dictionaryAround(source, at));
      if (found.dictionary?.has('Filter') === true) return found;
    }
    to = at + key.length - 1;
  }
  return null;
}

/**
 * How a PDF is encrypted, by the trailer that `startxref` names (ISO 32000-1, 7.5.5 and 7.6.1), or where that leads nowhere by any
 * that is there; null = it is not. `start` = where the file's `%PDF-` stands: offsets may count from there.
 */
export function findEncryption(source: ByteSource, startxref: number, start: number): PdfEncryption | null {
  const trailer = trailerAt(source, startxref) ?? (start > 0 ? trailerAt(source, startxref + start) : null);
  if (trailer === null || !(trailer.has('Root') || trailer.has('Encrypt'))) return searchedEncryption(source);
  const encrypt = trailer.get('Encrypt');
  return encrypt === undefined ? null : encryptionOf(source, encrypt, trailer);
}
