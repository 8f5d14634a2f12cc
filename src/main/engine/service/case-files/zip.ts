import { createByteReader } from './byte-reader.ts';
import type { ByteReader } from './byte-reader.ts';
import { brokenArchive } from './packed-file.ts';
import type { PackedFile } from './packed-file.ts';
import { inflatedContent, storedContent, storedUntilDescriptor, takeDescriptor } from './zip-content.ts';
import type { ReadContent } from './zip-content.ts';
import { readCentralEntry, readEnd, readLocalHeader, signature } from './zip-records.ts';
import type { CentralEntry, EntryHeader } from './zip-records.ts';

/** Bits of an entry's flags (APPNOTE 4.4.4). */
const encrypted = 0x0001;
const sizesFollow = 0x0008;
const patched = 0x0020;
const strongEncryption = 0x0040;
const maskedHeaders = 0x2000;
const stored = 0;
const deflated = 8;
/** File type bits of Unix for a symbolic link. */
const symbolicLink = 0xa;

interface SeenEntry extends ReadContent {
  readonly header: EntryHeader;
  readonly offset: number;
}

function refuseUnsupported({ flags, method }: EntryHeader): void {
  if ((flags & (encrypted | patched | strongEncryption | maskedHeaders)) !== 0) {
    throw brokenArchive('archive-unsupported', 'an entry is encrypted');
  }
  if (method !== stored && method !== deflated) throw brokenArchive('archive-unsupported', `method ${method}`);
}

async function* contentOf(reader: ByteReader, header: EntryHeader): AsyncGenerator<Buffer, ReadContent> {
  const { flags, method, packedSize, size, crc } = header;
  if ((flags & sizesFollow) === 0) {
    if (method === stored && packedSize !== size) throw brokenArchive('archive-broken', 'two sizes of one entry');
    const found = yield* method === stored ? storedContent(reader, size) : inflatedContent(reader, packedSize);
    if (found.crc !== crc || found.size !== size) throw brokenArchive('archive-broken', 'an entry is not what it says');
    return found;
  }
  if (method === stored) return yield* storedUntilDescriptor(reader);
  const found = yield* inflatedContent(reader, null);
  await takeDescriptor(reader, found);
  return found;
}

function sameEntry(central: CentralEntry, seen: SeenEntry | undefined): boolean {
  return (
    seen !== undefined &&
    central.offset === seen.offset &&
    central.rawName.equals(seen.header.rawName) &&
    central.name === seen.header.name &&
    central.method === seen.header.method &&
    central.crc === seen.crc &&
    central.size === seen.size &&
    central.packedSize === seen.packedSize
  );
}

/**
 * Reads the central directory behind the entries and compares it with what was read: an archive that says two things is broken,
 * and one that holds links too.
 */
async function checkDirectory(reader: ByteReader, seen: readonly SeenEntry[]): Promise<void> {
  const offset = reader.position();
  const byOffset = new Map(seen.map((entry) => [entry.offset, entry]));
  let entries = 0;
  for (;;) {
    const held = await reader.peek(4);
    if (held.length < 4) throw brokenArchive('archive-cut', 'its directory is missing');
    if (held.readUInt32LE(0) !== signature.central) break;
    const central = await readCentralEntry(reader);
    if (!sameEntry(central, byOffset.get(central.offset))) {
      throw brokenArchive('archive-broken', 'its directory lists something else');
    }
    byOffset.delete(central.offset);
    if (central.kind === symbolicLink) throw brokenArchive('archive-broken', 'an entry is a link');
    entries += 1;
  }
  const end = await readEnd(reader);
  if (entries !== seen.length || end.entries !== entries || end.offset !== offset) {
    throw brokenArchive('archive-broken', 'its end tells of another archive');
  }
}

/**
 * Unpacks a ZIP archive while it streams (PKWARE APPNOTE; stored and deflated entries, data descriptors, 64-bit sizes). The
 * directory comes last, so that an entry is trusted only once the generator has ended: until then the archive may still turn out
 * cut or broken, which is thrown. Folders are left out.
 */
export async function* unpackZip(body: AsyncIterable<Uint8Array>): AsyncGenerator<PackedFile> {
  const reader = createByteReader(body);
  const seen: SeenEntry[] = [];
  try {
    for (;;) {
      const held = await reader.peek(4);
      if (held.length < 4) throw brokenArchive('archive-cut', 'its directory is missing');
      if (held.readUInt32LE(0) !== signature.local) break;
      const offset = reader.position();
      const header = await readLocalHeader(reader);
      refuseUnsupported(header);
      const found: { content: ReadContent | null } = { content: null };
      const content = async function* (): AsyncGenerator<Buffer> {
        found.content = yield* contentOf(reader, header);
      };
      if (/[/\\]$/.test(header.name)) {
        for await (const bytes of content()) {
          if (bytes.length > 0) throw brokenArchive('archive-broken', 'a folder with content');
        }
      } else yield { name: header.name, mediaType: null, body: content() };
      if (found.content === null) throw new Error('a file of the archive was not read to its end');
      seen.push({ header, offset, ...found.content });
    }
    await checkDirectory(reader, seen);
  } finally {
    await reader.close();
  }
}
