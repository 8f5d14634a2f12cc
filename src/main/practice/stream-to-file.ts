import { close, open, writev } from 'node:fs';
import type { Readable } from 'node:stream';

/** The stream waits while this many bytes are on their way to the disk. */
const waitingBytes = 4 * 1024 * 1024;

function openForWriting(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(path, 'wx', (error, descriptor) => {
      if (error === null) resolve(descriptor);
      else reject(error);
    });
  });
}

function closeQuietly(descriptor: number): Promise<void> {
  return new Promise((resolve) => {
    close(descriptor, () => {
      resolve();
    });
  });
}

/**
 * Writes what came and what still comes to a new file, with one gathering write for all that arrived during the last one;
 * memory does not grow with the file.
 * Answers the size in bytes, or null where the stream broke before its end. Throws on a disk error.
 */
export async function writeStreamToFile(
  stream: Readable,
  first: readonly Buffer[],
  path: string,
): Promise<number | null> {
  const descriptor = await openForWriting(path);
  try {
    return await new Promise<number | null>((resolve, reject) => {
      let waiting = [...first];
      let waitingSize = waiting.reduce((sum, chunk) => sum + chunk.length, 0);
      let written = 0;
      let writing = false;
      let outcome: 'open' | 'whole' | 'broken' = 'open';

      function settle(): void {
        if (writing || outcome === 'open') return;
        if (outcome === 'broken') resolve(null);
        else if (waiting.length === 0) resolve(written);
        else flush();
      }
      function flush(): void {
        if (writing || waiting.length === 0) return;
        writing = true;
        const chunks = waiting;
        const expected = waitingSize;
        waiting = [];
        waitingSize = 0;
        writev(descriptor, chunks, (error, count) => {
          writing = false;
          if (error !== null || count !== expected) {
            stream.destroy();
            reject(error ?? new Error('a write to the temporary folder was cut short'));
            return;
          }
          written += count;
          if (stream.isPaused()) stream.resume();
          flush();
          settle();
        });
      }
      stream.on('data', (chunk: Buffer) => {
        waiting.push(chunk);
        waitingSize += chunk.length;
        if (waitingSize >= waitingBytes) stream.pause();
        flush();
      });
      stream.on('end', () => {
        outcome = 'whole';
        settle();
      });
      for (const event of ['error', 'close']) {
        stream.on(event, () => {
          if (outcome === 'open') outcome = 'broken';
          settle();
        });
      }
      if (stream.destroyed) outcome = 'broken';
      flush();
      settle();
      stream.resume();
    });
  } finally {
    await closeQuietly(descriptor);
  }
}
