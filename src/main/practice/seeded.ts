/**
 * A number in [0, 1) that depends on nothing but its arguments.
 * FNV-1a over the text, then the finaliser of MurmurHash3, so that neighbouring seeds give unrelated numbers.
 */
export function fraction(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 0x1_0000_0000;
}

/** One of the choices, by the seed and the text. */
export function pick<Choice>(choices: readonly [Choice, ...Choice[]], seed: number, text: string): Choice {
  return choices[Math.floor(fraction(seed, text) * choices.length)] ?? choices[0];
}
