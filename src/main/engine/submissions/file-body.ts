import { close, fstat, open, read, type Stats } from 'node:fs';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failure, fault, success } from '../faults/fault.ts';
import type { UploadBody } from '../service/client.ts';
import type { ByteBudget } from './byte-budget.ts';

/** Up to this many bytes a file is read at once (measured: twice as fast as a stream); larger ones stream in chunks. */
const wholeReadBytes = 16 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/** What the file was when it was accepted: bytes, and modification time in ms. */
export interface ExpectedFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
}

/** The bytes of one upload. `broken()` tells what went wrong with the file while it was read; `release` gives back memory and handle. */
export interface OpenBody {
  readonly body: UploadBody;
  readonly broken: () => Fault | null;
  readonly release: () => void;
}

// The callback API costs half of fs.promises on this hot path (one open, stat, read and close a file).
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

/** The fault for what the file system answered. */
export function fileFault(error: unknown, name: string): Fault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
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

/** Whether the open file is still the one that was accepted: same size and modification time. */
function unchanged(stats: Stats, expected: ExpectedFile): boolean {
  return stats.size === expected.size && Math.trunc(stats.mtimeMs) === Math.trunc(expected.modifiedAt);
}

/**
 * Opens an accepted file for sending. Size and time are compared on the open handle before and after reading (design.md,
 * section 3); a difference is the fault `file-changed`, found either here or, for streams, by `broken()`.
 */
export async function openBody(expected: ExpectedFile, name: string, budget: ByteBudget): Promise<Outcome<OpenBody>> {
  let descriptor: number;
  try {
    descriptor = await openFile(expected.path);
  } catch (error) {
    return { ok: false, fault: fileFault(error, name) };
  }
  const held = Math.min(expected.size, wholeReadBytes);
  let whole = false;
  try {
    if (!unchanged(await statFile(descriptor), expected)) return failure('file-changed', { name });
    whole = expected.size > wholeReadBytes;
    if (whole) return success(streamBody(descriptor, expected, name));
    await budget.take(held);
    const bytes = Buffer.allocUnsafe(expected.size);
    let filled = 0;
    while (filled < expected.size) {
      const count = await readInto(descriptor, bytes.subarray(filled), expected.size - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    if (filled !== expected.size || !unchanged(await statFile(descriptor), expected)) {
      budget.give(held);
      return failure('file-changed', { name });
    }
    return success({ body: { bytes }, broken: () => null, release: () => budget.give(held) });
  } catch (error) {
    return { ok: false, fault: fileFault(error, name) };
  } finally {
    if (!whole) closeFile(descriptor);
  }
}

function streamBody(descriptor: number, expected: ExpectedFile, name: string): OpenBody {
  let problem: Fault | null = null;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    problem = null;
    try {
      let position = 0;
      while (position < expected.size) {
        // A fresh buffer a chunk: the one before may still be on its way to the socket.
        const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, expected.size - position));
        const count = await readInto(descriptor, buffer, buffer.length, position);
        position += count;
        const last = position === expected.size;
        // Compared before the last bytes leave: a request that lacks them can't be taken for a whole file.
        if (count === 0 || (last && !unchanged(await statFile(descriptor), expected))) {
          problem = fault('file-changed', { name });
          break;
        }
        yield count === buffer.length ? buffer : buffer.subarray(0, count);
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
