import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operationTable } from '../../src/main/engine/service/operations/table.ts';
import { openApiDocument } from '../../src/main/engine/service/openapi/document.ts';
import { keepOf, mustWait, walk } from './all-operations.ts';
import type { Kept, StepInput } from './all-operations.ts';
import { startContract } from './contract-ground.ts';
import { createProblemOf } from './json-schema.ts';
import { answerProblem, documented, openApi, send } from './openapi-client.ts';

interface Ground {
  readonly baseUrl: string;
  readonly basic: string;
  readonly bearer: string;
}

async function start(): Promise<Ground> {
  const { service } = await startContract({ projects: [{ id: 'no-rule', transformation: null }] });
  const { baseUrl, clientId, clientSecret } = service;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const signedIn = await send(baseUrl, basic, 'auth.token', { body: { grant_type: 'client_credentials' } });
  const token = z.looseObject({ access_token: z.string() }).parse(await signedIn.json());
  return { baseUrl, basic, bearer: `Bearer ${token.access_token}` };
}

test('the document holds all operations once, and marks what is not known', () => {
  expect([...documented.keys()].sort()).toEqual(operationTable.map(({ name }) => name).sort());
  const text = JSON.stringify(openApiDocument());
  const referred = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => [
    kind,
    name,
  ]);
  expect(referred.length).toBeGreaterThan(100);
  for (const [kind = '', name = ''] of referred) expect(openApi.components[kind]).toHaveProperty(name);
  for (const { path, parameters } of documented.values()) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const told = z.array(z.looseObject({ name: z.string(), in: z.string() })).parse(parameters ?? []);
    expect(told.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(names);
  }
  expect(documented.get('cases.list')?.responses['2XX']).toHaveProperty('x-unknown', true);
  expect(documented.get('documents.list')?.responses['200']).not.toHaveProperty('x-unknown');
});

/** Every schema in the document, wherever it stands. */
function schemasIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  const inner = Object.entries(value).flatMap(([name, one]) => (name === 'schema' ? [] : schemasIn(one)));
  const own = z.looseObject({ schema: z.record(z.string(), z.unknown()) }).safeParse(value);
  return own.success ? [own.data.schema, ...inner] : inner;
}

test('every schema of the document is one of JSON Schema 2020-12 to a strict reader, and nothing of it is ignored', () => {
  const problemOf = createProblemOf(openApi);
  const named = Object.keys(z.record(z.string(), z.unknown()).parse(openApi.components.schemas));
  const schemas = [...schemasIn(openApi), ...named.map((name) => ({ $ref: `#/components/schemas/${name}` }))];
  expect(schemas.length).toBeGreaterThan(150);
  for (const schema of schemas) expect(() => problemOf({}, schema)).not.toThrow();
  expect(() => problemOf({}, { typ: 'object' })).toThrow('typ');
  expect(() => problemOf('', { type: 'string', format: 'dat' })).toThrow('dat');
  expect(problemOf({ id: 1 }, { $ref: '#/components/schemas/UploadedFile' })).toContain('$/id must be string');
});

test('the practice service answers each operation as the document says', async () => {
  const { baseUrl, basic, bearer } = await start();
  let kept: Kept = {};
  const problems: string[] = [];
  for (const step of walk) {
    let answer: unknown = null;
    await expect
      .poll(async () => {
        const response = await send(baseUrl, step.name === 'auth.token' ? basic : bearer, step.name, step.input(kept));
        const problem = await answerProblem(step.name, response);
        if (problem !== null && !problems.includes(problem)) problems.push(problem);
        const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
        answer = isJson ? await response.json() : null;
        return mustWait(step, answer);
      })
      .toBe(false);
    kept = keepOf(step, answer, kept);
  }
  expect(problems).toEqual([]);
});

const unknown = { path: { id: 'nothing', externalId: 'nothing' } };
const refusals: [name: string, status: number, input: StepInput, authorization?: string][] = [
  ['auth.token', 401, { body: { grant_type: 'client_credentials' } }, 'Basic eDp5'],
  ['files.download', 404, unknown],
  ['documents.list', 400, { query: { limit: -1 } }],
  ['documents.list', 400, { query: { offset: -1 } }],
  ['documents.list', 400, { query: { sort: 'title' } }],
  ['documents.list', 400, { query: { projectId: 'nowhere' } }],
  ['documents.process-file', 404, { body: { fileId: 'nothing', projectId: 'mail-in' } }],
  ['documents.process-file', 400, { body: { projectId: 'mail-in' } }],
  ['documents.get', 404, unknown],
  ['documents.transfer', 404, { ...unknown, body: { successful: true } }],
  ['enrichment.invoices.patch', 404, { ...unknown, body: { externalId: 'nothing', invoiceLines: [] } }],
  ['enrichment.internal-orders.insert', 422, { body: { externalId: 'o' } }],
  ['enrichment.suppliers.delete', 404, unknown],
  ['document-xml.get', 400, unknown],
  ['document-xml.get', 401, { ...unknown, query: { projectId: 'mail-in' } }, 'Bearer wrong'],
  ['document-xml.get', 404, { ...unknown, query: { projectId: 'mail-in' } }],
  ['agents.create', 422, { body: { name: 'x' } }],
  ['agents.create', 422, { body: { name: 'x', description: '', prompt: '', type: 'BASIC', isOotb: true } }],
  ['agents.create', 401, { body: {} }, 'Bearer wrong'],
];

test.each<(typeof refusals)[number]>(refusals)(
  '%s is refused with %i as documented',
  async (name, status, input, authorization) => {
    const { baseUrl, bearer } = await start();
    const response = await send(baseUrl, authorization ?? bearer, name, input);
    expect(response.status).toBe(status);
    expect(await answerProblem(name, response)).toBeNull();
  },
);

test('a merge patch of another media type is refused with 415, an unsupported upload with 400', async () => {
  const { baseUrl, bearer } = await start();
  const authorization = bearer;
  const type = 'application/json';
  await fetch(`${baseUrl}/enrichment/invoices`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body: JSON.stringify({ externalId: 'i', invoiceLines: [] }),
  });
  const patched = await fetch(`${baseUrl}/enrichment/invoices/i`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': type },
    body: JSON.stringify({ externalId: 'i', invoiceLines: [] }),
  });
  expect([patched.status, await answerProblem('enrichment.invoices.patch', patched)]).toEqual([415, null]);
  const headers = { authorization, 'content-type': 'application/x-unknown' };
  const uploaded = await fetch(`${baseUrl}/files`, { method: 'POST', headers, body: 'x' });
  expect([uploaded.status, await answerProblem('files.upload', uploaded)]).toEqual([400, null]);
});

test('an answer that is wrong is noticed', async () => {
  const headers = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1' };
  const wrong = Response.json({ data: [{ id: 'd' }], limit: 20, offset: 0 }, { headers });
  expect(await answerProblem('documents.list', wrong)).toContain('state');
  expect(await answerProblem('documents.list', new Response(null, { status: 204, headers }))).toContain('status 204');
  expect(await answerProblem('documents.get', Response.json({}))).toContain('x-ratelimit');
  expect(await answerProblem('documents.transfer', new Response('x', { status: 202, headers }))).toContain('body');
});

test('the document is an OpenAPI 3.1 document to a validator of the meta schema', async () => {
  const document = structuredClone(openApi);

  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  const broken = { ...document, paths: { '/broken': { get: { responses: { 200: {} } } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});
