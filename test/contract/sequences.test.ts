import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { NamedServiceClient } from '../../src/main/engine/service/service-client.ts';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { PracticeService } from '../../src/main/practice/practice-service.ts';
import type { Outcome } from '../../src/shared/faults.ts';
import { createContractClient } from './contract-ground.ts';
import { fc } from '../support/property.ts';

const options = { lane: 'reference', tries: 1 } as const;
const ground: { service?: PracticeService; client?: NamedServiceClient } = {};

beforeAll(async () => {
  ground.service = await startPracticeService({ processingMs: 1 });
  ground.client = createContractClient(ground.service);
});
afterAll(async () => {
  await ground.client?.close();
  await ground.service?.close();
});

function clientOf(): NamedServiceClient {
  if (ground.client === undefined) throw new Error('not started');
  return ground.client;
}

function codeOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : outcome.fault.code;
}

type Fields = Readonly<Record<string, unknown>>;

function merged(record: Fields, patch: Fields): Fields {
  return Object.fromEntries(Object.entries({ ...record, ...patch }).filter(([, value]) => value !== null));
}

const word = fc.constantFrom('a', 'b', 'ü', '007', '');
const cell = fc.record({ key: word, description: word }, { requiredKeys: [] });
const recordStep = fc.record({
  act: fc.constantFrom('insert', 'patch', 'delete'),
  family: fc.constantFrom('suppliers', 'gl-accounts', 'internal-orders', 'lookup-tables'),
  id: fc.constantFrom('one', 'two', 'drei/ü?#%'),
  fields: cell,
  cleared: fc.boolean(),
});

test('reference data after any sequence is what a simple model says', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(recordStep, { maxLength: 14 }), async (steps) => {
      run += 1;
      const model = new Map<string, Fields>();
      for (const { act, family, id, fields, cleared } of steps) {
        const externalId = `${run}-${id}`;
        const key = `${family} ${externalId}`;
        const type = family === 'lookup-tables' ? { type: 'tax_codes' } : {};
        const needed = family === 'internal-orders' ? { internalOrderCode: '42' } : {};
        const body =
          act === 'insert' ? { externalId, ...needed, ...fields } : { ...fields, ...(cleared ? { key: null } : {}) };
        const outcome = await clientOf().callOperation(
          `enrichment.${family}.${act}`,
          { path: act === 'insert' ? type : { ...type, externalId }, body },
          options,
        );
        const known = model.get(key);
        expect(codeOf(outcome)).toBe(act === 'insert' || known !== undefined ? 'ok' : 'not-found');
        if (act === 'insert') model.set(key, body);
        else if (act === 'delete') model.delete(key);
        else if (known !== undefined) {
          model.set(key, merged(known, body));
          const told: Fields = z.record(z.string(), z.unknown()).parse(outcome.ok ? outcome.value : null);
          const shown = model.get(key) ?? {};
          // An order has fields of its own; others of a record are kept only where the family's fields are not shown.
          expect(told).toMatchObject(family === 'internal-orders' ? { externalId, ...needed } : shown);
          expect('key' in told).toBe(family !== 'internal-orders' && 'key' in shown);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

const documentStep = fc.oneof(
  fc.record({ act: fc.constant('title' as const), value: fc.string({ unit: 'grapheme', maxLength: 300 }) }),
  fc.record({ act: fc.constant('external-id' as const), value: fc.string({ unit: 'grapheme', maxLength: 30 }) }),
  fc.record({
    act: fc.constant('external-data' as const),
    value: fc.dictionary(
      fc.string({ maxLength: 52 }),
      fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.nat()),
    ),
  }),
  fc.record({ act: fc.constant('transfer' as const), value: fc.record({ successful: fc.boolean() }) }),
  fc.record({ act: fc.constant('reject' as const), value: fc.record({ message: fc.string() }) }),
);

test('a document after any sequence of reports is what was accepted last, and what the client refuses changes nothing', async () => {
  const client = clientOf();
  await fc.assert(
    fc.asyncProperty(fc.array(documentStep, { maxLength: 10 }), async (steps) => {
      const body = { bytes: Buffer.from('%PDF-1.4\n%%EOF\n') };
      const uploaded = await client.uploadFile({ body, mediaType: 'application/pdf', fileName: 'a.pdf' }, options);
      const fileId = uploaded.ok ? uploaded.value.fileId : '';
      const submitted = await client.processFile({ fileId, projectId: 'accounts-payable' }, options);
      const id = submitted.ok ? submitted.value.documentId : '';
      await expect
        .poll(async () => {
          const read = await client.getDocument(id, options);
          return read.ok ? read.value.state : null;
        })
        .toBe('doneAutomatically');
      const expected: Record<string, unknown> = { state: 'doneAutomatically', title: 'a.pdf' };
      for (const { act, value } of steps) {
        const outcome = await client.callOperation(`documents.${act}`, { path: { id }, body: value }, options);
        // What the client lets pass, the service takes: no refusal comes from there.
        if (!outcome.ok) expect(outcome.fault.code).toMatch(/^(?:title|external-id|external-data)-invalid$/);
        else if (act === 'title') expected['title'] = value;
        else if (act === 'external-id') expected['externalId'] = value;
        else if (act === 'external-data') expected['externalData'] = Object.keys(value).length === 0 ? null : value;
        else if (act === 'reject') expected['state'] = 'rejected';
        else expected['state'] = value.successful ? 'transferred' : 'transferFailed';
      }
      const read = await client.getDocument(id, options);
      const { title, state, externalId, externalData } = read.ok ? read.value : { title: null, state: null };
      expect({ title, state, externalId, externalData }).toEqual({ externalId: null, externalData: null, ...expected });
    }),
    { numRuns: 75 },
  );
});
