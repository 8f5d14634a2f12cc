import { brokenArchive } from './packed-file.ts';

/** Looks ahead into a stream of bytes, holding no more of it than is asked for and a chunk. */
export interface ByteReader {
  /** What is at hand: at least that many bytes, or fewer only because the stream ends there. */
  peek(min: number): Promise<Buffer>;
  /** Takes bytes that were peeked. */
  take(count: number): Buffer;
  /** Takes exactly that many bytes; throws a broken archive where the stream ends before. */
  exactly(count: number): Promise<Buffer>;
  /** How many bytes were taken. */
  position(): number;
  /** Gives the stream up. */
  close(): Promise<void>;
}

/** Makes a reader of a stream; `before` is put in front of it and not counted in the position. */
export function createByteReader(source: AsyncIterable<Uint8Array>, before: Buffer = Buffer.alloc(0)): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let held = before;
  let taken = -before.length;
  let ended = false;

  async function peek(min: number): Promise<Buffer> {
    if (held.length >= min) return held;
    const chunks = [held];
    let size = held.length;
    while (size < min && !ended) {
      const next = await iterator.next();
      if (next.done === true) ended = true;
      else {
        const { value } = next;
        chunks.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
        size += value.byteLength;
      }
    }
    held = Buffer.concat(chunks);
    return held;
  }

  function take(count: number): Buffer {
    if (count > held.length) throw new Error('bytes are taken that were not peeked');
    const bytes = held.subarray(0, count);
    held = held.subarray(count);
    taken += count;
    return bytes;
  }

  return {
    peek,
    take,
    async exactly(count) {
      if ((await peek(count)).length < count) throw brokenArchive('archive-cut', 'it ends too early');
      return take(count);
    },
    position: () => taken,
    async close() {
      ended = true;
      await iterator.return?.();
    },
  };
}
