import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handClock, withService } from './interface-client.ts';

const families =
  'invoices companies suppliers purchase-orders gl-accounts cost-centers approvers customers contracts sales-orders products ' +
  'customer-products addresses quotes goods-receipts profit-centers internal-orders projects lookup-tables/{type}';

/** Every operation of the interface, as method and path; written out from its document, so that both sides can be checked. */
const operations = [
  'POST /auth/token',
  'POST /files',
  'GET /files/{id}',
  'GET /documents',
  'POST /documents/process-file',
  'GET /documents/{id}',
  'POST /documents/{id}/transfer',
  'POST /documents/{id}/reject',
  'POST /documents/{id}/external-data',
  'POST /documents/{id}/external-id',
  'POST /documents/{id}/title',
  'GET /documents/{id}/states',
  'POST /cases/process-file-batch',
  'POST /cases/create',
  'GET /cases',
  'GET /cases/{id}',
  'POST /cases/{id}/transfer',
  'GET /cases/{id}/files',
  'POST /projects',
  'GET /projects',
  'GET /projects/{id}',
  'PATCH /projects/{id}',
  'GET /projects/{id}/schema',
  ...families
    .split(' ')
    .flatMap((family) => [
      `POST /enrichment/${family}`,
      `PATCH /enrichment/${family}/{externalId}`,
      `DELETE /enrichment/${family}/{externalId}`,
    ]),
  'GET /document-xml/documents/{id}',
  ...['agents', 'agent-workflows'].flatMap((name) => [
    `GET /${name}`,
    `POST /${name}`,
    `GET /${name}/{id}`,
    `PUT /${name}/{id}`,
    `PATCH /${name}/{id}`,
    `DELETE /${name}/{id}`,
  ]),
  'GET /enrichment-workflows',
  'POST /enrichment-workflows',
  'GET /enrichment-workflows/{workflowId}',
  'PUT /enrichment-workflows/{workflowId}',
  'DELETE /enrichment-workflows/{workflowId}',
  'GET /enrichment-workflows/{workflowId}/history',
  'GET /routings',
  'POST /routings',
  'GET /routings/{id}',
  'PUT /routings/{id}',
  'DELETE /routings/{id}',
  'POST /routings/{id}/order',
  'GET /emails/{id}',
  'GET /emails/{id}/content',
  'GET /emails/{id}/eml',
];

test('the service has all 108 operations, each under a name of its own, and each wants a token', async () => {
  expect(operations.length).toBe(108);
  await withService({}, async (client) => {
    for (const operation of operations) {
      const [method = '', path = ''] = operation.split(' ');
      const url = `${client.service.baseUrl}${path.replace('{type}', 'tax_codes').replaceAll(/\{\w+\}/g, 'x')}`;
      expect((await fetch(url, { method })).status, operation).toBe(401);
    }
    const { requests } = client.service.stats();
    expect(requests.unknown).toBeUndefined();
    expect(Object.keys(requests).length).toBe(108);
  });
});

test('every operation answers 429 when the quota is used up, and a scope is missing for every one but the token', async () => {
  await withService({ scopes: [] }, async (client) => {
    for (const operation of operations.slice(1)) {
      const [method = '', path = ''] = operation.split(' ');
      const reply = await client.call(method, path.replace('{type}', 'tax_codes').replaceAll(/\{\w+\}/g, 'x'));
      expect(reply.status, operation).toBe(403);
    }
  });
  await withService({ quota: 1, windowSeconds: 3600, clock: handClock().now }, async (client) => {
    for (const operation of operations) {
      const [method = '', path = ''] = operation.split(' ');
      const reply = await client.call(method, path.replaceAll(/\{\w+\}/g, 'x'));
      expect(reply.status, operation).toBe(429);
    }
  });
});

const specification = join(import.meta.dirname, '../../../shared/service-interface.md');
// Kept out of a run without the document, so that nothing is skipped in silence: the list itself is tried above.
if (existsSync(specification))
  test('the list above is that of the interface document', () => {
    const text = readFileSync(specification, 'utf8');
    const bold = [...text.matchAll(/^\*\*([A-Z]+ \/\S+)\*\*/gm)].map((match) => match[1]);
    const rows = [...text.matchAll(/^\| ([A-Z]+ \/\S+) \|/gm)].map((match) => match[1]);
    const lookups = [
      ...text.matchAll(/(?:POST|PATCH|DELETE) \/enrichment\/lookup-tables\/\{type\}(?:\/\{externalId\})?/g),
    ];
    for (const named of [...bold, ...rows, ...lookups.map((match) => match[0])]) expect(operations).toContain(named);
    expect(bold.length + rows.length).toBeGreaterThan(48);
  });
