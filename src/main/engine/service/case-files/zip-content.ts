import { crc32, createInflateRaw } from 'node:zlib';
import type { ByteReader } from './byte-reader.ts';
import { brokenArchive } from './packed-file.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** What was found out about an entry by reading it. */
export interface ReadContent {
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
}

/** Most bytes handled at once. */
const piece = 64 * 1024;
/** A data descriptor with 64-bit sizes and its signature, and the signature that follows it. */
const maxDescriptorBytes = 24 + 4;
const descriptorStart = Buffer.from('PK\x07\x08', 'latin1');

async function* bounded(reader: ByteReader, count: number): AsyncGenerator<Buffer> {
  for (let left = count; left > 0;) {
    const held = await reader.peek(1);
    if (held.length === 0) throw brokenArchive('archive-cut', 'an entry ends too early');
    const taken = reader.take(Math.min(left, piece, held.length));
    left -= taken.length;
    yield taken;
  }
}

/**
 * Length of the data descriptor at the beginning of what is at hand that tells exactly this content; null: there is none. Its
 * signature is optional, its sizes have 32 or 64 bits (APPNOTE 4.3.9): only what fits, with a record behind it, is one.
 */
function descriptorLength(held: Buffer, content: ReadContent): number | null {
  for (const start of held.subarray(0, 4).equals(descriptorStart) ? [4, 0] : [0]) {
    for (const width of [4, 8]) {
      const end = start + 4 + 2 * width;
      if (end + 4 > held.length || held.toString('latin1', end, end + 2) !== 'PK') continue;
      const sizeAt = (at: number): number => (width === 4 ? held.readUInt32LE(at) : Number(held.readBigUInt64LE(at)));
      if (held.readUInt32LE(start) !== content.crc) continue;
      if (sizeAt(start + 4) === content.packedSize && sizeAt(start + 4 + width) === content.size) return end;
    }
  }
  return null;
}

/** Yields stored bytes of a known number. */
export async function* storedContent(reader: ByteReader, size: number): AsyncGenerator<Buffer, ReadContent> {
  let crc = 0;
  for await (const bytes of bounded(reader, size)) {
    crc = crc32(bytes, crc);
    yield bytes;
  }
  return { crc, packedSize: size, size };
}

/** Yields stored bytes whose number only the descriptor behind them tells; what looks like one but doesn't fit is content. */
export async function* storedUntilDescriptor(reader: ByteReader): AsyncGenerator<Buffer, ReadContent> {
  let crc = 0;
  let size = 0;
  for (;;) {
    const held = await reader.peek(maxDescriptorBytes);
    const at = held.indexOf(descriptorStart);
    if (at === 0) {
      const length = descriptorLength(held, { crc, packedSize: size, size });
      if (length !== null) {
        reader.take(length);
        return { crc, packedSize: size, size };
      }
    }
    if (held.length < maxDescriptorBytes) throw brokenArchive('archive-cut', 'an entry ends too early');
    const count = at === 0 ? 1 : at > 0 ? at : held.length - descriptorStart.length + 1;
    const bytes = reader.take(count);
    crc = crc32(bytes, crc);
    size += bytes.length;
    yield bytes;
  }
}

/** Takes the data descriptor behind an entry. */
export async function takeDescriptor(reader: ByteReader, content: ReadContent): Promise<void> {
  const held = await reader.peek(maxDescriptorBytes);
  const length = descriptorLength(held, content);
  if (length !== null) reader.take(length);
  else if (held.length < maxDescriptorBytes) throw brokenArchive('archive-cut', 'an entry ends too early');
  else throw brokenArchive('archive-broken', 'an entry is not what it says');
}

/** Yields inflated bytes; `packedSize` is null where only the end of the deflated data itself tells it. */
export async function* inflatedContent(
  reader: ByteReader,
  packedSize: number | null,
): AsyncGenerator<Buffer, ReadContent> {
  const inflater = createInflateRaw({ chunkSize: piece });
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      over = true;
      resolve();
    };
    inflater.once('end', end).once('error', end).once('close', end);
  });
  const isOver = (): boolean => over;
  /** Bytes that were given to the inflater and taken from the reader; it may not want all of the last ones. */
  let given = 0;
  const feed = async (): Promise<void> => {
    while (!isOver()) {
      const held = await reader.peek(1);
      const rest = packedSize === null ? held.length : Math.min(held.length, packedSize - given);
      if (isOver()) return;
      if (rest === 0) {
        inflater.end();
        return;
      }
      const bytes = held.subarray(0, Math.min(rest, piece));
      await Promise.race([new Promise<void>((resolve) => inflater.write(bytes, () => resolve())), ended]);
      // Only what it used is taken; the rest belongs to what follows in the archive.
      reader.take(inflater.bytesWritten - given);
      given = inflater.bytesWritten;
    }
  };
  const feeding = feed().catch((error: unknown) => {
    inflater.destroy(error instanceof Error ? error : new Error('not readable'));
  });
  let crc = 0;
  let size = 0;
  try {
    for await (const bytes of inflater) {
      if (!Buffer.isBuffer(bytes)) continue;
      crc = crc32(bytes, crc);
      size += bytes.length;
      yield bytes;
    }
    await feeding;
  } catch (error) {
    throw await faultOfInflating(error, reader);
  } finally {
    inflater.destroy();
  }
  if (packedSize !== null && given !== packedSize) throw brokenArchive('archive-broken', 'an entry is too long');
  return { crc, packedSize: given, size };
}

async function faultOfInflating(error: unknown, reader: ByteReader): Promise<unknown> {
  const code = codeOf(error);
  if (!code.startsWith('Z_')) return error;
  const cut = code === 'Z_BUF_ERROR' && (await reader.peek(1)).length === 0;
  return brokenArchive(cut ? 'archive-cut' : 'archive-broken', code);
}
