import { createByteReader } from './byte-reader.ts';
import type { ByteReader } from './byte-reader.ts';
import { brokenArchive } from './packed-file.ts';
import type { PackedFile } from './packed-file.ts';
import { parametersOf, readPartHeader } from './part-headers.ts';

/** Longest header of one part, bytes. */
const maxHeaderBytes = 64 * 1024;
/** Blanks that may follow a delimiter on its line, bytes. */
const maxPaddingBytes = 256;
const lineEnd = Buffer.from('\r\n');
const headerEnd = Buffer.from('\r\n\r\n');

/** The boundary of a multipart media type; null where there is none that can be used (RFC 2046, 5.1.1). */
export function boundaryOf(mediaType: string): string | null {
  const boundary = parametersOf(mediaType).get('boundary') ?? '';
  return /^[\x20-\x7e]{0,69}[\x21-\x7e]$/.test(boundary) ? boundary : null;
}

/** What follows the delimiter at the beginning of what is at hand: its length in all and whether it is the last; null: it is content. */
function delimiterHere(held: Buffer, length: number): { readonly length: number; readonly last: boolean } | null {
  const rest = held.subarray(length, length + maxPaddingBytes).toString('latin1');
  if (rest.startsWith('--')) return { length: length + 2, last: true };
  const padded = /^[ \t]*\r\n/.exec(rest);
  return padded === null ? null : { length: length + padded[0].length, last: false };
}

/** Yields content up to the next delimiter, which it takes; answers whether it was the last. */
async function* untilDelimiter(reader: ByteReader, delimiter: Buffer): AsyncGenerator<Buffer, boolean> {
  for (;;) {
    const held = await reader.peek(delimiter.length + maxPaddingBytes);
    const at = held.indexOf(delimiter);
    if (at === 0) {
      const found = delimiterHere(held, delimiter.length);
      if (found !== null) {
        reader.take(found.length);
        return found.last;
      }
      yield reader.take(1);
    } else if (at > 0) yield reader.take(at);
    else if (held.length >= delimiter.length) yield reader.take(held.length - delimiter.length + 1);
    else throw brokenArchive('archive-cut', 'the last part has no end');
  }
}

/** Takes the header of a part; the line end of the empty line behind it stays. */
async function readHeader(reader: ByteReader): Promise<Buffer> {
  if ((await reader.peek(2)).subarray(0, 2).equals(lineEnd)) return Buffer.alloc(0);
  let asked = 1024;
  for (;;) {
    const held = await reader.peek(asked);
    const at = held.indexOf(headerEnd);
    if (at > maxHeaderBytes || (at < 0 && held.length > maxHeaderBytes)) {
      throw brokenArchive('archive-broken', 'a header is too long');
    }
    if (at >= 0) return reader.take(at + lineEnd.length);
    if (held.length < asked) throw brokenArchive('archive-cut', 'a header has no end');
    asked = held.length + 1024;
  }
}

/** Unpacks multipart/mixed (RFC 2046, 5.1) while it streams. Throws a broken archive where it is cut or not what it says. */
export async function* unpackMultipart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<PackedFile> {
  // A delimiter begins with the line end before it; the first one may lack it.
  const reader = createByteReader(body, lineEnd);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  try {
    let last = await lastOf(untilDelimiter(reader, delimiter));
    while (!last) {
      const { name, mediaType, encoding } = readPartHeader(await readHeader(reader));
      if (!['binary', '8bit', '7bit'].includes(encoding)) {
        throw brokenArchive('archive-unsupported', `transfer encoding ${encoding.slice(0, 40)}`);
      }
      // A part without content may end with the very line end that its header ends with.
      const held = await reader.peek(delimiter.length + maxPaddingBytes);
      const empty = held.indexOf(delimiter) === 0 && delimiterHere(held, delimiter.length) !== null;
      if (!empty) reader.take(lineEnd.length);
      const end: { last: boolean | null } = { last: null };
      const content = async function* (): AsyncGenerator<Buffer> {
        end.last = yield* untilDelimiter(reader, delimiter);
      };
      yield { name, mediaType, body: content() };
      if (end.last === null) throw new Error('a file of the archive was not read to its end');
      last = end.last;
    }
  } finally {
    await reader.close();
  }
}

/** Runs through what a generator yields, for its answer. */
async function lastOf(parts: AsyncGenerator<Buffer, boolean>): Promise<boolean> {
  for (;;) {
    const next = await parts.next();
    if (next.done === true) return next.value;
  }
}
