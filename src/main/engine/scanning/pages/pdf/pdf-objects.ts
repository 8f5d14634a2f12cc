import { inflateSync } from 'node:zlib';
import { constants } from 'node:zlib';
import { parsePdfValue, type PdfDictionary, type PdfValue } from '../../../intake/inspection/pdf/pdf-value.ts';

/** A stream of a PDF: what is said of it, and its bytes as they lie in the file. */
export interface PdfStream {
  readonly entries: PdfDictionary;
  readonly bytes: Buffer;
}

/** The objects of a PDF, found by looking through the whole file: damaged tables of contents do not matter. */
export interface PdfObjects {
  /** What a value refers to, itself where it refers to nothing; null where that is not there. */
  resolve(value: PdfValue | undefined): PdfValue | null;
  dictionary(value: PdfValue | undefined): PdfDictionary | null;
  stream(value: PdfValue | undefined): PdfStream | null;
  number(value: PdfValue | undefined): number | null;
  name(value: PdfValue | undefined): string | null;
  array(value: PdfValue | undefined): readonly PdfValue[] | null;
  readonly root: PdfDictionary;
}

/** Maximum size of an inflated stream, bytes. */
const maxInflated = 512 * 1024 * 1024;
/** Maximum depth of references to references. */
const maxDepth = 8;

const objectHead = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![A-Za-z])/g;
const streamWord = /[\0\t\n\f\r ]*stream(\r\n|\n|\r)?/y;
const streamEnd = /[\0\t\n\f\r ]*endstream/y;

/** Inflates as much as there is: some writers omit the end of their streams. */
export function inflate(bytes: Buffer): Buffer {
  return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxInflated });
}

interface Placed {
  readonly value: PdfValue;
  readonly stream: { readonly from: number; readonly to: number } | null;
}

/** Where a stream's bytes lie that begins at `at`: by its length where that is told and right, else up to its end mark. */
function streamAt(text: string, at: number, entries: PdfDictionary): { from: number; to: number; end: number } | null {
  streamWord.lastIndex = at;
  if (!streamWord.test(text)) return null;
  const from = streamWord.lastIndex;
  const told = entries.get('Length');
  if (told?.kind === 'number') {
    streamEnd.lastIndex = from + told.number;
    if (streamEnd.test(text)) return { from, to: from + told.number, end: streamEnd.lastIndex };
  }
  const mark = text.indexOf('endstream', from);
  if (mark === -1) return null;
  const last = text.charCodeAt(mark - 1) === 10 && text.charCodeAt(mark - 2) === 13 ? mark - 2 : mark - 1;
  const hasLine = text.charCodeAt(mark - 1) === 10 || text.charCodeAt(mark - 1) === 13;
  return { from, to: hasLine ? last : mark, end: mark + 9 };
}

/** Reads a PDF's objects. Null where it is encrypted or has no pages. Throws where a list of objects is damaged. */
export function readPdfObjects(file: Buffer): PdfObjects | null {
  const text = file.toString('latin1');
  const objects = new Map<number, Placed>();
  const trailers: PdfDictionary[] = [];
  objectHead.lastIndex = 0;
  for (let head = objectHead.exec(text); head !== null; head = objectHead.exec(text)) {
    const read = parsePdfValue(text, objectHead.lastIndex);
    if (read === null) continue;
    const { value } = read;
    const stream = value.kind === 'dictionary' ? streamAt(text, read.end, value.entries) : null;
    objectHead.lastIndex = stream?.end ?? read.end;
    objects.set(Number(head[1]), { value, stream });
    if (value.kind !== 'dictionary' || stream === null) continue;
    const type = value.entries.get('Type');
    if (type?.kind !== 'name') continue;
    if (type.name === 'XRef') trailers.push(value.entries);
    if (type.name === 'ObjStm') unpack(value.entries, file.subarray(stream.from, stream.to));
  }
  for (let at = text.indexOf('trailer'); at !== -1; at = text.indexOf('trailer', at + 7)) {
    const read = parsePdfValue(text, at + 7)?.value;
    if (read?.kind === 'dictionary') trailers.push(read.entries);
  }

  /** Objects that lie together in a compressed stream (ISO 32000-1, 7.5.7). */
  function unpack(entries: PdfDictionary, bytes: Buffer): void {
    const filter = entries.get('Filter');
    const count = entries.get('N');
    const first = entries.get('First');
    if (count?.kind !== 'number' || first?.kind !== 'number') return;
    const packed = (filter === undefined ? bytes : inflate(bytes)).toString('latin1');
    const places = packed.slice(0, first.number).trim().split(/\s+/).map(Number);
    for (let index = 0; index < count.number; index += 1) {
      const [id, offset] = [places[index * 2], places[index * 2 + 1]];
      const value = id === undefined || offset === undefined ? null : parsePdfValue(packed, first.number + offset);
      if (id !== undefined && value !== null) objects.set(id, { value: value.value, stream: null });
    }
  }

  function placed(value: PdfValue | undefined, depth = 0): Placed | null {
    if (value === undefined || depth > maxDepth) return null;
    if (value.kind !== 'reference') return { value, stream: null };
    const found = objects.get(value.object);
    return found?.value.kind === 'reference' ? placed(found.value, depth + 1) : (found ?? null);
  }

  const resolve = (value: PdfValue | undefined): PdfValue | null => placed(value)?.value ?? null;

  function dictionary(value: PdfValue | undefined): PdfDictionary | null {
    const found = resolve(value);
    return found?.kind === 'dictionary' ? found.entries : null;
  }

  if (trailers.some((each) => each.has('Encrypt'))) return null;
  const root = trailers.map((each) => dictionary(each.get('Root'))).findLast((each) => each !== null);
  if (root === undefined) return null;
  return {
    root,
    resolve,
    dictionary,
    stream(value) {
      const found = placed(value);
      if (found?.value.kind !== 'dictionary' || found.stream === null) return null;
      return { entries: found.value.entries, bytes: file.subarray(found.stream.from, found.stream.to) };
    },
    number(value) {
      const found = resolve(value);
      return found?.kind === 'number' ? found.number : null;
    },
    name(value) {
      const found = resolve(value);
      return found?.kind === 'name' ? found.name : null;
    },
    array(value) {
      const found = resolve(value);
      return found?.kind === 'array' ? found.values : null;
    },
  };
}
