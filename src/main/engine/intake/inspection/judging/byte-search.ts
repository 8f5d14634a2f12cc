import type { ByteSource } from './byte-source.ts';

const windowBytes = 1024 * 1024;

/** A part of a source as text, one character a byte; less at its end. */
export function textAt(source: ByteSource, start: number, length: number): string {
  return source.read(start, Math.max(0, Math.min(length, source.size - start))).toString('latin1');
}

/** Where `words` stand first from `from` on, before `to`; -1 = nowhere. Reads in windows, so that large files cost no memory. */
export function findFirst(source: ByteSource, words: string, from: number, to: number): number {
  for (let start = from; start < to; start += windowBytes) {
    const bytes = source.read(start, Math.min(windowBytes + words.length - 1, to - start));
    const at = bytes.indexOf(words, 0, 'latin1');
    if (at !== -1) return start + at;
  }
  return -1;
}

/** Where `words` stand last before `to`, from `from` on; -1 = nowhere. */
export function findLast(source: ByteSource, words: string, from: number, to: number): number {
  for (let end = to; end > from; end -= windowBytes) {
    const start = Math.max(from, end - windowBytes);
    const bytes = source.read(start, Math.min(end + words.length - 1, to) - start);
    const at = bytes.lastIndexOf(words, undefined, 'latin1');
    if (at !== -1) return start + at;
  }
  return -1;
}

const zeros = Buffer.alloc(64 * 1024);

/** Where the content of a source ends: without the zeros behind it, with which some programs fill its last block. */
export function endWithoutZeros(source: ByteSource): number {
  let end = source.size;
  while (end > 0) {
    const start = Math.max(0, end - zeros.length);
    const bytes = source.read(start, end - start);
    if (zeros.compare(bytes, 0, bytes.length, 0, bytes.length) === 0) {
      end = start;
      continue;
    }
    let last = bytes.length;
    while (last > 0 && bytes[last - 1] === 0) last -= 1;
    return start + last;
  }
  return 0;
}
