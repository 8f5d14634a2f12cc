import { expect, test } from 'vitest';
import { missingScope } from '../../../src/main/engine/service/calls.ts';
import { noted, documented } from '../../../src/main/engine/service/operations/operation.ts';
import type { Scope } from '../../../src/main/engine/service/operations/operation.ts';
import { answerJson, answerToken, startScripted } from './scripted-service.ts';

test.each<[Scope | null, string[] | null, string | null]>([
  [documented('files.read'), ['files.write'], 'files.read'],
  [documented('files.read'), ['files.read'], null],
  [documented('files.read'), null, null],
  [documented('files.read'), [], 'files.read'],
  [null, [], null],
  [noted('projects.write'), ['projects.read'], 'projects.write'],
  [noted('projects.read'), ['projects.write'], 'projects.read'],
  // Nobody knows whether this service has such scopes at all.
  [noted('projects.write'), ['documents.read'], null],
  [noted('enrichment.delete'), ['enrichment.write'], null],
])('%o with %o lacks %s', (needed, granted, missing) => {
  expect(missingScope(needed, granted)).toBe(missing);
});

test('a scope that is surely missing is named before anything is sent', async () => {
  const { client, requests } = await startScripted((_request, response) => answerJson(response, 200, { id: 'p' }), {
    token: (_request, response) => answerToken(response, 'projects.read documents.read'),
  });
  const options = { lane: 'person', tries: 1 } as const;
  const written = await client.callOperation('projects.create', { body: { name: 'P' } }, options);
  expect(written.ok ? null : [written.fault.code, written.fault.params['scope']]).toEqual([
    'scope-missing',
    'projects.write',
  ]);
  expect(requests).toHaveLength(0);
  expect((await client.callOperation('projects.get', { path: { id: 'p' } }, options)).ok).toBe(true);
});

test('an invoice that does not add up is sent, with a word in the log and nothing of its content', async () => {
  const { client, log, requests } = await startScripted((_request, response) => answerJson(response, 200, { id: 'i' }));
  const body = { externalId: 'i', invoiceLines: [], totalNetAmount: 4711, totalTaxAmount: 1, totalGrossAmount: 4713 };
  const call = { path: { externalId: 'i' }, body };
  expect((await client.callOperation('enrichment.invoices.patch', call, { lane: 'reference' })).ok).toBe(true);
  expect(requests).toHaveLength(1);
  const lines = JSON.stringify(log.lines);
  expect(lines).toContain('invoice does not add up');
  expect(lines).not.toContain('4711');
  const whole = { ...call, body: { ...body, totalOtherCharges: 1, totalFreightCharges: null } };
  expect((await client.callOperation('enrichment.invoices.patch', whole, { lane: 'reference' })).ok).toBe(true);
  expect(JSON.stringify(log.lines)).toBe(lines);
});
