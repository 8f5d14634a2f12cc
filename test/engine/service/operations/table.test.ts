import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { currencyCodes, languageCodes } from '../../../../src/main/engine/service/operations/codes.ts';
import { invoiceAddsUp, invoiceSchema } from '../../../../src/main/engine/service/operations/enrichment-records.ts';
import { findOperation, operationTable } from '../../../../src/main/engine/service/operations/table.ts';
import { describeFault } from '../../../../src/main/engine/faults/describe.ts';
import { answerJson, startScripted } from '../scripted-service.ts';

const rows = operationTable.map(({ method, path }) => `${method} ${path}`);
const document = join(import.meta.dirname, '../../../../../shared/service-interface.md');

test('the table holds 108 operations, each name and each method with path once', () => {
  expect(operationTable).toHaveLength(108);
  expect(new Set(rows).size).toBe(108);
  expect(new Set(operationTable.map(({ name }) => name)).size).toBe(108);
  const counts: Record<string, number> = {};
  for (const { name } of operationTable) {
    const resource = name.split('.')[0] ?? '';
    counts[resource] = (counts[resource] ?? 0) + 1;
  }
  expect(counts).toEqual({
    auth: 1,
    files: 2,
    documents: 9,
    cases: 6,
    projects: 5,
    enrichment: 57,
    'document-xml': 1,
    agents: 6,
    'agent-workflows': 6,
    'enrichment-workflows': 6,
    routings: 6,
    emails: 3,
  });
});

/** All operations that the interface document names, families unfolded; null where it isn't at hand. */
function documentedRows(): Set<string> | null {
  if (!existsSync(document)) return null;
  const text = readFileSync(document, 'utf8');
  const found = new Set<string>();
  for (const match of text.matchAll(/(?:\*\*|\| )(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)) {
    found.add(`${match[1] ?? ''} ${match[2] ?? ''}`);
  }
  const families = /the same three operations,.*?: (.*?)\. Lookup-table rows/s.exec(text)?.[1] ?? '';
  const paths = families
    .replace(/\s*\([^)]*\)/g, '')
    .split(/,\s*/)
    .map((family) => `/enrichment/${family}`);
  for (const path of [...paths, '/enrichment/lookup-tables/{type}']) {
    for (const row of [`POST ${path}`, `PATCH ${path}/{externalId}`, `DELETE ${path}/{externalId}`]) found.add(row);
  }
  return found;
}

test('the table and the interface document name the same operations', () => {
  const documented = documentedRows();
  if (documented !== null) expect([...documented].sort()).toEqual([...rows].sort());
  expect(findOperation('documents.process-file')?.path).toBe('/documents/process-file');
  expect(findOperation('nothing')).toBeNull();
});

test('what makes something new is reconciled after a lost answer, all else may be repeated', () => {
  expect(operationTable.filter(({ repeat }) => repeat === 'reconcile').map(({ name }) => name)).toEqual([
    'documents.process-file',
    'cases.process-file-batch',
    'cases.create',
    'projects.create',
    'agents.create',
    'agent-workflows.create',
    'enrichment-workflows.create',
    'routings.create',
  ]);
});

test('codes are those of the document', () => {
  expect([currencyCodes.length, new Set(currencyCodes).size]).toEqual([currencyCodes.length, currencyCodes.length]);
  expect(currencyCodes).toContain('EUR');
  expect(languageCodes).toContain('de');
  if (!existsSync(document)) return;
  const text = readFileSync(document, 'utf8');
  expect(text).toContain(currencyCodes.join(' '));
  expect(text).toContain(languageCodes.join(' '));
});

const options = { lane: 'reference', tries: 1 } as const;
const agent = { name: 'a', description: 'd', prompt: 'p', type: 'BASIC' };
test.each([
  ['projects.update', { id: 'p' }, {}],
  ['projects.update', { id: 'p' }, { name: null }],
  ['agents.create', {}, { ...agent, type: 'WIZARD' }],
  ['agents.create', {}, { ...agent, isOotb: true }],
  ['agents.create', {}, { ...agent, sourceTemplateAgentId: 'x' }],
  ['enrichment.invoices.patch', { externalId: 'i' }, { externalId: 'i' }],
  ['enrichment.invoices.patch', { externalId: 'i' }, { externalId: 'i', invoiceLines: [], currency: 'EURO' }],
  ['enrichment.invoices.patch', { externalId: 'i' }, { externalId: 'i', invoiceLines: [], issuedDate: '2024-02-30' }],
  ['enrichment.internal-orders.insert', {}, { externalId: 'o' }],
  ['enrichment.internal-orders.insert', {}, { externalId: 'o', internalOrderCode: '1', language: 'xx' }],
  ['enrichment.suppliers.insert', {}, { externalId: 'with blank' }],
  ['enrichment.suppliers.patch', { externalId: 'i' }, { externalId: null }],
  [
    'enrichment.invoices.patch',
    { externalId: 'i' },
    { externalId: 'i', invoiceLines: [{ externalId: 'l' }, { externalId: 'l' }] },
  ],
  ['enrichment.invoices.patch', { externalId: 'i' }, { externalId: 'i', invoiceLines: null }],
  ['enrichment.internal-orders.patch', { externalId: 'o' }, { internalOrderCode: null }],
  ['enrichment.internal-orders.patch', { externalId: 'o' }, { createdDate: '2023-02-29' }],
  ['agents.update', { id: 'a' }, {}],
  ['agents.update', { id: 'a' }, { prompt: null }],
  ['agents.update', { id: 'a' }, { toolIds: 'calc' }],
  ['agent-workflows.create', {}, { name: 'w', sourceTemplateWorkflowId: 'x' }],
  ['agent-workflows.create', {}, { name: 'w', sourceWorkflowVersion: '2' }],
  ['cases.create', {}, { projectId: 'p', files: [{ id: 'f' }] }],
])('%s refuses %o %o before anything is sent', async (name, path, body) => {
  const { client, requests } = await startScripted((_request, response) => answerJson(response, 200, { id: '1' }));
  const outcome = await client.callOperation(name, { path, body }, options);
  expect(outcome.ok ? null : outcome.fault.code).toMatch(/^(wrong-usage|external-id-invalid)$/);
  expect(requests).toHaveLength(0);
});

test('agent workflows go by the scopes of agents', () => {
  const scopes = operationTable
    .filter(({ name }) => name.startsWith('agent-workflows.'))
    .map(({ scope }) => scope?.name);
  expect([...new Set(scopes)].sort()).toEqual(['agents.read', 'agents.write']);
});

test('null stands at any depth of a merge patch', async () => {
  const { client, requests } = await startScripted((_request, response) => answerJson(response, 200, { id: '1' }));
  const body = {
    externalId: 'i',
    invoiceLines: [{ externalId: 'l', taxCode: { code: null }, accountAssignments: [{ quantity: null }] }],
    paymentTerms: { paymentTermKey: null, descriptions: [{ text: null, language: null }] },
    customFields: { a: { b: null } },
  };
  expect(
    (await client.callOperation('enrichment.invoices.patch', { path: { externalId: 'i' }, body }, options)).ok,
  ).toBe(true);
  expect(JSON.parse(requests[0]?.body.toString() ?? '')).toEqual(body);
});

test('what is read verbatim and patched back loses nothing', async () => {
  const text = '{"id":"p","name":7,"retentionDays":1.0,"n":12345678901234567890,"more":{"x":[null]}}';
  const { client, requests } = await startScripted((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  });
  const read = await client.callVerbatim('projects.get', { path: { id: 'p' } }, options);
  expect(read).toEqual({ ok: true, value: text });
  const body: unknown = JSON.parse(text);
  const patch = { path: { id: 'p' }, body, bodyText: text };
  expect((await client.callVerbatim('projects.update', patch, options)).ok).toBe(true);
  expect(requests[1]?.body.toString()).toBe(text);
});

test('a field that is missing or of another kind is named, with where to look', async () => {
  const { client } = await startScripted((_request, response) => answerJson(response, 200, {}));
  const missing = await client.callOperation('documents.process-file', { body: { fileId: 'f' } }, options);
  expect(missing.ok ? null : describeFault(missing.fault, 'en')).toMatchObject({
    reason: 'The field projectId is missing.',
    nextStep: 'Add it; nothing was sent. Its fields: mailroom api documents.process-file --help.',
  });
  const other = await client.callOperation(
    'documents.transfer',
    { path: { id: 'd' }, body: { successful: 'yes' } },
    options,
  );
  expect(other.ok ? null : describeFault(other.fault, 'de').reason).toBe(
    'successful kann so nicht gesendet werden: es muss true oder false sein.',
  );
});

test('patches go as merge patches with their nulls, and clearable project fields may be null', async () => {
  const { client, requests } = await startScripted((_request, response) => answerJson(response, 200, { id: '1' }));
  const record = { externalId: 'i', invoiceLines: [], currency: null, customFields: { a: 'b' } };
  expect(
    (await client.callOperation('enrichment.invoices.patch', { path: { externalId: 'i' }, body: record }, options)).ok,
  ).toBe(true);
  expect((await client.callOperation('projects.update', { path: { id: 'p' }, body: { note: null } }, options)).ok).toBe(
    true,
  );
  expect(requests.map((request) => request.headers['content-type'])).toEqual([
    'application/merge-patch+json',
    'application/json',
  ]);
  expect(JSON.parse(requests[0]?.body.toString() ?? '')).toEqual(record);
});

test('an invoice that does not add up is noticed', () => {
  const invoice = {
    externalId: 'i',
    invoiceLines: [],
    totalNetAmount: 100.1,
    totalTaxAmount: 19.02,
    totalGrossAmount: 119.12,
  };
  expect(invoiceAddsUp(invoiceSchema.parse(invoice))).toBe(true);
  expect(invoiceAddsUp(invoiceSchema.parse({ ...invoice, totalFreightCharges: 1 }))).toBe(false);
  expect(invoiceAddsUp(invoiceSchema.parse({ externalId: 'i', invoiceLines: [] }))).toBe(true);
});
