import { empty, json, plainError } from './answers.ts';
import { mediaType } from './bodies.ts';
import { acceptedContentTypes, decodeWireName, maxWireNameLength } from './file-names.ts';
import type { Answer, Call, Route } from './exchange.ts';
import type { FileStore } from './file-store.ts';

async function upload(call: Call, files: FileStore): Promise<Answer> {
  const contentType = mediaType(call.headers);
  if (!acceptedContentTypes.has(contentType)) {
    return plainError(400, `The content type "${contentType.slice(0, 100)}" is not supported.`);
  }
  const header = call.headers['x-hy-filename'];
  const wireName = typeof header === 'string' && header !== '' ? header : null;
  if (wireName !== null && wireName.length > maxWireNameLength) {
    return plainError(400, `X-Hy-Filename may have at most ${String(maxWireNameLength)} characters.`);
  }
  const length = call.headers['content-length'];
  const file = await files.receive(call.stream, {
    contentType,
    wireName,
    name: wireName === null ? null : decodeWireName(wireName),
    length: length === undefined ? null : Number(length),
  });
  // null: the client went away, nobody reads this answer
  if (file === null) return empty(400);
  if (file.size > 0) return json(201, { id: file.id });
  files.forget(file);
  return plainError(400, 'The file is empty.');
}

function download(call: Call, files: FileStore): Answer {
  const file = files.get(call.params.id ?? '');
  if (file === undefined) return plainError(404, 'The file does not exist.');
  const headers: Record<string, string> = { 'content-type': file.contentType };
  if (file.wireName !== null) headers['x-hy-filename'] = file.wireName;
  const body = files.open(file);
  if (!Buffer.isBuffer(body)) headers['content-length'] = String(file.size);
  return { status: 200, headers, body };
}

/** The operations on files. */
export function fileRoutes(files: FileStore): Route[] {
  return [
    {
      operation: 'files.upload',
      method: 'POST',
      path: '/files',
      scope: 'files.write',
      body: 'stream',
      errors: 'plain',
      handle: (call) => upload(call, files),
    },
    {
      operation: 'files.download',
      method: 'GET',
      path: '/files/:id',
      scope: 'files.read',
      body: 'none',
      errors: 'plain',
      handle: (call) => download(call, files),
    },
  ];
}
