import { expect, test } from 'vitest';
import type { CallOptions } from '../../../src/main/engine/service/client.ts';
import { answerJson, answerToken, startScripted, testSecret } from './scripted-service.ts';
import type { Script } from './scripted-service.ts';

const options: CallOptions = { lane: 'person', tries: 1 };
const document: Script = (_request, response) => answerJson(response, 200, { id: 'd', state: 'done' });
const pair = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const formPair = pair('client+id:S3cret%3Awith%25odd+%C3%84%C3%96');
const rawPair = pair(`client id:${testSecret}`);

test('one token serves all who wait, and is asked for with form-encoded credentials', async () => {
  const { client, tokenRequests } = await startScripted(document);
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => client.getDocument('d', options)));
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  expect(tokenRequests).toHaveLength(1);
  expect(tokenRequests[0]?.headers.authorization).toBe(formPair);
  expect(tokenRequests[0]?.body.toString()).toBe('grant_type=client_credentials');
});

test('a service that wants the raw pair gets it after one 401, and at once from then on', async () => {
  const remembered: string[] = [];
  const { client, tokenRequests } = await startScripted(document, {
    token: (request, response) => {
      if (request.headers.authorization === rawPair) answerToken(response, undefined, 1);
      else answerJson(response, 401, { title: 'Unauthorized', status: 401, detail: 'bad client' });
    },
    rememberedBasicEncoding: {
      get: () => (remembered.includes('raw') ? 'raw' : null),
      set: (encoding) => remembered.push(encoding),
    },
  });
  expect((await client.getDocument('d', options)).ok).toBe(true);
  await client.signIn(options);
  expect(tokenRequests.map((request) => request.headers.authorization)).toEqual([formPair, rawPair, rawPair]);
  expect(remembered).toEqual(['raw']);
});

test('wrong credentials are refused once for all who wait', async () => {
  const { client, tokenRequests, requests } = await startScripted(document, {
    token: (_request, response) => answerJson(response, 401, { title: 'Unauthorized', status: 401, detail: 'bad' }),
  });
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => client.getDocument('d', { ...options, tries: 4 })),
  );
  for (const outcome of outcomes) expect(outcome.ok ? null : outcome.fault.code).toBe('sign-in-refused');
  expect(tokenRequests).toHaveLength(2);
  expect(requests).toHaveLength(0);
});

test('a token of 2 s is renewed before it ends, without a loop', async () => {
  let issued = 0;
  const { client, tokenRequests, requests } = await startScripted(document, {
    token: (_request, response) => answerToken(response, undefined, 2, `token-${(issued += 1)}`),
  });
  const begun = Date.now();
  const renewals = async (): Promise<number> => {
    expect((await client.getDocument('d', options)).ok).toBe(true);
    return tokenRequests.length - 1;
  };
  await expect.poll(renewals, { interval: 20 }).toBeGreaterThanOrEqual(1);
  for (let call = 0; call < 20; call += 1) await renewals();
  expect(await renewals()).toBeLessThanOrEqual((Date.now() - begun) / 1_000);
  expect(new Set(requests.map((request) => request.headers.authorization)).size).toBe(tokenRequests.length);
});

test.each([0, -5, null, 'soon', 0.0001])('expires_in %s makes no loop', async (seconds) => {
  const { client, tokenRequests } = await startScripted(document, {
    token: (_request, response) => answerToken(response, undefined, seconds),
  });
  for (let call = 0; call < 20; call += 1) expect((await client.getDocument('d', options)).ok).toBe(true);
  expect(tokenRequests.length).toBeLessThanOrEqual(2);
});

test('a 401 in the middle renews once for everybody and goes on', async () => {
  let good = 'first';
  let issued = 0;
  const { client, tokenRequests } = await startScripted(
    (request, response, raw) => {
      if (request.headers.authorization === `Bearer ${good}`) document(request, response, raw);
      else answerJson(response, 401, { title: 'Unauthorized', status: 401, detail: 'expired' });
    },
    { token: (_request, response) => answerToken(response, undefined, 3600, ['first', 'second'][issued++] ?? 'third') },
  );
  expect((await client.getDocument('d', options)).ok).toBe(true);
  good = 'second';
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => client.getDocument('d', options)));
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);
  expect(tokenRequests).toHaveLength(2);
});

test('a service that refuses every token is asked twice, not for ever', async () => {
  const { client, requests } = await startScripted((_request, response) =>
    answerJson(response, 401, { title: 'Unauthorized', status: 401, detail: 'no' }),
  );
  const outcome = await client.getDocument('d', { ...options, tries: 5 });
  expect(outcome.ok ? null : outcome.fault.code).toBe('sign-in-refused');
  expect(requests).toHaveLength(2);
});

test('a missing scope is recognised before anything is sent, where the token names its scopes', async () => {
  const named = await startScripted(document, {
    token: (_request, response) => answerToken(response, 'files.read documents.read'),
  });
  expect((await named.client.getDocument('d', options)).ok).toBe(true);
  const refused = await named.client.setTitle('d', 'Title', options);
  expect(refused.ok ? null : refused.fault).toMatchObject({
    code: 'scope-missing',
    params: { scope: 'documents.write' },
  });
  expect(named.requests).toHaveLength(1);
  const silent = await startScripted((_request, response) => {
    response.writeHead(202);
    response.end();
  });
  expect((await silent.client.setTitle('d', 'Title', options)).ok).toBe(true);
});

test.each([
  ['a page', 200, '<html>portal</html>', 'answer-not-understood'],
  ['no token', 200, '{"token_type":"Bearer"}', 'answer-not-understood'],
  ['a wrong address', 404, '{"title":"Not Found"}', 'answer-not-understood'],
  ['invalid_client', 400, '{"error":"invalid_client"}', 'sign-in-refused'],
  ['its own failure', 500, '{}', 'service-failed'],
])('signing in that answers %s is one fault', async (_name, status, body, code) => {
  const { client, requests } = await startScripted(document, {
    token: (_request, response) => {
      response.writeHead(status, { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' });
      response.end(body);
    },
  });
  const outcome = await client.processFile({ fileId: 'f', projectId: 'p' }, options);
  expect(outcome.ok ? null : outcome.fault.code).toBe(code);
  expect(requests).toHaveLength(0);
});

test('a service that says back what it was sent, however written, brings no secret into a fault or the log', async () => {
  const written: readonly ((secret: string, header: string) => string)[] = [
    (secret) => secret,
    (secret) => encodeURIComponent(secret),
    (secret) => new URLSearchParams({ of: secret }).toString().slice(3),
    (_, header) => header,
    (_, header) => header.slice('Basic '.length),
  ];
  for (const write of written) {
    const said: string[] = [];
    const { client, log } = await startScripted(document, {
      token: ({ headers }, response) => {
        const detail = `unknown client ${write(testSecret, headers.authorization ?? '')}`;
        said.push(detail.slice('unknown client '.length).replace(/^Basic /u, ''));
        answerJson(response, 401, { title: 'Unauthorized', status: 401, detail });
      },
    });
    const told = JSON.stringify([await client.getDocument('d', options), log.lines]);
    expect(told).toContain('unknown client');
    expect(said.length).toBeGreaterThan(0);
    for (const secret of said) expect(told).not.toContain(secret);
  }
});

test('no secret is a fault of its own, and a locked keychain passes its own', async () => {
  const none = await startScripted(document, { readSecret: () => Promise.resolve({ ok: true, value: null }) });
  const missing = await none.client.getDocument('d', options);
  expect(missing.ok ? null : missing.fault).toMatchObject({
    code: 'credentials-missing',
    params: { connection: 'One' },
  });
  const fault = { code: 'keychain-locked', retry: 'later', owner: 'it', params: {} } as const;
  const locked = await startScripted(document, { readSecret: () => Promise.resolve({ ok: false, fault }) });
  expect(await locked.client.getDocument('d', options)).toEqual({ ok: false, fault });
});
