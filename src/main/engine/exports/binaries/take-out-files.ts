import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ExportFiles, FileWriter } from '../export-files.ts';
import type { InlineFile } from './find-inline-files.ts';

/** The content of a file: lower-case hex SHA-256, size in bytes. */
export interface Content {
  readonly sha256: string;
  readonly size: number;
}

/** What stands in an XML in the place of a file that went beside it. */
export interface BesideReference extends Content {
  readonly name: string;
}

async function* bytesOf(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  if (end <= start) return;
  for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: 256 * 1024 })) {
    if (Buffer.isBuffer(chunk)) yield chunk;
  }
}

/** Base64 in pieces as its bytes; white space and the marks around character data are passed over. */
async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1').replace(/[^A-Za-z0-9+/=]+/g, '');
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

async function written(
  files: ExportFiles,
  path: string,
  fill: (put: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<Content> {
  const writer: FileWriter = await files.create(path);
  const hash = createHash('sha256');
  let size = 0;
  try {
    await fill(async (bytes) => {
      hash.update(bytes);
      size += bytes.byteLength;
      await writer.write(bytes);
    });
    await writer.sync();
  } finally {
    await writer.close();
  }
  return { sha256: hash.digest('hex'), size };
}

/** Writes one file out of the XML at `xml` to `to`. */
export function takeOut(files: ExportFiles, xml: string, file: InlineFile, to: string): Promise<Content> {
  return written(files, to, async (put) => {
    for await (const bytes of decoded(bytesOf(xml, file.base64Start, file.base64End))) await put(bytes);
  });
}

/** A value for an attribute in any encoding: what is not ASCII becomes a reference. */
function attribute(value: string): string {
  return value.replace(/[^ !#-%'-;=?-~]/gu, (character) => `&#${String(character.codePointAt(0) ?? 0)};`);
}

/** The start tag with the reference in it, and without the word that its content is base64. */
function tagWith(tag: string, { name, size, sha256 }: BesideReference): string {
  const plain = tag.slice(0, -1).replace(/\s+(?:[\w.-]+:)?[\w.-]*encoding\s*=\s*(["'])(?:bin\.)?base64\1/i, '');
  return `${plain} mailroom-file="${attribute(name)}" mailroom-size="${String(size)}" mailroom-sha256="${sha256}">`;
}

/** Writes the XML at `xml` to `to` with references in the place of the files; every other byte stays as it is. */
export function writeReferring(
  files: ExportFiles,
  xml: string,
  inline: readonly (readonly [InlineFile, BesideReference])[],
  to: string,
): Promise<Content> {
  return written(files, to, async (put) => {
    let at = 0;
    for (const [file, reference] of inline) {
      for await (const bytes of bytesOf(xml, at, file.tagStart)) await put(bytes);
      await put(Buffer.from(tagWith(file.tag, reference), 'latin1'));
      at = file.contentEnd;
    }
    for await (const bytes of bytesOf(xml, at, Number.MAX_SAFE_INTEGER)) await put(bytes);
  });
}
