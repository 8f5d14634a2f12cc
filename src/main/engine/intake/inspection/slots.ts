/** Bytes of one slot; what is larger gets memory of its own. */
const slotBytes = 128 * 1024;
/** Slots kept for the next files: 32 MiB. */
const mostKept = 256;
/** Memory at offset 0 of a buffer reads three to four times slower than at this offset (measured). */
export const slotOffset = 64;

/** Memory that threads share and use again and again: fresh memory for each file costs more than reading the file into it. */
export interface Slots {
  /** A slot for so many bytes; null = too large for one. */
  take(bytes: number): SharedArrayBuffer | null;
  /** Nobody reads or writes it any more. */
  give(slot: SharedArrayBuffer): void;
}

/** Makes slots; none is there before the first is needed. */
export function createSlots(): Slots {
  const free: SharedArrayBuffer[] = [];
  return {
    take(bytes) {
      if (bytes > slotBytes) return null;
      return free.pop() ?? new SharedArrayBuffer(slotOffset + slotBytes);
    },
    give(slot) {
      if (free.length < mostKept) free.push(slot);
    },
  };
}
