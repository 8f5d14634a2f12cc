import { connect as connectSocket } from 'node:net';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import type { faultKinds } from '../../src/main/practice/practice-faults.ts';
import { createFaultPlan } from '../../src/main/practice/practice-faults.ts';
import { parseFaults } from '../../src/main/practice/practice-service.ts';
import { withService } from './interface-client.ts';
import type { InterfaceClient } from './interface-client.ts';
import { fc } from '../support/property.ts';

test('a fault text is read', () => {
  expect(parseFaults('')).toEqual({ ok: true, faults: [] });
  expect(parseFaults('503=0.05, documents.process-file:reset-after=1x3,files.*:slow=.5')).toEqual({
    ok: true,
    faults: [
      { operation: null, kind: '503', probability: 0.05, times: null },
      { operation: 'documents.process-file', kind: 'reset-after', probability: 1, times: 3 },
      { operation: 'files.*', kind: 'slow', probability: 0.5, times: null },
    ],
  });
});

test('a bad fault text says what is wrong', () => {
  const cases = [
    ['503', '"503" is not a fault; write [operation:]kind=probability[xTIMES], for example 503=0.05'],
    ['504=1', '"504" is not a kind of fault; there are 503, 429,'],
    ['503=2', '"503=2": the probability must be between 0 and 1'],
    ['503=1x0', '"503=1x0": the number of times must be at least 1'],
    ['503=1;slow=1', 'is not a fault'],
  ] as const;
  for (const [text, error] of cases) {
    const parsed = parseFaults(text);
    expect(parsed.ok ? '' : parsed.error).toContain(error);
  }
  fc.assert(fc.property(fc.string(), (text) => typeof parseFaults(text).ok === 'boolean'));
});

test('the n-th call of an operation meets the same fate, whatever else is called, and limits hold', () => {
  const faults = [{ operation: 'a', kind: 'slow' as const, probability: 0.3, times: 4 }];
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.constantFrom('a', 'b'), { maxLength: 60 }), (seed, operations) => {
      const mixed = createFaultPlan(seed, faults);
      const alone = createFaultPlan(seed, faults);
      const drawn = operations.map((operation) => ({ operation, fate: mixed.draw(operation) }));
      const ofA = drawn.filter(({ operation }) => operation === 'a').map(({ fate }) => fate);
      expect(ofA).toEqual(ofA.map(() => alone.draw('a')));
      expect(drawn.filter(({ fate }) => fate !== null).every(({ operation }) => operation === 'a')).toBe(true);
      expect(ofA.filter((fate) => fate !== null).length).toBeLessThanOrEqual(4);
    }),
  );
  const many = createFaultPlan(3, [{ operation: null, kind: '503', probability: 0.2, times: null }]);
  const hits = Array.from({ length: 5000 }, () => many.draw('x')).filter((fate) => fate !== null).length;
  expect(hits / 5000).toBeGreaterThan(0.17);
  expect(hits / 5000).toBeLessThan(0.23);
});

/** Sends one request on a bare socket: what came back, and how the connection ended. */
function rawRequest(client: InterfaceClient, head: string, body: string): Promise<{ text: string; end: string }> {
  return new Promise((resolve) => {
    const socket = connectSocket(client.service.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve({ text, end: error.code ?? 'error' }));
    socket.on('close', () => resolve({ text, end: 'closed' }));
    const length = Buffer.byteLength(body);
    socket.write(`${head} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\nConnection: close\r\n`);
    socket.write(`Content-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n${body}`);
  });
}

test('a reset before the act leaves nothing done, a reset after it leaves it done', async () => {
  await withService({}, async (client) => {
    const fileId = await client.upload('x');
    const body = JSON.stringify({ fileId, projectId: 'training' });
    for (const [kind, documents] of [
      ['reset-before', 0],
      ['reset-after', 1],
    ] as const) {
      client.service.injectFault({ operation: 'documents.process-file', kind, probability: 1, times: 1 });
      const ended = await rawRequest(client, 'POST /v2/documents/process-file', body);
      expect(ended).toEqual({ text: '', end: 'ECONNRESET' });
      expect(client.service.stats().documents).toBe(documents);
    }
    const well = await rawRequest(client, 'POST /v2/documents/process-file', body);
    expect(well.text).toContain('HTTP/1.1 202 Accepted');
    expect(client.service.stats()).toMatchObject({ documents: 2, duplicateFileIds: 1 });
    expect(client.service.stats().faults).toEqual({ 'reset-before': 1, 'reset-after': 1 });
  });
});

test('an upload can be reset before and after, too', async () => {
  await withService({}, async (client) => {
    for (const [kind, uploads] of [
      ['reset-before', 0],
      ['reset-after', 1],
    ] as const) {
      client.service.injectFault({ operation: 'files.*', kind, probability: 1, times: 1 });
      const ended = await rawRequest(client, 'POST /v2/files', '{}');
      expect(ended).toEqual({ text: '', end: 'ECONNRESET' });
      expect(client.service.stats().uploads).toBe(uploads);
    }
  });
});

test('503 with a page, 429 without a body, and two kinds of garbage', async () => {
  await withService({}, async (client) => {
    const fileId = await client.upload('x');
    const next = async (kind: (typeof faultKinds)[number]) => {
      client.service.injectFault({ operation: null, kind, probability: 1, times: 1 });
      return client.call('POST', '/documents/process-file', { fileId, projectId: 'training' });
    };
    const unavailable = await next('503');
    expect(unavailable.status).toBe(503);
    expect(unavailable.headers.get('content-type')).toContain('text/html');
    expect(unavailable.headers.get('x-ratelimit-limit')).not.toBeNull();
    const refused = await next('429');
    expect(refused.status).toBe(429);
    expect(refused.text).toBe('');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    const portal = await next('garbage-html');
    expect(portal.status).toBe(200);
    expect(portal.text).toContain('<html>');
    expect(client.service.stats().documents).toBe(0);
    const cut = await next('garbage-cut');
    expect(cut.status).toBe(202);
    expect(cut.headers.get('content-type')).toBe('application/json');
    expect(cut.value).toBeUndefined();
    expect(client.service.stats().documents).toBe(1);
  });
});

test('a slow answer comes in drips, a hanging one not at all', async () => {
  await withService({}, async (client) => {
    client.service.injectFault({ operation: 'documents.list', kind: 'slow', probability: 1, times: 1 });
    const chunks = await new Promise<number>((resolve, reject) => {
      let count = 0;
      const sent = request(
        `${client.service.baseUrl}/documents`,
        { headers: { authorization: `Bearer ${client.token}` } },
        (answer) => {
          answer.on('data', () => (count += 1));
          answer.on('end', () => resolve(count));
        },
      );
      sent.on('error', reject);
      sent.end();
    });
    expect(chunks).toBeGreaterThan(3);
    client.service.injectFault({ operation: 'documents.list', kind: 'hang', probability: 1, times: 1 });
    const hanging = fetch(`${client.service.baseUrl}/documents`, {
      headers: { authorization: `Bearer ${client.token}` },
      signal: AbortSignal.timeout(200),
    });
    await expect(hanging).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

test('latency delays answers; faults can be taken away', async () => {
  const parsed = parseFaults('documents.list:503=1');
  await withService({ latencyMs: 60, faults: parsed.ok ? parsed.faults : [] }, async (client) => {
    const start = performance.now();
    expect((await client.call('GET', '/documents')).status).toBe(503);
    expect(performance.now() - start).toBeGreaterThan(55);
    client.service.clearFaults();
    expect((await client.call('GET', '/documents')).status).toBe(200);
  });
});

test('disconnected it refuses connections, reconnected it knows everything', async () => {
  await withService({}, async (client) => {
    const fileId = await client.upload('x');
    await client.service.disconnect();
    await expect(client.call('GET', '/documents')).rejects.toThrow('fetch failed');
    await client.service.reconnect();
    expect((await client.call('GET', `/files/${fileId}`)).status).toBe(200);
  });
});
