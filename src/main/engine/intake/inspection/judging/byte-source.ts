import { readSync } from 'node:fs';

/** Random access to a file's bytes, whether in memory or on disk. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start`, at most `length`, fewer at the end; valid until the next call. */
  read(start: number, length: number): Buffer;
}

/** Bytes in memory as a source. */
export function bufferSource(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (start, length) => bytes.subarray(start, Math.min(start + length, bytes.length)) };
}

const windowBytes = 64 * 1024;

/** An open file as a source: reads go through a window of 64 KiB, so that walking a large file costs few calls and no memory. */
export function descriptorSource(descriptor: number, size: number): ByteSource {
  let window = Buffer.alloc(0);
  let windowStart = 0;
  return {
    size,
    read(start, length) {
      const wanted = Math.max(0, Math.min(length, size - start));
      if (start < windowStart || start + wanted > windowStart + window.length) {
        window = Buffer.allocUnsafe(Math.max(wanted, Math.min(windowBytes, size - start)));
        let filled = 0;
        while (filled < window.length) {
          const count = readSync(descriptor, window, filled, window.length - filled, start + filled);
          if (count === 0) break;
          filled += count;
        }
        window = window.subarray(0, filled);
        windowStart = start;
      }
      return window.subarray(start - windowStart, start - windowStart + wanted);
    },
  };
}
