import { expect, test } from 'vitest';
import { z } from 'zod';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { basic, connect, handClock, requestToken, withService } from './interface-client.ts';

test('a token is given for the right pair, uncacheable, with all scopes', async () => {
  await withService({ tokenSeconds: 60 }, async ({ service }) => {
    const answer = await requestToken(service, basic(service.clientId, service.clientSecret));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    const body = z
      .object({
        access_token: z.string().min(20),
        expires_in: z.literal(60),
        token_type: z.literal('Bearer'),
        scope: z.string(),
      })
      .parse(await answer.json());
    expect(body.scope.split(' ')).toEqual(
      expect.arrayContaining(['files.write', 'documents.read', 'enrichment.write']),
    );
  });
});

test('a wrong pair is refused with the error object', async () => {
  await withService({}, async ({ service }) => {
    for (const authorization of [
      basic(service.clientId, 'wrong'),
      basic('nobody', service.clientSecret),
      'Basic ???',
    ]) {
      const answer = await requestToken(service, authorization);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({
        detail: 'The client credentials are invalid.',
        status: 401,
        title: 'Unauthorized',
      });
    }
  });
});

test('the encoding of the pair can be the form one, the raw one, or either', async () => {
  const clientId = 'id with +%';
  const clientSecret = 'se:cret/ü%41';
  const raw = basic(clientId, clientSecret);
  const formText = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  const form = basic(formText(clientId), formText(clientSecret));
  for (const [basicEncoding, rawStatus, formStatus] of [
    ['both', 200, 200],
    ['raw', 200, 401],
    ['form', 401, 200],
  ] as const) {
    const service = await startPracticeService({ clientId, clientSecret, basicEncoding });
    expect((await requestToken(service, raw)).status, `raw at ${basicEncoding}`).toBe(rawStatus);
    expect((await requestToken(service, form)).status, `form at ${basicEncoding}`).toBe(formStatus);
    await service.close();
  }
});

test('another grant type and another content type are refused', async () => {
  await withService({}, async ({ service }) => {
    const authorization = basic(service.clientId, service.clientSecret);
    const send = (body: string, type: string) =>
      fetch(`${service.baseUrl}/auth/token`, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body,
      });
    expect((await send('grant_type=password', 'application/x-www-form-urlencoded')).status).toBe(400);
    expect((await send('{"grant_type":"client_credentials"}', 'application/json')).status).toBe(400);
  });
});

test('a missing, an unknown, a revoked and an expired token are refused', async () => {
  const clock = handClock();
  await withService({ tokenSeconds: 30, clock: clock.now }, async (client) => {
    expect((await fetch(`${client.service.baseUrl}/documents`)).status).toBe(401);
    expect((await client.call('GET', '/documents', undefined, { authorization: 'Bearer x' })).status).toBe(401);
    clock.forward(29_999);
    expect((await client.call('GET', '/documents')).status).toBe(200);
    clock.forward(1);
    const late = await client.call('GET', '/documents');
    expect(late.status).toBe(401);
    expect(late.value).toEqual({ detail: 'The bearer token has expired.', status: 401, title: 'Unauthorized' });

    const second = await connect(client.service);
    expect((await second.call('GET', '/documents')).status).toBe(200);
    expect(client.service.revokeTokens()).toBe(2);
    expect((await second.call('GET', '/documents')).status).toBe(401);
  });
});

test('a token without the scope is refused with 403 and a body', async () => {
  await withService({ scopes: ['documents.read'] }, async (client) => {
    expect((await client.call('GET', '/documents')).status).toBe(200);
    const reply = await client.call('POST', '/documents/process-file', { fileId: 'a', projectId: 'b' });
    expect(reply.status).toBe(403);
    expect(reply.value).toEqual({
      detail: 'The scope documents.write is required.',
      status: 403,
      title: 'Forbidden',
    });
  });
});

test('unknown paths and methods have error objects too', async () => {
  await withService({}, async (client) => {
    expect((await client.call('GET', '/nothing')).value).toMatchObject({ status: 404, title: 'Not Found' });
    const other = await client.call('DELETE', '/documents');
    expect(other.status).toBe(405);
    expect(other.headers.get('allow')).toBe('GET');
    expect((await fetch(client.service.baseUrl.replace('/v2', '/v3/documents'))).status).toBe(404);
  });
});
