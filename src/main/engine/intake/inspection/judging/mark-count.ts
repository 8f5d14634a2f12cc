/** Counts how often a mark occurs in bytes that come in pieces; it may lie across the border of two of them. */
export interface MarkCount {
  add(piece: Buffer): void;
  /** At most 2: more than one is all that matters. */
  found(): number;
}

/** Makes a count for a mark of ASCII characters none of whose ends is its own beginning (else one might be counted twice). */
export function createMarkCount(mark: string): MarkCount {
  const needle = Buffer.from(mark, 'latin1');
  let before: Buffer = Buffer.alloc(0);
  let count = 0;

  function countIn(bytes: Buffer): void {
    for (let at = bytes.indexOf(needle); at !== -1 && count < 2; at = bytes.indexOf(needle, at + needle.length))
      count += 1;
  }

  return {
    add(piece) {
      if (count > 1) return;
      const reach = needle.length - 1;
      countIn(Buffer.concat([before, piece.subarray(0, reach)]));
      countIn(piece);
      const tail = piece.length < reach ? Buffer.concat([before, piece]) : piece;
      // A copy: the piece's memory is used again.
      before = Buffer.from(tail.subarray(Math.max(0, tail.length - reach)));
    },
    found: () => count,
  };
}
