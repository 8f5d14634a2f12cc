/** Bytes of one slot; what is larger gets memory of its own. */
const slotBytes = 128 * 1024;
/** Slots kept for the next files: 32 MiB. */
const maxKept = 256;
/** They are let go when no file came for so long, ms. */
const usualRestMs = 10_000;
/** Memory at offset 0 of a buffer reads three to four times slower than at this offset (measured). */
export const slotOffset = 64;

/** Memory that threads share and use again and again: fresh memory for each file costs more than reading the file into it. */
export interface Slots {
  /** A slot for so many bytes; null = too large for one. */
  take(bytes: number): SharedArrayBuffer | null;
  /** Nobody reads or writes it any more. */
  give(slot: SharedArrayBuffer): void;
}

/** Makes slots; none is there before the first is needed, nor once nothing was given back for `restMs`. */
export function createSlots(restMs = usualRestMs): Slots {
  const free: SharedArrayBuffer[] = [];
  let resting: NodeJS.Timeout | null = null;

  function atRest(): void {
    free.length = 0;
    resting = null;
  }

  return {
    take(bytes) {
      if (bytes > slotBytes) return null;
      return free.pop() ?? new SharedArrayBuffer(slotOffset + slotBytes);
    },
    give(slot) {
      if (free.length < maxKept) free.push(slot);
      resting = resting?.refresh() ?? setTimeout(atRest, restMs).unref();
    },
  };
}
