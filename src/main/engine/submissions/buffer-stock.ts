/** Buffers for small files, used again: a fresh one for each file costs page faults and collection. Sizes in bytes. */
export interface BufferStock {
  /** A buffer of just this length; its contents are whatever was there before. */
  take(length: number): Uint8Array;
  /** Only once nothing refers to it any more: a request whose answer never came may still be sending it. */
  give(buffer: Uint8Array): void;
}

const step = 64 * 1024;
/** Larger ones are rare enough to be made afresh. */
const largest = 1024 * 1024;

/** Makes an empty stock that keeps at most `most` bytes. */
export function createBufferStock(most: number): BufferStock {
  const byCapacity = new Map<number, ArrayBuffer[]>();
  let kept = 0;
  return {
    take(length) {
      if (length > largest) return Buffer.allocUnsafe(length);
      const capacity = Math.max(step, Math.ceil(length / step) * step);
      const found = byCapacity.get(capacity)?.pop();
      if (found !== undefined) kept -= capacity;
      return new Uint8Array(found ?? new ArrayBuffer(capacity), 0, length);
    },
    give({ buffer }) {
      const capacity = buffer.byteLength;
      if (!(buffer instanceof ArrayBuffer) || capacity > largest || capacity % step !== 0 || kept + capacity > most)
        return;
      kept += capacity;
      const stock = byCapacity.get(capacity);
      if (stock === undefined) byCapacity.set(capacity, [buffer]);
      else stock.push(buffer);
    },
  };
}
