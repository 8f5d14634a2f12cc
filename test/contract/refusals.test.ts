import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationTable } from '../../src/main/engine/service/operations/table.ts';
import type { NamedServiceClient } from '../../src/main/engine/service/service-client.ts';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { PracticeService } from '../../src/main/practice/practice-service.ts';
import { createContractClient } from './contract-ground.ts';
import { documented, send } from './openapi-client.ts';
import { aboutNothing, basicOf, bearerOf, inputOf, prepare, sendRaw } from './prepared-ground.ts';
import type { PreparedGround } from './prepared-ground.ts';

/** The error bodies of the interface document ("Errors"), each exactly. */
const shapes = {
  plain: z.strictObject({ detail: z.string(), status: z.int(), title: z.string() }),
  agent: z.strictObject({ detail: z.string().nullable(), status: z.int(), title: z.string() }),
  validation: z.strictObject({
    detail: z.array(z.strictObject({ loc: z.array(z.unknown()), msg: z.string(), type: z.string() })).min(1),
  }),
  problem: z
    .strictObject({ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), instance: z.string() })
    .partial(),
  timed: z.strictObject({ status: z.int(), title: z.string(), detail: z.string(), errorAt: z.iso.datetime() }),
} as const;
type ShapeName = keyof typeof shapes;

const names = operationTable.map(({ name }) => name);
const withBody = names.filter((name) => documented.get(name)?.requestBody !== undefined);
const aboutOne = names.filter((name) => /\{(?!type)/.test(documented.get(name)?.path ?? ''));
const ground: { service?: PracticeService; prepared?: PreparedGround; bare?: PracticeService } = {};

beforeAll(async () => {
  ground.service = await startPracticeService({ processingMs: 20 });
  ground.prepared = await prepare(ground.service);
  ground.bare = await startPracticeService({ scopes: ['companies.read'] });
});
afterAll(async () => {
  await ground.service?.close();
  await ground.bare?.close();
});

function there(): PreparedGround {
  if (ground.prepared === undefined) throw new Error('not prepared');
  return ground.prepared;
}

function serviceWithoutScopes(): PracticeService {
  if (ground.bare === undefined) throw new Error('not started');
  return ground.bare;
}

const isAgent = (name: string): boolean => /^agents\.|^agent-workflows\./.test(name);

async function expectRefusal(response: Response, status: number, shape: ShapeName): Promise<void> {
  const text = await response.text();
  expect([response.status, text === '' ? 'no body' : response.headers.get('content-type')]).toEqual([
    status,
    'application/json',
  ]);
  const body: unknown = JSON.parse(text);
  expect(shapes[shape].safeParse(body).error?.message).toBeUndefined();
  if (shape !== 'validation') expect(body).toMatchObject({ status });
  expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
}

test.each(names)('%s without a token, and with a wrong one, is refused with 401', async (name) => {
  const { baseUrl, kept } = there();
  const shape = name === 'document-xml.get' ? 'timed' : 'plain';
  for (const authorization of ['', 'Bearer wrong', 'Basic eDp5']) {
    await expectRefusal(await send(baseUrl, authorization, name, inputOf(name, kept)), 401, shape);
  }
});

test.each(names.slice(1))('%s without its scope is refused with 403', async (name) => {
  const service = serviceWithoutScopes();
  const bearer = await bearerOf(service.baseUrl, basicOf(service));
  const response = await send(service.baseUrl, bearer, name, inputOf(name, there().kept));
  await expectRefusal(response, 403, name === 'document-xml.get' ? 'timed' : 'plain');
});

const aboutFiles = ['documents.process-file', 'cases.process-file-batch', 'cases.create'];

function missingShape(name: string): ShapeName {
  if (name.startsWith('enrichment.')) return 'problem';
  if (name === 'document-xml.get') return 'timed';
  return isAgent(name) ? 'agent' : 'plain';
}

test.each([...aboutOne, ...aboutFiles])('%s of something that is not there is refused with 404', async (name) => {
  const { baseUrl, bearer, kept } = there();
  await expectRefusal(await send(baseUrl, bearer, name, aboutNothing(name, kept)), 404, missingShape(name));
});

/** What a wrong media type and what a wrong body are refused with. */
function refusalOf(name: string): { readonly media: number; readonly body: number; readonly shape: ShapeName } {
  if (/^enrichment\..*\.insert$/.test(name)) return { media: 422, body: 422, shape: 'validation' };
  if (/^enrichment\..*\.patch$/.test(name)) return { media: 415, body: 400, shape: 'validation' };
  return isAgent(name) ? { media: 422, body: 422, shape: 'agent' } : { media: 400, body: 400, shape: 'plain' };
}

const authorized = withBody.filter((name) => name !== 'auth.token');

test.each(authorized)('%s with a media type that is not its own is refused', async (name) => {
  const { path = {} } = inputOf(name, there().kept);
  const { media, shape } = refusalOf(name);
  await expectRefusal(await sendRaw(there(), name, path, '{"message":"x"}', 'application/x-unknown'), media, shape);
});

const tooMany = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, index]));
/** Bodies that break a documented rule each, beside no JSON and no object at all. */
const brokenBodies: Readonly<Record<string, readonly unknown[]>> = {
  'documents.process-file': [{}, { fileId: 'f' }, { fileId: 'f', projectId: 'p', externalData: tooMany }],
  'documents.transfer': [{}, { successful: 'yes' }],
  'documents.reject': [{ message: 1 }],
  'documents.external-data': [{ deep: {} }, { list: [] }, tooMany],
  'cases.transfer': [{}],
  'projects.update': [
    {},
    { name: 'x'.repeat(61) },
    { note: 'x'.repeat(1001) },
    { retentionDays: 0 },
    ...['name', 'extractionModelId', 'ocr', 'completion', 'duplicates', 'isLive', 'members', 'schema'].map((field) => ({
      [field]: null,
    })),
  ],
  'enrichment.invoices.insert': [
    { externalId: 'i' },
    { invoiceLines: [] },
    { externalId: 'i', invoiceLines: [], currency: 'EURO' },
    { externalId: 'i', invoiceLines: [], issuedDate: '2023-02-29' },
    { externalId: 'i', invoiceLines: [{ externalId: 'l' }, { externalId: 'l' }] },
    { externalId: 'i', invoiceLines: [], paymentTerms: { descriptions: [{ text: 't', language: 'xx' }] } },
  ],
  'enrichment.invoices.patch': [
    { externalId: 'invoices-0001' },
    { invoiceLines: [] },
    { externalId: 'other', invoiceLines: [] },
    { externalId: 'invoices-0001', invoiceLines: null },
  ],
  'enrichment.internal-orders.insert': [
    { externalId: 'o' },
    { internalOrderCode: '1' },
    { externalId: 'o', internalOrderCode: '1', language: 'german' },
    { externalId: 'o', internalOrderCode: '1', currency: 'eur' },
    { externalId: 'o', internalOrderCode: '1', createdDate: '01.02.2026' },
  ],
  'enrichment.internal-orders.patch': [{ internalOrderCode: null }, { externalId: null }],
  'agents.create': [
    { name: 'A', description: '', prompt: '', type: 'CLEVER' },
    { name: 'A', description: '', prompt: '', type: 'BASIC', isOotb: true },
    { name: 'A', description: '', prompt: '', type: 'BASIC', sourceTemplateAgentId: 's' },
    { name: 'A', description: '', type: 'BASIC' },
  ],
  'agents.update': [{ name: 'other' }, { companyId: 'other' }, { prompt: null }, { isOotb: true }],
  'agent-workflows.create': [{ name: 'W' }, { name: 'W', workflowConfiguration: { steps: [] }, isOotb: true }],
  'routings.order': [{}, { order: -1 }],
};

test.each(authorized.filter((name) => name !== 'files.upload'))(
  '%s with a body that breaks a rule is refused',
  async (name) => {
    const { path = {} } = inputOf(name, there().kept);
    const { body, shape } = refusalOf(name);
    const [contentType = ''] = Object.keys(documented.get(name)?.requestBody?.content ?? {});
    const texts =
      contentType === 'text/plain'
        ? ['', ...(name === 'documents.title' ? ['x'.repeat(257)] : [])]
        : ['{', '[]', '"x"'];
    for (const text of [...texts, ...(brokenBodies[name] ?? []).map((one) => JSON.stringify(one))]) {
      await expectRefusal(await sendRaw(there(), name, path, text, contentType), body, shape);
    }
  },
);

test.each([
  ['documents.list', { limit: -1 }],
  ['documents.list', { limit: 'x' }],
  ['documents.list', { offset: -1 }],
  ['documents.list', { sort: 'title' }],
  ['documents.list', { projectId: ['nowhere'] }],
  ['cases.files', { mainFile: 'maybe' }],
] as const)('%s with the query %o is refused with 400', async (name, query) => {
  const { baseUrl, bearer, kept } = there();
  await expectRefusal(await send(baseUrl, bearer, name, { ...inputOf(name, kept), query }), 400, 'plain');
});

test('what came out of the box takes no more than it may', async () => {
  const { baseUrl, bearer } = there();
  for (const [resource, fine, wrong] of [
    ['agents', { prompt: 'p', description: 'd', editors: ['e'] }, { model: 'm' }],
    ['agent-workflows', { name: 'n', projects: [], workflowConfiguration: { steps: [] } }, { version: '9' }],
  ] as const) {
    const listed = await send(baseUrl, bearer, `${resource}.list`, {});
    const page = z.looseObject({ data: z.array(z.looseObject({ id: z.string(), isOotb: z.boolean() })) });
    const id = page.parse(await listed.json()).data.find(({ isOotb }) => isOotb)?.id ?? '';
    expect((await send(baseUrl, bearer, `${resource}.update`, { path: { id }, body: fine })).status).toBe(200);
    const whole = inputOf(`${resource}.replace`, there().kept).body;
    await expectRefusal(await send(baseUrl, bearer, `${resource}.update`, { path: { id }, body: wrong }), 422, 'agent');
    await expectRefusal(
      await send(baseUrl, bearer, `${resource}.replace`, { path: { id }, body: whole }),
      422,
      'agent',
    );
  }
});

describe('on the side of the client', () => {
  const options = { lane: 'person', tries: 1 } as const;
  const clients: { client?: NamedServiceClient; bare?: NamedServiceClient } = {};
  beforeAll(() => {
    if (ground.service === undefined) throw new Error('not started');
    clients.client = createContractClient(ground.service);
    clients.bare = createContractClient(serviceWithoutScopes());
  });
  afterAll(async () => {
    await clients.client?.close();
    await clients.bare?.close();
  });

  test.each([...aboutOne, ...aboutFiles])('%s keeps what the service says of what is not there', async (name) => {
    const { baseUrl, bearer, kept } = there();
    const input = aboutNothing(name, kept);
    const answer = await send(baseUrl, bearer, name, input);
    const { title, detail } = z.looseObject({ title: z.string(), detail: z.string() }).parse(await answer.json());
    const outcome = await clients.client?.callOperation(name, input, options);
    if (outcome === undefined || outcome.ok) throw new Error('not refused');
    expect(outcome.fault.code).toMatch(/^(?:not-found|project-unknown)$/);
    expect(outcome.fault.params).toMatchObject({ operation: name, status: 404, title, detail });
  });

  test.each(names.slice(1))('%s names the scope that is missing', async (name) => {
    const { bare } = clients;
    const scope = operationTable.find((operation) => operation.name === name)?.scope ?? null;
    const before = serviceWithoutScopes().stats().requests[name] ?? 0;
    const outcome = await bare?.callOperation(name, inputOf(name, there().kept), options);
    if (outcome === undefined || outcome.ok) throw new Error('not refused');
    // Where the interface document tells no scope, what the service says of it is all there is.
    expect(outcome.fault.code).toBe(scope === null ? 'access-refused' : 'scope-missing');
    if (scope === null) expect(String(outcome.fault.params['detail'])).toContain('documents.');
    else expect(outcome.fault.params).toMatchObject({ scope: scope.name });
    const sent = (serviceWithoutScopes().stats().requests[name] ?? 0) - before;
    expect(sent).toBe(scope?.source === 'documented' ? 0 : 1);
  });

  test.each([
    ['enrichment.lookup-tables.insert', { path: { type: 'Not Lower' }, body: { externalId: 'r' } }, 422],
    ['projects.create', { body: { name: 'x', retentionDays: 0 } }, 400],
    ['routings.create', { body: { name: 'x', fromProjectId: 'mail-in', toProjectId: 'nowhere' } }, 400],
    ['agents.create', { body: { name: 'x', description: '', prompt: '', type: 'BASIC', versions: [1] } }, 422],
    ['agent-workflows.create', { body: { name: 'x' } }, 422],
  ] as const)('%s keeps what the service says of a body', async (name, input, status) => {
    const { baseUrl, bearer } = there();
    const answer = await send(baseUrl, bearer, name, input);
    const outcome = await clients.client?.callOperation(name, input, options);
    if (outcome === undefined || outcome.ok) throw new Error('not refused');
    expect(outcome.fault.params).toMatchObject({ operation: name, status });
    const { detail } = z.looseObject({ detail: z.unknown() }).parse(await answer.json());
    const words = z.array(z.looseObject({ msg: z.string() })).safeParse(detail);
    expect(String(outcome.fault.params['detail'])).toContain(words.success ? (words.data[0]?.msg ?? '') : detail);
  });
});
