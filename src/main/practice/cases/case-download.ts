import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { plainError } from '../answers.ts';
import { nameOrDefault } from '../file-names.ts';
import type { Answer, Call } from '../exchange.ts';
import type { FileStore, StoredFile } from '../file-store.ts';
import type { CaseRecord } from './case-store.ts';

interface NamedFile {
  readonly name: string;
  readonly file: StoredFile;
}

/** Gives the second file of one name ` (2)` before its extension, and so on. */
function distinctNames(files: readonly StoredFile[]): NamedFile[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const wanted = nameOrDefault(file);
    const dot = wanted.lastIndexOf('.');
    const stem = dot > 0 ? wanted.slice(0, dot) : wanted;
    const extension = dot > 0 ? wanted.slice(dot) : '';
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${stem} (${String(number)})${extension}`;
    taken.add(name);
    return { name, file };
  });
}

async function* piecesOf(file: StoredFile, files: FileStore): AsyncGenerator<Buffer> {
  const content = files.open(file);
  if (Buffer.isBuffer(content)) {
    yield content;
    return;
  }
  for await (const chunk of content) yield Buffer.from(chunk);
}

/** RFC 6266: an ASCII name for old readers, the real one percent-encoded. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

async function* multipart(named: readonly NamedFile[], files: FileStore, boundary: string): AsyncGenerator<Buffer> {
  for (const { name, file } of named) {
    const head = `--${boundary}\r\nContent-Type: ${file.contentType}\r\nContent-Disposition: ${disposition(name)}\r\n\r\n`;
    yield Buffer.from(head);
    yield* piecesOf(file, files);
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

async function* zip(named: readonly NamedFile[], files: FileStore): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  let failure: Error | null = null;
  const archive = new Zip((error, bytes) => {
    if (error === null) ready.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    else failure = error;
  });
  function* taken(): Generator<Buffer> {
    if (failure !== null) throw failure;
    const chunks = ready;
    ready = [];
    yield* chunks;
  }
  for (const { name, file } of named) {
    const entry = new ZipPassThrough(name);
    archive.add(entry);
    for await (const piece of piecesOf(file, files)) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}

/** The first of the two forms that an Accept header allows; multipart where it allows all or says nothing. */
function wantedForm(accept: string | undefined): 'multipart' | 'zip' | null {
  for (const part of (accept ?? '*/*').split(',')) {
    const type = (part.split(';')[0] ?? '').trim().toLowerCase();
    if (['multipart/mixed', 'multipart/*', '*/*'].includes(type)) return 'multipart';
    if (type === 'application/zip' || type === 'application/*') return 'zip';
  }
  return null;
}

/** GET /cases/{id}/files: all files, or those of a role or a main flag, as multipart/mixed or as ZIP, streamed. */
export function downloadCaseFiles(call: Call, record: CaseRecord, files: FileStore): Answer {
  const mainFile = call.query.get('mainFile');
  if (mainFile !== null && mainFile !== 'true' && mainFile !== 'false') {
    return plainError(400, 'mainFile must be true or false.');
  }
  const form = wantedForm(call.headers.accept);
  if (form === null) return plainError(406, 'The answer can be multipart/mixed or application/zip.');
  const types = call.query.getAll('type');
  const chosen = record.files.filter(
    (file) =>
      (mainFile === null || file.mainFile === (mainFile === 'true')) &&
      (types.length === 0 || types.includes(file.type)),
  );
  const named = distinctNames(chosen.flatMap((file) => files.get(file.id) ?? []));
  if (form === 'zip') {
    return { status: 200, headers: { 'content-type': 'application/zip' }, body: Readable.from(zip(named, files)) };
  }
  const boundary = `practice-${randomBytes(16).toString('hex')}`;
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    body: Readable.from(multipart(named, files, boundary)),
  };
}
