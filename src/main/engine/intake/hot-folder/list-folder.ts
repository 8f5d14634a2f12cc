import { Buffer } from 'node:buffer';
import { opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dirent } from 'node:fs';

/** One entry of a folder. */
export type FolderEntry =
  | { readonly kind: 'file' | 'folder' | 'unknown'; readonly path: string; readonly name: string }
  /** Its name can't be written as text: `bytes` opens it, `path` shows each such byte as `\xNN`. */
  | { readonly kind: 'odd'; readonly path: string; readonly name: string; readonly bytes: Buffer };

/** Entries handled before others get their turn on the main thread. */
const slice = 500;

function kindOf(entry: Dirent): 'file' | 'folder' | 'unknown' | 'other' {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  // Some file systems don't tell: the look at the file does.
  const told = entry.isSymbolicLink() || entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice();
  return told || entry.isBlockDevice() ? 'other' : 'unknown';
}

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

async function* oddEntries(folder: string): AsyncGenerator<FolderEntry> {
  for (const bytes of await readdir(folder, { encoding: 'buffer' })) {
    if (Buffer.from(bytes.toString('utf8')).equals(bytes)) continue;
    const name = readableName(bytes);
    yield {
      kind: 'odd',
      path: join(folder, name),
      name,
      bytes: Buffer.concat([Buffer.from(join(folder, '/')), bytes]),
    };
  }
}

/**
 * Lists a folder in slices, so that 100,000 entries don't block the main thread. Links and devices are left out; links are
 * never followed (design.md, section 4). Throws what the operating system answers.
 */
export async function* listFolder(folder: string): AsyncGenerator<FolderEntry> {
  // The default of 32 entries a call takes four times as long (measured).
  const directory = await opendir(folder, { bufferSize: 1_024 });
  let count = 0;
  let odd = false;
  for await (const entry of directory) {
    count += 1;
    if (count % slice === 0) await nextTurn();
    const { name } = entry;
    // The character stands for bytes that are no text; seldom, it is meant.
    if (name.includes('\uFFFD')) odd = true;
    else {
      const kind = kindOf(entry);
      if (kind !== 'other') yield { kind, name, path: join(folder, name) };
    }
  }
  if (!odd) return;
  yield* oddEntries(folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.name.includes('\uFFFD')) continue;
    const meant = (await readdir(folder, { encoding: 'buffer' })).some((bytes) =>
      bytes.equals(Buffer.from(entry.name)),
    );
    const kind = kindOf(entry);
    if (meant && kind !== 'other') yield { kind, name: entry.name, path: join(folder, entry.name) };
  }
}
