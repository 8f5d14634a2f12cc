import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import type { CallOptions } from '../../../src/main/engine/service/client.ts';
import { answerJson, startScripted, testSecret, testToken } from './scripted-service.ts';

const options: CallOptions = { lane: 'upload', tries: 1 };
const file = { body: { bytes: Buffer.from('%PDF-') }, mediaType: 'application/pdf', fileName: 'a.pdf' };
const submission = { fileId: 'f', projectId: 'p' };
const plain = (status: number, detail: string): unknown => ({ status, title: 'Refused', detail });
const page = '<!doctype html><html><body>Sign in</body></html>';

/** Resolves when this side has heard that a request broke off, which nothing else shows from outside. */
function nextBrokenRequest(): Promise<void> {
  return new Promise((resolve) => {
    const channel = 'undici:request:error';
    const heard = (): void => {
      unsubscribe(channel, heard);
      resolve();
    };
    subscribe(channel, heard);
  });
}

function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  return startScripted((_request, response) => {
    if (typeof body !== 'string') return answerJson(response, status, body, headers);
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body);
  });
}

test.each([
  [400, plain(400, 'The content type is not supported.'), 'type-not-accepted'],
  [413, '<html>too large</html>', 'file-too-large'],
  [415, plain(415, 'no'), 'type-not-accepted'],
  [403, plain(403, 'no'), 'access-refused'],
  [404, page, 'answer-not-understood'],
  [407, '', 'proxy-refused'],
  [408, '', 'service-failed'],
  [500, plain(500, 'down'), 'service-failed'],
  [503, page, 'service-failed'],
  [200, page, 'answer-not-understood'],
  [302, '', 'answer-not-understood'],
  [201, { noId: true }, 'answer-not-understood'],
])('an upload answered with %i is one fault', async (status, body, code) => {
  const { client } = await answers(status, body);
  const outcome = await client.uploadFile(file, options);
  expect(outcome.ok ? null : outcome.fault).toMatchObject({ code, params: { status } });
});

test.each([
  [400, plain(400, 'The project p is unknown.'), 'project-unknown'],
  [404, plain(404, 'The project does not exist.'), 'project-unknown'],
  [404, plain(404, 'The file does not exist.'), 'not-found'],
  [400, plain(400, 'externalId is odd'), 'request-refused'],
  [500, plain(500, 'down'), 'outcome-unclear'],
  [502, page, 'outcome-unclear'],
  [503, page, 'outcome-unclear'],
  [408, '', 'outcome-unclear'],
  [202, page, 'outcome-unclear'],
  [202, { documentId: 7 }, 'outcome-unclear'],
])('process-file answered with %i is certain or unclear, never both', async (status, body, code) => {
  const { client, requests } = await answers(status, body);
  const outcome = await client.processFile(submission, { lane: 'submit', tries: 5 });
  expect(outcome.ok ? null : outcome.fault.code).toBe(code);
  expect(requests).toHaveLength(1);
});

test('every documented error shape keeps the words of the service', async () => {
  const shapes: readonly [unknown, string][] = [
    [{ title: 'T', detail: 'plain words', status: 422 }, 'plain words'],
    [{ detail: [{ loc: ['body', 'currency'], msg: 'not a code', type: 'enum' }] }, 'body.currency: not a code'],
    [{ type: 'about:blank', title: 'Gone', detail: 'no record', instance: '/x' }, 'no record'],
    [
      {
        status: 422,
        title: 'T',
        detail: 'invalid',
        errorAt: 'now',
        serviceErrorMetaInfo: { invalidFields: [{ status: 422, title: 't', detail: 'too long', fieldName: 'name' }] },
      },
      'invalid; name: too long',
    ],
    [{ status: 422, title: 'only a title', detail: null }, 'only a title'],
  ];
  for (const [body, words] of shapes) {
    const { client } = await answers(422, body);
    const outcome = await client.documentXml('d', 'p', options);
    expect(outcome.ok ? null : outcome.fault).toMatchObject({ code: 'export-refused', params: { message: words } });
  }
});

test('a 429 without a body is waited out inside the call, and told with its instant where no try is left', async () => {
  let refusals = 1;
  const { client, requests } = await startScripted((_request, response) => {
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(429, { 'retry-after': '1' });
      response.end();
    } else answerJson(response, 202, { documentId: 'd' });
  });
  const before = Date.now();
  const first = await client.processFile(submission, { lane: 'submit', tries: 2 });
  expect(first.ok).toBe(true);
  expect(requests).toHaveLength(2);
  expect(Date.now() - before).toBeGreaterThanOrEqual(990);
  refusals = 1;
  const asked = Date.now();
  const second = await client.processFile(submission, { lane: 'submit', tries: 1 });
  expect(second.ok ? null : second.fault.code).toBe('service-busy');
  expect(second.ok ? 0 : second.fault.params['retryAt']).toBeGreaterThanOrEqual(asked + 990);
});

test('a connection reset after the request is unclear for process-file and repeated for an upload', async () => {
  let resets = 1;
  const { client, requests } = await startScripted((_request, response, raw) => {
    if (resets > 0) {
      resets -= 1;
      raw.socket.resetAndDestroy();
    } else answerJson(response, 201, { id: 'f1' });
  });
  const uploaded = await client.uploadFile(file, { lane: 'upload', tries: 2 });
  expect(uploaded).toEqual({ ok: true, value: { fileId: 'f1' } });
  resets = 1;
  const submitted = await client.processFile(submission, { lane: 'submit', tries: 3 });
  expect(submitted.ok ? null : submitted.fault.code).toBe('outcome-unclear');
  expect(requests).toHaveLength(3);
});

test('a service that is not there is unreachable, with the cause, also for process-file', async () => {
  const { client } = await startScripted(() => undefined, {
    connection: { id: 'one', name: 'One', baseUrl: 'http://127.0.0.1:9/v2', clientId: 'c' },
  });
  const outcome = await client.processFile(submission, options);
  expect(outcome.ok ? null : outcome.fault).toMatchObject({ code: 'service-unreachable', cause: 'ECONNREFUSED' });
});

test('aborting ends a request in the air: unclear for process-file, unreachable for what is safe', async () => {
  const { client, requests } = await startScripted(() => undefined);
  const control = new AbortController();
  const pending = client.getDocument('d', { lane: 'person', signal: control.signal, tries: 3 });
  const submitted = client.processFile(submission, { lane: 'person', signal: control.signal });
  await expect.poll(() => requests.length).toBe(2);
  control.abort();
  const read = await pending;
  expect(read.ok ? null : read.fault).toMatchObject({ code: 'service-unreachable', cause: 'aborted' });
  const unclear = await submitted;
  expect(unclear.ok ? null : unclear.fault.code).toBe('outcome-unclear');
});

test('a download that breaks off before anybody reads it is a fault of whoever reads it then, and ends nothing else', async () => {
  const brokenOff = nextBrokenRequest();
  const { client } = await startScripted((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '9000' });
    response.write(Buffer.alloc(5_000), () => response.destroy());
  });
  const download = await client.downloadCaseFiles('c', { form: 'zip' }, { lane: 'person' });
  if (!download.ok) throw new Error(download.fault.code);
  await brokenOff;
  const reading = (async () => {
    for await (const chunk of download.value.body) expect(chunk.byteLength).toBeGreaterThan(0);
  })();
  await expect(reading).rejects.toMatchObject({ fault: { code: 'service-unreachable' } });
});

test('no secret, token or document content gets into a log line or fault', async () => {
  const content = 'confidential-content';
  const echo = `Bearer ${testToken} and ${testSecret}`;
  const { client, log } = await startScripted((request, response) => {
    answerJson(response, 400, { title: echo, detail: `got ${request.headers.authorization ?? ''} ${echo}` });
  });
  const told: string[] = [];
  const upload = { ...file, body: { bytes: Buffer.from(content) } };
  for (const outcome of [
    await client.uploadFile(upload, options),
    await client.processFile(submission, options),
    await client.getDocument('d', options),
  ]) {
    told.push(JSON.stringify(outcome));
  }
  const all = [...told, ...log.lines].join('\n');
  expect(told.join()).toContain('Bearer …');
  expect(log.lines.length).toBeGreaterThan(0);
  for (const hidden of [testSecret, testToken, content]) expect(all).not.toContain(hidden);
});

test('a download that breaks off throws its fault and never ends as if it were whole', async () => {
  let breakOff: () => void = () => undefined;
  const { client } = await startScripted((_request, response, raw) => {
    breakOff = () => void raw.socket.resetAndDestroy();
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-length': '1000',
      'x-hy-filename': 'a%20%C3%BC.pdf',
    });
    response.write('part');
  });
  const download = await client.downloadFile('f', options);
  expect(download.ok ? download.value.fileName : null).toBe('a ü.pdf');
  breakOff();
  const read = async (): Promise<void> => {
    if (download.ok) for await (const chunk of download.value.body) expect(chunk.length).toBeGreaterThan(0);
  };
  await expect(read()).rejects.toMatchObject({ fault: { code: 'service-unreachable' } });
});

test('a DELETE whose answer was lost and whose repeat finds nothing is done', async () => {
  let resets = 1;
  const { client } = await startScripted((_request, response, raw) => {
    if (resets-- > 0) raw.socket.resetAndDestroy();
    else answerJson(response, 404, { title: 'Not Found', status: 404, detail: 'no such record' });
  });
  const remove = { path: { externalId: 'i' } };
  const repeated = await client.callOperation('enrichment.suppliers.delete', remove, { lane: 'reference', tries: 2 });
  expect(repeated.ok).toBe(true);
  const again = await client.callOperation('enrichment.suppliers.delete', remove, { lane: 'reference', tries: 2 });
  expect(again.ok ? null : again.fault.code).toBe('not-found');
});

test.each([
  ['another case', { id: 'case-2' }],
  ['an id longer than any', { id: 'x'.repeat(2_000_000) }],
  ['no id', { unexpected: [true] }],
])('a case or document that is asked for and answered with %s is not taken for the one asked for', async (_, body) => {
  const { client } = await answers(200, { state: 'done', ...body });
  const reading = [client.getCase('case-1', options), client.getDocument('case-1', options)];
  for (const answer of await Promise.all(reading))
    expect(answer.ok ? answer.value.id : answer.fault.code).toBe('answer-not-understood');
});

test('a case and a document are the ones asked for where only the case of the letters differs', async () => {
  const { client } = await answers(200, { state: 'done', id: 'ABC-1' });
  const reading = [client.getCase('abc-1', options), client.getDocument('abc-1', options)];
  for (const answer of await Promise.all(reading))
    expect(answer.ok ? answer.value.id : answer.fault.code).toBe('ABC-1');
});
