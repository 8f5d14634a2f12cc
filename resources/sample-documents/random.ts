/** A small seeded source of numbers, so that the same seed always makes the same documents. */
export type SeededRandom = {
  /** A whole number from `minimum` to `maximum`, both included. */
  integer: (minimum: number, maximum: number) => number;
  /** One of the values; throws a RangeError for an empty list. */
  pick: <Value>(values: readonly Value[]) => Value;
};

/**
 * Makes a seeded source of numbers (the mulberry32 generator: 32 bits of state, good enough for invented documents, never for secrets).
 * Sources made from the same seed give the same sequence.
 */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (minimum: number, maximum: number): number => minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    integer,
    pick: (values) => {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
  };
}

/** A block of bytes that does not compress, the same for the same seed. Length in bytes. */
export function noiseBytes(seed: number, length: number): Uint8Array {
  const noise = new Uint8Array(length);
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  for (let index = 0; index < length; index += 1) {
    // xorshift32: one cheap step a byte, because a scan has millions of them.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    noise[index] = state >>> 24;
  }
  return noise;
}
