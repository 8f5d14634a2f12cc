import { expect, test } from 'vitest';
import { acceptedMediaTypes } from '../../../src/main/engine/service/operations/rules.ts';
import type { CallOptions } from '../../../src/main/engine/service/client.ts';
import { answerJson, startScripted } from './scripted-service.ts';

const options: CallOptions = { lane: 'upload', tries: 1 };
const bytes = { bytes: Buffer.from('x') };

function accepting(body: unknown = { id: 'f' }) {
  return startScripted((_request, response) => answerJson(response, 200, body));
}

test('every accepted content type is sent, any other is refused before anything is sent', async () => {
  const { client, requests } = await accepting();
  for (const mediaType of acceptedMediaTypes) {
    expect((await client.uploadFile({ body: bytes, mediaType, fileName: 'a' }, options)).ok).toBe(true);
  }
  for (const mediaType of ['application/zip', '', 'text/csv\r\nx: y', 'image/gif']) {
    const outcome = await client.uploadFile({ body: bytes, mediaType, fileName: 'a' }, options);
    expect(outcome.ok ? null : outcome.fault.code).toBe('type-not-accepted');
  }
  expect(requests).toHaveLength(acceptedMediaTypes.length);
});

const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, 'v']));
const externalData: readonly [string, Record<string, unknown>][] = [
  ['more than 20 pairs', many],
  ['keys that differ only by case', { Key: 1, kEY: 2 }],
  ['something nested', { a: { b: 1 } }],
];
test.each(externalData)('external data with %s is refused before anything is sent', async (_name, pairs) => {
  const { client, requests } = await accepting();
  const body = { fileId: 'f', projectId: 'p', externalData: pairs };
  const outcome = await client.callOperation('documents.process-file', { body }, options);
  expect(outcome.ok ? null : outcome.fault.code).toBe('external-data-invalid');
  const set = await client.callOperation('documents.external-data', { path: { id: 'd' }, body: pairs }, options);
  expect(set.ok ? null : set.fault.code).toBe('external-data-invalid');
  expect(requests).toHaveLength(0);
});

test('20 pairs with keys of 50 characters are allowed', async () => {
  const { client, requests } = await accepting();
  const pairs = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${'k'.repeat(48)}${10 + index}`, 'v']));
  expect((await client.setExternalData('d', pairs, options)).ok).toBe(true);
  expect(JSON.parse(requests[0]?.body.toString() ?? '')).toEqual(pairs);
});

test('titles and external ids keep their rules and go as UTF-8 text', async () => {
  const { client, requests } = await accepting();
  for (const title of ['', '   ', 'x'.repeat(257), 'two\nlines']) {
    const outcome = await client.setTitle('d', title, options);
    expect(outcome.ok ? null : outcome.fault.code).toBe('title-invalid');
  }
  for (const id of ['', ' ', 'a\u0000b']) {
    const outcome = await client.setExternalId('d', id, options);
    expect(outcome.ok ? null : outcome.fault.code).toBe('external-id-invalid');
  }
  expect((await client.setTitle('d', 'ü'.repeat(256), options)).ok).toBe(true);
  expect((await client.setExternalId('d', 'Nr. 7 ß', options)).ok).toBe(true);
  expect(requests.map((request) => request.body.toString())).toEqual(['ü'.repeat(256), 'Nr. 7 ß']);
  expect(requests[0]?.headers['content-type']).toMatch(/^text\/plain/);
});

test.each([
  [{ limit: -1 }, 'range-invalid'],
  [{ limit: 1.5 }, 'range-invalid'],
  [{ offset: -1 }, 'range-invalid'],
  [{ offset: Number.NaN }, 'wrong-usage'],
  [{ sort: 'title' }, 'wrong-usage'],
])('the list refuses %o', async (query, code) => {
  const { client, requests } = await accepting({ data: [] });
  const outcome = await client.callOperation('documents.list', { query }, options);
  expect(outcome.ok ? null : outcome.fault.code).toBe(code);
  expect(requests).toHaveLength(0);
});

test('a limit above the maximum is replaced by the maximum', async () => {
  const { client, requests } = await accepting({ data: [] });
  const page = await client.listDocuments({ limit: 1_000 }, options);
  expect(page.ok ? page.value.limit : page.fault).toBe(50);
  expect((await client.callOperation('cases.list', { query: { limit: 51 } }, options)).ok).toBe(true);
  expect(requests.map(({ url }) => url)).toEqual(['/v2/documents?limit=50', '/v2/cases?limit=50']);
});

test('lists repeat array parameters, and unknown fields and states of documents are kept', async () => {
  const row = { id: 'd', state: 'dreaming', entities: { a: 1 }, extra: [1], files: null };
  const { client, requests } = await accepting({ data: [row] });
  const page = await client.listDocuments(
    { projectIds: ['a b', 'c'], states: ['new', 'split'], sort: '+createdAt', limit: 50, offset: 3 },
    options,
  );
  expect(requests[0]?.url).toBe(
    '/v2/documents?projectId=a%20b&projectId=c&offset=3&limit=50&sort=%2BcreatedAt&state=new&state=split',
  );
  expect(page.ok ? page.value : null).toMatchObject({
    documents: [{ id: 'd', state: 'dreaming', files: [], raw: row }],
    limit: 50,
    offset: 3,
    totalCount: null,
  });
});

test('ids cannot climb out of their path', async () => {
  const { client, requests } = await accepting({ id: '../a?b#c', state: 'new' });
  for (const id of ['', '.', '..']) {
    const outcome = await client.getDocument(id, options);
    expect(outcome.ok ? null : outcome.fault.code).toBe('wrong-usage');
  }
  expect((await client.getDocument('../a?b#c', options)).ok).toBe(true);
  expect(requests.map((request) => request.url)).toEqual(['/v2/documents/..%2Fa%3Fb%23c']);
});

test('a stream is sent with its length in whole, and again for a second try', async () => {
  let failures = 1;
  const { client, requests } = await startScripted((_request, response) => {
    if (failures-- > 0) answerJson(response, 503, {});
    else answerJson(response, 201, { id: 'f' });
  });
  const chunk = Buffer.alloc(1024 * 1024, 7);
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < 3; index += 1) yield await Promise.resolve(chunk);
  }
  const body = { stream, size: 3 * chunk.length };
  const outcome = await client.uploadFile({ body, mediaType: 'text/csv', fileName: 'a.csv' }, { ...options, tries: 2 });
  expect(outcome.ok).toBe(true);
  expect(requests.map((request) => request.body.length)).toEqual([body.size, body.size]);
  expect(requests[1]?.headers['content-length']).toBe(String(body.size));
});

test('a file that shrinks or breaks while it is sent is its own fault, and is no success', async () => {
  const { client } = await accepting();
  async function* short(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.alloc(10));
  }
  const shrunk = await client.uploadFile(
    { body: { stream: short, size: 100 }, mediaType: 'text/csv', fileName: 'a' },
    options,
  );
  expect(shrunk.ok ? null : shrunk.fault.code).toBe('file-changed');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.alloc(10));
    throw Object.assign(new Error('read failed'), { code: 'EIO' });
  }
  const unreadable = await client.uploadFile(
    { body: { stream: broken, size: 100 }, mediaType: 'text/csv', fileName: 'a' },
    options,
  );
  expect(unreadable.ok ? null : unreadable.fault).toMatchObject({ code: 'file-unreadable', cause: 'EIO' });
});

test('document-xml asks for XML and hands the bytes over untouched', async () => {
  const xml = Buffer.from('\ufeff<?xml version="1.0"?>\r\n<a>\u00fc</a>');
  const { client, requests } = await startScripted((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(xml);
  });
  const outcome = await client.documentXml('d', 'p q', options);
  const chunks: Uint8Array[] = [];
  if (outcome.ok) for await (const chunk of outcome.value.body) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(xml)).toBe(true);
  expect(requests[0]?.headers.accept).toBe('application/xml, text/xml;q=0.9, */*;q=0.1');
  expect(requests[0]?.url).toBe('/v2/document-xml/documents/d?projectId=p%20q');
});
