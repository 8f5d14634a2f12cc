import { createHash, hash as hashAtOnce, randomUUID } from 'node:crypto';
import { closeSync, createReadStream, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { countStream, writeStreamToFile } from './stream-to-file.ts';

/** Files above this many bytes are never held in memory as a whole. */
const smallFileBytes = 1024 * 1024;

type Place =
  | { readonly kind: 'memory'; readonly bytes: Buffer }
  | { readonly kind: 'spool'; readonly offset: number }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'discarded' };

/** One uploaded file. `wireName` is the X-Hy-Filename header as it came, `name` what it means. */
export interface StoredFile {
  readonly id: string;
  readonly contentType: string;
  readonly wireName: string | null;
  readonly name: string | null;
  /** bytes */
  readonly size: number;
  readonly place: Place;
}

/** What an upload says about itself; `length` in bytes, null where it doesn't say. */
export interface Upload {
  readonly contentType: string;
  readonly wireName: string | null;
  readonly name: string | null;
  readonly length: number | null;
}

/** The bytes of all uploaded files: small ones in memory up to a budget and then in one spool file, large ones each in a file. */
export interface FileStore {
  /** Takes the bytes of a request; null where the client went away before the end. */
  receive(stream: Readable, upload: Upload): Promise<StoredFile | null>;
  get(id: string): StoredFile | undefined;
  /** Drops an empty file. */
  forget(file: StoredFile): void;
  all(): IterableIterator<StoredFile>;
  /** The whole of a small file; null for a large one. */
  bytes(file: StoredFile): Buffer | null;
  /** Bytes to send or to read in pieces. */
  open(file: StoredFile): Buffer | Readable;
  /** SHA-256, lower-case hex. */
  sha256(file: StoredFile): Promise<string>;
  /** Removes what is on disk. */
  close(): void;
}

/** Collects a stream up to the size of a small file; answers what came, and whether the stream goes on. */
function collect(stream: Readable): Promise<{ chunks: Buffer[]; size: number; end: 'whole' | 'more' | 'broken' }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    function finish(end: 'whole' | 'more' | 'broken'): void {
      stream.off('data', onData);
      stream.off('end', onEnd);
      stream.off('error', onBroken);
      stream.off('close', onBroken);
      resolve({ chunks, size, end });
    }
    function onData(chunk: Buffer): void {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= smallFileBytes) return;
      stream.pause();
      finish('more');
    }
    function onEnd(): void {
      finish('whole');
    }
    function onBroken(): void {
      finish('broken');
    }
    stream.on('data', onData);
    stream.on('end', onEnd);
    stream.on('error', onBroken);
    stream.on('close', onBroken);
  });
}

/**
 * Creates a file store; `memoryBytes` is the budget for small files, beyond it they go to the spool. With `discardLarge` the bytes of
 * large files that say their length are counted and not kept: they read as empty.
 */
export function createFileStore(memoryBytes: number, discardLarge: boolean): FileStore {
  const files = new Map<string, StoredFile>();
  const sums = new Map<string, string>();
  let folder: string | null = null;
  let spool: number | null = null;
  let spoolEnd = 0;
  let inMemory = 0;

  function folderPath(): string {
    folder ??= mkdtempSync(join(tmpdir(), 'mailroom-practice-'));
    return folder;
  }

  function placeSmall(bytes: Buffer): Place {
    if (inMemory + bytes.length <= memoryBytes) {
      inMemory += bytes.length;
      return { kind: 'memory', bytes };
    }
    spool ??= openSync(join(folderPath(), 'spool'), 'w+');
    const offset = spoolEnd;
    for (let done = 0; done < bytes.length;) done += writeSync(spool, bytes, done, bytes.length - done, offset + done);
    spoolEnd += bytes.length;
    return { kind: 'spool', offset };
  }

  function keep(upload: Upload, size: number, place: Place): StoredFile {
    const { contentType, wireName, name } = upload;
    const file = { id: randomUUID(), contentType, wireName, name, size, place };
    files.set(file.id, file);
    return file;
  }

  function bytesOf(file: StoredFile): Buffer | null {
    if (file.place.kind === 'memory') return file.place.bytes;
    if (file.place.kind !== 'spool' || spool === null) return null;
    const bytes = Buffer.allocUnsafe(file.size);
    for (let done = 0; done < file.size;) {
      done += readSync(spool, bytes, done, file.size - done, file.place.offset + done);
    }
    return bytes;
  }

  function openFile(file: StoredFile): Buffer | Readable {
    if (file.place.kind === 'file') return createReadStream(file.place.path, { highWaterMark: smallFileBytes });
    return bytesOf(file) ?? Buffer.alloc(0);
  }

  return {
    async receive(stream, upload) {
      const large = upload.length !== null && upload.length > smallFileBytes;
      if (large && discardLarge) {
        const size = await countStream(stream);
        return size === null ? null : keep(upload, size, { kind: 'discarded' });
      }
      const first = large ? { chunks: [], size: 0, end: 'more' as const } : await collect(stream);
      if (first.end === 'broken') return null;
      if (first.end === 'whole') return keep(upload, first.size, placeSmall(Buffer.concat(first.chunks, first.size)));
      const path = join(folderPath(), randomUUID());
      const size = await writeStreamToFile(stream, first.chunks, path);
      if (size !== null) return keep(upload, size, { kind: 'file', path });
      rmSync(path, { force: true });
      return null;
    },
    get: (id) => files.get(id),
    forget: ({ id }) => void files.delete(id),
    all: () => files.values(),
    bytes: bytesOf,
    open: openFile,
    async sha256(file) {
      const known = sums.get(file.id);
      if (known !== undefined) return known;
      const content = openFile(file);
      let sum: string;
      if (Buffer.isBuffer(content)) {
        sum = hashAtOnce('sha256', content);
      } else {
        const running = createHash('sha256');
        for await (const chunk of content) running.update(Buffer.from(chunk));
        sum = running.digest('hex');
      }
      sums.set(file.id, sum);
      return sum;
    },
    close() {
      if (spool !== null) closeSync(spool);
      spool = null;
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      folder = null;
    },
  };
}
