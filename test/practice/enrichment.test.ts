import { expect, test } from 'vitest';
import { z } from 'zod';
import { enrichmentFamilies } from '../../src/main/practice/enrichment/enrichment-routes.ts';
import { mergePatch } from '../../src/main/practice/enrichment/enrichment-routes.ts';
import { idBody, withService } from './interface-client.ts';
import type { InterfaceClient } from './interface-client.ts';
import { fc } from '../support/property.ts';

const merge = { 'content-type': 'application/merge-patch+json' };
const validation = z.strictObject({
  detail: z
    .array(z.strictObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() }))
    .min(1),
});
const invoice = { externalId: 'I-1', invoiceLines: [{ externalId: 'L-1', netAmount: 10 }] };

async function complaints(client: InterfaceClient, path: string, body: unknown): Promise<string[]> {
  const reply = await client.call('POST', `/enrichment/${path}`, body);
  expect(reply.status, JSON.stringify(body)).toBe(422);
  return validation.parse(reply.value).detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
}

test('every family inserts, inserts again under the same id, patches and deletes', async () => {
  await withService({}, async (client) => {
    const paths = [...enrichmentFamilies, 'lookup-tables/payment_terms'];
    expect(paths.length).toBe(19);
    for (const path of paths) {
      const extra =
        path === 'invoices' ? { invoiceLines: [] } : path === 'internal-orders' ? { internalOrderCode: 'O' } : {};
      const record = { externalId: 'A/1 ü'.replace(' ', ''), ...extra };
      const inserted = await client.call('POST', `/enrichment/${path}`, record);
      expect(inserted.status, path).toBe(200);
      const { id } = z.strictObject({ id: z.string() }).parse(inserted.value);
      expect(idBody.parse((await client.call('POST', `/enrichment/${path}`, { ...record, type: 'b' })).value).id).toBe(
        id,
      );
      const one = `/enrichment/${path}/${encodeURIComponent(record.externalId)}`;
      const patched = await client.call('PATCH', one, { ...record, description: 'd', type: null }, merge);
      expect(patched.status, path).toBe(200);
      expect(client.service.enrichmentRecords(path)).toEqual([patched.value]);
      expect(patched.value).not.toHaveProperty('type');
      expect((await client.call('DELETE', one)).status).toBe(204);
      const gone = await client.call('DELETE', one);
      expect(gone.status).toBe(404);
      expect(gone.value).toEqual({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: 'There is no record with this external id.',
        instance: one,
      });
      expect((await client.call('PATCH', one, record, merge)).status).toBe(404);
    }
  });
});

test('an insert that breaks a rule says where', async () => {
  await withService({}, async (client) => {
    expect(await complaints(client, 'invoices', {})).toEqual(['body.externalId missing', 'body.invoiceLines missing']);
    expect(await complaints(client, 'internal-orders', { externalId: 'O' })).toEqual([
      'body.internalOrderCode missing',
    ]);
    expect(await complaints(client, 'invoices', '{')).toEqual(['body json_invalid']);
    const broken: [unknown, string][] = [
      [{ ...invoice, externalId: 'a b' }, 'body.externalId invalid_format'],
      [{ ...invoice, currency: 'EURO' }, 'body.currency custom'],
      [{ ...invoice, issuedDate: '2026-02-29' }, 'body.issuedDate invalid_format'],
      [{ ...invoice, postingDate: '2026-02-01T00:00:00Z' }, 'body.postingDate invalid_format'],
      [{ ...invoice, totalNetAmount: '1' }, 'body.totalNetAmount invalid_type'],
      [{ ...invoice, customFields: { a: 1 } }, 'body.customFields.a invalid_type'],
      [{ ...invoice, documents: [{ id: 'd' }] }, 'body.documents.0.type missing'],
      [
        { ...invoice, invoiceLines: [{ externalId: 'x' }, { externalId: 'x' }] },
        'body.invoiceLines.1.externalId custom',
      ],
      [
        { ...invoice, paymentTerms: { descriptions: [{ text: 'a', language: 'xx' }] } },
        'body.paymentTerms.descriptions.0.language custom',
      ],
    ];
    for (const [body, complaint] of broken) expect(await complaints(client, 'invoices', body)).toEqual([complaint]);
    expect(await complaints(client, 'lookup-tables/Tax-Codes', { externalId: 'a' })).toEqual([
      'path.type string_pattern_mismatch',
    ]);
    expect(await complaints(client, 'lookup-tables/tax_codes', { externalId: 'a', rate: 19 })).toEqual([
      'body.rate invalid_type',
    ]);
    const asText = await client.call(
      'POST',
      '/enrichment/suppliers',
      { externalId: 'a' },
      { 'content-type': 'text/plain' },
    );
    expect(asText.status).toBe(422);
    const whole = { ...invoice, currency: null, issuedDate: '2024-02-29', customMetadata: { deep: [{ a: null }] } };
    expect((await client.call('POST', '/enrichment/invoices', whole)).status).toBe(200);
    expect(client.service.enrichmentRecords('invoices')).toEqual([whole]);
  });
});

test('a patch needs its media type, its required fields and its own external id', async () => {
  await withService({}, async (client) => {
    await client.call('POST', '/enrichment/invoices', invoice);
    const patch = (body: unknown, headers: Record<string, string> = merge) =>
      client.call('PATCH', '/enrichment/invoices/I-1', body, headers);
    for (const [body, headers, status] of [
      [invoice, { 'content-type': 'application/json' }, 415],
      [{ headerText: 'x' }, merge, 400],
      [{ ...invoice, externalId: 'I-2' }, merge, 400],
      [{ ...invoice, invoiceLines: null }, merge, 400],
      [{ ...invoice, currency: 'XXY' }, merge, 400],
      [[], merge, 400],
      ['{', merge, 400],
    ] as const) {
      const reply = await patch(body, headers);
      expect(reply.status, JSON.stringify(body)).toBe(status);
      validation.parse(reply.value);
    }
    expect(client.service.enrichmentRecords('invoices')).toEqual([invoice]);
    const good = { ...invoice, customMetadata: { a: { b: 1, c: 2 } } };
    expect((await patch(good)).value).toEqual(good);
    const nested = await patch({ ...invoice, customMetadata: { a: { b: null, d: 3 } } });
    expect(nested.value).toEqual({ ...invoice, customMetadata: { a: { c: 2, d: 3 } } });
  });
});

test('deleting needs a scope of its own', async () => {
  await withService({ scopes: ['enrichment.write'] }, async (client) => {
    expect((await client.call('POST', '/enrichment/suppliers', { externalId: 'S' })).status).toBe(200);
    expect((await client.call('DELETE', '/enrichment/suppliers/S')).status).toBe(403);
  });
});

test('merge patch follows RFC 7396', () => {
  // the test cases of its appendix
  const cases: [unknown, unknown, unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [['a'], ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, result] of cases) expect(mergePatch(target, patch)).toEqual(result);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const once = mergePatch(target, patch);
      expect(mergePatch(once, patch)).toEqual(once);
    }),
  );
});
