import type { Clock } from '../platform/ports.ts';
import type { UploadBody } from '../service/client.ts';

/** Keeps the bytes of all uploads together under a rate. */
export interface Bandwidth {
  /** Bytes a second from now on, also for what is being sent; undefined: as fast as it goes. */
  set(bytesPerSecond: number | undefined): void;
  /** The body at the rate that is allowed when its bytes leave. */
  paced(body: UploadBody): UploadBody;
}

/** So many seconds' worth may go at once after a pause: a small file by itself waits for nothing. */
const burstSeconds = 1;
/** Pieces are small enough for files to take turns many times a second, and large enough to cost little. */
const piecesASecond = 20;
const minPieceBytes = 1_024;
const maxPieceBytes = 64 * 1_024;

interface Waiter {
  readonly bytes: number;
  readonly go: () => void;
}

/** Makes a bucket that fills with time and is drawn from by all uploads in turn. */
export function createBandwidth(clock: Clock, bytesPerSecond: number | undefined): Bandwidth {
  let rate = bytesPerSecond;
  let tokens = (rate ?? 0) * burstSeconds;
  let filledAt = clock.monotonic();
  let cancelTimer: () => void = () => undefined;
  const waiters: Waiter[] = [];

  function fill(): void {
    const present = clock.monotonic();
    const seconds = (present - filledAt) / 1_000;
    filledAt = present;
    if (rate !== undefined) tokens = Math.min(rate * burstSeconds, tokens + seconds * rate);
  }

  /** Lets go on who can: the bucket may go below nothing by one piece, and the next one waits for it. */
  function admit(): void {
    cancelTimer();
    fill();
    for (let first = waiters[0]; first !== undefined && (rate === undefined || tokens > 0); first = waiters[0]) {
      waiters.shift();
      tokens -= first.bytes;
      first.go();
    }
    if (waiters.length === 0 || rate === undefined) return;
    cancelTimer = clock.after(Math.max(1, Math.ceil((-tokens / rate) * 1_000) + 1), admit);
  }

  function take(bytes: number): Promise<void> {
    if (rate === undefined) return Promise.resolve();
    return new Promise((go) => {
      waiters.push({ bytes, go });
      admit();
    });
  }

  function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
    for (let start = 0; start < chunk.length;) {
      const size =
        rate === undefined
          ? chunk.length
          : Math.min(maxPieceBytes, Math.max(minPieceBytes, Math.floor(rate / piecesASecond)));
      yield chunk.subarray(start, start + size);
      start += size;
    }
  }

  async function* slowly(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      for (const piece of piecesOf(chunk)) {
        await take(piece.length);
        yield piece;
      }
    }
  }

  return {
    set(next) {
      fill();
      rate = next;
      tokens = Math.min(tokens, (next ?? 0) * burstSeconds);
      admit();
    },
    paced(body) {
      if ('stream' in body) return { stream: () => slowly(body.stream()), size: body.size };
      // Bytes in memory go in one piece, much faster than a stream: they are only taken apart where they have to be.
      return rate === undefined ? body : { stream: () => slowly([body.bytes]), size: body.bytes.length };
    },
  };
}
