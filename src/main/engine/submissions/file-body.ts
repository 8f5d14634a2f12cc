import { close, fstat, open, read, type Stats } from 'node:fs';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failure, fault, success } from '../faults/fault.ts';
import type { UploadBody } from '../service/client.ts';
import type { ByteBudget } from './byte-budget.ts';
import { codeOf } from '../platform/disk/errno.ts';

/** Up to this many bytes a file is read at once (measured: twice as fast as a stream); larger ones stream in chunks. */
const wholeReadBytes = 16 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
/**
 * Buffers that a stream goes round: one is read into, one waits, one is on its way to the socket, and two more that nobody should
 * need. The sender asks for a chunk only once the one before the last has left (`Transport.send`). Fresh memory for each chunk took
 * longer to get than the file to read, and grew by what the collector had not seen yet.
 */
const ringBuffers = 5;
/** Reads into memory at offset 0 of its buffer are three to four times slower than at this offset (measured). */
const bufferOffset = 64;

/** What the file was when it was accepted: bytes, and modification time in ms. */
export interface ExpectedFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
}

/**
 * The bytes of one upload. `broken()` tells what went wrong with the file while it was read; `release` gives back memory and
 * handle. Only where the `answered` request was read to its end is its memory used again: one that was broken off may still be
 * read by a socket.
 */
export interface OpenBody {
  readonly body: UploadBody;
  readonly broken: () => Fault | null;
  readonly release: (answered: boolean) => void;
}

function openFile(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (error, descriptor) => (error === null ? resolve(descriptor) : reject(error)));
  });
}

function statFile(descriptor: number): Promise<Stats> {
  return new Promise((resolve, reject) => {
    fstat(descriptor, (error, stats) => (error === null ? resolve(stats) : reject(error)));
  });
}

function readInto(descriptor: number, buffer: Uint8Array, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, length, position, (error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

function closeFile(descriptor: number): void {
  close(descriptor, () => undefined);
}

/** The fault for what the file system answered: `file-gone`, `file-busy`, `file-unreadable`. */
export function fileFault(error: unknown, name: string): Fault {
  const code = codeOf(error, 'unknown');
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fault('file-gone', { name }, code);
    case 'EBUSY':
    case 'ETXTBSY':
      return fault('file-busy', { name }, code);
    default:
      return fault('file-unreadable', { name }, code);
  }
}

/** Whether a file is still the one that was accepted: same size and modification time. */
export function unchanged(stats: Stats, expected: ExpectedFile): boolean {
  return stats.size === expected.size && Math.trunc(stats.mtimeMs) === Math.trunc(expected.modifiedAt);
}

/** What reading a small file in a thread answers; the kinds of the intake's inspector. */
export type WholeRead =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly release: () => void }
  | { readonly kind: 'changed' }
  | { readonly kind: 'gone' | 'busy' | 'unreadable' | 'not-a-file'; readonly code: string };

/** How uploads come by bytes, and how much memory they may hold. */
export interface BodySource {
  readonly budget: ByteBudget;
  /** Reads a small file whole in a thread of its own: five calls a file would keep the main thread busy. */
  readonly readWhole: (file: ExpectedFile) => Promise<WholeRead>;
}

/**
 * Opens an accepted file for sending. Size and time are compared on the open handle: for a small file
 * once all of it was read, which covers what happened before; for a stream also before its first byte. A difference is the
 * fault `file-changed`, found either here or, for streams, by `broken()`.
 */
export async function openBody(expected: ExpectedFile, name: string, source: BodySource): Promise<Outcome<OpenBody>> {
  if (expected.size <= wholeReadBytes) return wholeBody(expected, name, source);
  let descriptor: number;
  try {
    descriptor = await openFile(expected.path);
  } catch (error) {
    return { ok: false, fault: fileFault(error, name) };
  }
  try {
    if (unchanged(await statFile(descriptor), expected)) return success(streamBody(descriptor, expected, name));
    closeFile(descriptor);
    return failure('file-changed', { name });
  } catch (error) {
    closeFile(descriptor);
    return { ok: false, fault: fileFault(error, name) };
  }
}

async function wholeBody(
  expected: ExpectedFile,
  name: string,
  { budget, readWhole }: BodySource,
): Promise<Outcome<OpenBody>> {
  await budget.take(expected.size);
  const answer = await readWhole(expected);
  if (answer.kind === 'read') {
    const release = (answered: boolean): void => {
      budget.give(expected.size);
      if (answered) answer.release();
    };
    return success({ body: { bytes: answer.bytes }, broken: () => null, release });
  }
  budget.give(expected.size);
  switch (answer.kind) {
    case 'changed':
      return failure('file-changed', { name });
    case 'gone':
      return failure('file-gone', { name }, answer.code);
    case 'busy':
      return failure('file-busy', { name }, answer.code);
    case 'unreadable':
    case 'not-a-file':
      return failure('file-unreadable', { name }, answer.code);
  }
}

function streamBody(descriptor: number, expected: ExpectedFile, name: string): OpenBody {
  let problem: Fault | null = null;

  /** A ring of its own for each try: a socket may still read what an earlier one left. */
  function createReader(): (position: number) => Promise<Uint8Array> {
    const ring: Buffer[] = [];
    let turn = 0;
    return async (position) => {
      const place = turn % ringBuffers;
      turn += 1;
      const memory = (ring[place] ??= Buffer.allocUnsafeSlow(bufferOffset + chunkBytes));
      const length = Math.min(chunkBytes, expected.size - position);
      const buffer = memory.subarray(bufferOffset, bufferOffset + length);
      return buffer.subarray(0, await readInto(descriptor, buffer, length, position));
    };
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    problem = null;
    const readAt = createReader();
    // One chunk is read while the one before is sent.
    let ahead: Promise<Uint8Array> | null = readAt(0);
    try {
      let position = 0;
      while (ahead !== null) {
        const chunk = await ahead;
        position += chunk.length;
        const last = position === expected.size;
        // Compared before the last bytes leave: a request that lacks them can't be taken for a whole file.
        if (chunk.length === 0 || (last && !unchanged(await statFile(descriptor), expected))) {
          problem = fault('file-changed', { name });
          break;
        }
        ahead = last ? null : readAt(position);
        // What fails is told when its turn comes, or not at all where nobody asks for it any more.
        ahead?.catch(() => undefined);
        yield chunk;
      }
    } catch (error) {
      problem = fileFault(error, name);
    }
    if (problem !== null) throw new Error('the file changed while it was sent');
  }

  return {
    body: { stream: chunks, size: expected.size },
    broken: () => problem,
    release: () => closeFile(descriptor),
  };
}

/** Bytes in memory from which on they go in pieces, so that it can be told how many have left; smaller ones go faster in one. */
const countedFrom = 1024 * 1024;
const pieceBytes = 256 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

/**
 * The body, telling how many of its bytes have left: `left` is called with the bytes of this try, beginning at 0 for each try.
 * The sender asks for a chunk when the one before the last has gone, so that what is told is ahead by one or two chunks.
 */
export function countedBody(body: UploadBody, left: (bytes: number) => void): UploadBody {
  if ('bytes' in body && body.bytes.length < countedFrom) return body;

  async function* counted(): AsyncGenerator<Uint8Array> {
    let gone = 0;
    left(gone);
    for await (const chunk of 'bytes' in body ? piecesOf(body.bytes) : body.stream()) {
      yield chunk;
      gone += chunk.length;
      left(gone);
    }
  }

  return { stream: counted, size: 'bytes' in body ? body.bytes.length : body.size };
}
