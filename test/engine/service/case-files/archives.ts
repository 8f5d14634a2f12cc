import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { faultOfBrokenBody } from '../../../../src/main/engine/service/transport/broken-body.ts';
import type { PackedFile } from '../../../../src/main/engine/service/case-files/packed-file.ts';

/** A file that was unpacked, in memory. */
export interface Unpacked {
  readonly name: string | null;
  readonly mediaType: string | null;
  readonly content: Buffer;
}

/** Streams bytes in chunks of the given sizes, again and again. */
export async function* chunked(bytes: Uint8Array, sizes: readonly number[] = [65_536]): AsyncGenerator<Uint8Array> {
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = Math.max(1, sizes[index % sizes.length] ?? 1);
    yield await Promise.resolve(bytes.subarray(at, at + size));
    at += size;
  }
}

/** All bytes of a stream. */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Unpacks all; a broken archive is answered as its problem. */
export async function unpackAll(files: AsyncIterable<PackedFile>): Promise<Unpacked[] | string> {
  const found: Unpacked[] = [];
  try {
    for await (const { name, mediaType, body } of files) found.push({ name, mediaType, content: await bytesOf(body) });
    return found;
  } catch (error) {
    const fault = faultOfBrokenBody(error);
    if (fault === null) throw error;
    return String(fault.params['problem'] ?? fault.code);
  }
}

/** A folder below one that is watched for anything written beside it; both go with the test. */
export async function makeTarget(): Promise<{ readonly folder: string; readonly outside: () => Promise<string[]> }> {
  const root = await mkdtemp(join(tmpdir(), 'mailroom-case-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'below', 'target');
  return {
    folder,
    async outside() {
      const all = await readdir(root, { recursive: true, withFileTypes: true });
      return all
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => dirname(path) !== folder);
    },
  };
}

/** Names and text of what lies in a folder, hidden ones too. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) found[name] = await readFile(join(folder, name), 'utf8');
  return found;
}
