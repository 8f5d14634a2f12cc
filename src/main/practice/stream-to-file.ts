import { closeSync, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** Reads a stream to its end and keeps nothing; answers the size in bytes, or null where it broke before its end. */
export function countStream(stream: Readable): Promise<number | null> {
  return new Promise((resolve) => {
    let size = 0;
    stream.on('data', (chunk: Buffer) => (size += chunk.length));
    stream.on('end', () => resolve(size));
    for (const event of ['error', 'close']) stream.on(event, () => resolve(null));
  });
}

/**
 * Writes what came and what still comes to a new file; memory does not grow with the file.
 * Each chunk is written at once: into the page cache that costs less than a trip through the thread pool.
 * Answers the size in bytes, or null where the stream broke before its end. Throws on a disk error.
 */
export function writeStreamToFile(stream: Readable, first: readonly Buffer[], path: string): Promise<number | null> {
  const descriptor = openSync(path, 'wx');
  let size = 0;

  function write(chunk: Buffer): void {
    for (let done = 0; done < chunk.length;) done += writeSync(descriptor, chunk, done);
    size += chunk.length;
  }
  return new Promise<number | null>((resolve, reject) => {
    let open = true;
    function finish(settle: () => void): void {
      if (!open) return;
      open = false;
      closeSync(descriptor);
      settle();
    }
    function take(chunk: Buffer): void {
      if (!open) return;
      try {
        write(chunk);
      } catch (error) {
        finish(() => reject(error instanceof Error ? error : new Error(String(error))));
        stream.destroy();
      }
    }
    for (const chunk of first) take(chunk);
    stream.on('data', take);
    stream.on('end', () => finish(() => resolve(size)));
    for (const event of ['error', 'close']) stream.on(event, () => finish(() => resolve(null)));
    if (stream.destroyed) finish(() => resolve(null));
    stream.resume();
  });
}
