import { crc32 } from 'node:zlib';
import type { ByteReader } from './byte-reader.ts';
import { brokenArchive } from './packed-file.ts';

/** Signatures of the records of a ZIP file (PKWARE APPNOTE 4.3), little endian. */
export const signature = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  end: 0x06054b50,
} as const;

/** What both the local and the central header of an entry say. Sizes in bytes. */
export interface EntryHeader {
  readonly rawName: Buffer;
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
}

/** An entry of the central directory: where its local header is, and what kind of thing it was on its file system. */
export interface CentralEntry extends EntryHeader {
  readonly offset: number;
  /** File type bits of Unix (0 where the maker was none). */
  readonly kind: number;
}

const unknown32 = 0xffffffff;
/** Makers whose upper attribute bits are a Unix mode: Unix and macOS (APPNOTE 4.4.2). */
const unixMakers = new Set([3, 19]);

/** Upper half of IBM code page 437, which names without a sign of UTF-8 are in (APPNOTE, appendix D). */
const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function extraFields(extra: Buffer): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= extra.length;) {
    const size = extra.readUInt16LE(at + 2);
    if (!found.has(extra.readUInt16LE(at))) found.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return found;
}

function decodeName(raw: Buffer, extras: ReadonlyMap<number, Buffer>): string {
  // The Unicode name of Info-ZIP counts only where it belongs to this very name.
  const unicode = extras.get(0x7075);
  if (unicode !== undefined && unicode.length > 5 && unicode.readUInt32LE(1) === crc32(raw)) {
    return unicode.subarray(5).toString('utf8');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return Array.from(raw, (byte) => (byte < 128 ? String.fromCharCode(byte) : (upper437[byte - 128] ?? '_'))).join('');
  }
}

function size64(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw brokenArchive('archive-broken', 'a size is missing');
  const size = bytes.readBigUInt64LE(at);
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw brokenArchive('archive-broken', 'a size is impossible');
  return Number(size);
}

/** Fills the sizes that stand in the extra field because they need more than 32 bits (APPNOTE 4.5.3), in their fixed order. */
function wide(extras: ReadonlyMap<number, Buffer>, narrow: readonly number[]): readonly number[] {
  const field = extras.get(1);
  let at = 0;
  return narrow.map((value) => {
    if (value !== unknown32 || field === undefined) return value;
    at += 8;
    return size64(field, at - 8);
  });
}

/** Reads a local header, its signature included. */
export async function readLocalHeader(reader: ByteReader): Promise<EntryHeader> {
  const fixed = await reader.exactly(30);
  const rawName = await reader.exactly(fixed.readUInt16LE(26));
  const extras = extraFields(await reader.exactly(fixed.readUInt16LE(28)));
  const [size = 0, packedSize = 0] = wide(extras, [fixed.readUInt32LE(22), fixed.readUInt32LE(18)]);
  return {
    rawName: Buffer.from(rawName),
    name: decodeName(rawName, extras),
    flags: fixed.readUInt16LE(6),
    method: fixed.readUInt16LE(8),
    crc: fixed.readUInt32LE(14),
    packedSize,
    size,
  };
}

/** Reads an entry of the central directory, its signature included. */
export async function readCentralEntry(reader: ByteReader): Promise<CentralEntry> {
  const fixed = await reader.exactly(46);
  const rawName = await reader.exactly(fixed.readUInt16LE(28));
  const extras = extraFields(await reader.exactly(fixed.readUInt16LE(30)));
  await reader.exactly(fixed.readUInt16LE(32));
  const narrow = [fixed.readUInt32LE(24), fixed.readUInt32LE(20), fixed.readUInt32LE(42)];
  const [size = 0, packedSize = 0, offset = 0] = wide(extras, narrow);
  return {
    rawName: Buffer.from(rawName),
    name: decodeName(rawName, extras),
    flags: fixed.readUInt16LE(8),
    method: fixed.readUInt16LE(10),
    crc: fixed.readUInt32LE(16),
    packedSize,
    size,
    offset,
    kind: unixMakers.has(fixed.readUInt8(5)) ? fixed.readUInt32LE(38) >>> 28 : 0,
  };
}

/** What the end of a ZIP file says: number of entries, and where the central directory begins. */
export interface EndRecord {
  readonly entries: number;
  readonly offset: number;
}

/** Reads the end of the archive: the record for large archives and its locator where there are, the end record, its comment. */
export async function readEnd(reader: ByteReader): Promise<EndRecord> {
  let large: EndRecord | null = null;
  if ((await reader.peek(4)).length >= 4 && (await reader.peek(4)).readUInt32LE(0) === signature.zip64End) {
    const head = await reader.exactly(12);
    const rest = size64(head, 4);
    if (rest < 44 || rest > 65_536) throw brokenArchive('archive-broken', 'its end has an impossible size');
    const record = await reader.exactly(rest);
    large = { entries: size64(record, 20), offset: size64(record, 36) };
    const locator = await reader.exactly(20);
    if (locator.readUInt32LE(0) !== signature.zip64Locator) throw brokenArchive('archive-broken', 'no locator');
  }
  const fixed = await reader.exactly(22);
  if (fixed.readUInt32LE(0) !== signature.end) throw brokenArchive('archive-broken', 'no end record');
  await reader.exactly(fixed.readUInt16LE(20));
  if ((await reader.peek(1)).length > 0) throw brokenArchive('archive-broken', 'something follows its end');
  const entries = fixed.readUInt16LE(10);
  const offset = fixed.readUInt32LE(16);
  return {
    entries: entries === 0xffff && large !== null ? large.entries : entries,
    offset: offset === unknown32 && large !== null ? large.offset : offset,
  };
}
