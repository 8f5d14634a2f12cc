import { Buffer } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileStat } from './inspection.ts';
import { statPath } from './stat-path.ts';

/** A name on disk that can't be written as text: `name` shows each such byte as `\\xNN`, `bytes` is the whole path and opens it. */
export interface OddName {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A byte as {@link readableName} shows it. */
const shownByte = /\\x[0-9A-F]{2}/;

/** A name that is not UTF-8, readable: valid parts as they are, other bytes as `\xNN`. Distinct names stay distinct. */
export function readableName(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = validLength(bytes, at);
    text +=
      length === 0 ? `\\x${bytes.toString('hex', at, at + 1).toUpperCase()}` : bytes.toString('utf8', at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

/** Bytes of the UTF-8 character at `at`; 0 = none. */
function validLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    const part = bytes.subarray(at, at + length);
    if (Buffer.from(part.toString('utf8')).equals(part)) return length;
  }
  return 0;
}

/** The entries of a folder whose names are not UTF-8. Throws what the operating system answers. */
export async function oddNamesIn(folder: string): Promise<readonly OddName[]> {
  return (await readdir(folder, { encoding: 'buffer' }))
    .filter((bytes) => !Buffer.from(bytes.toString('utf8')).equals(bytes))
    .map((bytes) => ({
      name: readableName(bytes),
      bytes: Buffer.concat([Buffer.from(join(folder, '/')), bytes]),
    }));
}

/**
 * The file or folder for which such a path stands: the disk knows it by its bytes alone, so under the path itself there is
 * nothing. null = none.
 */
export async function statOddName(path: string): Promise<FileStat | null> {
  if (!shownByte.test(basename(path))) return null;
  const names = await oddNamesIn(dirname(path)).catch(() => []);
  const meant = names.find(({ name }) => name === basename(path));
  if (meant === undefined) return null;
  const seen = await statPath(meant.bytes);
  return seen.kind === 'file' || seen.kind === 'folder' ? seen.stat : null;
}
