import { describe, expect, test } from 'vitest';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import { valueWords } from '../../../src/main/engine/faults/value-words.ts';
import { parseBaseUrl } from '../../../src/main/engine/service/transport/base-url.ts';
import { clientProblems } from '../../../src/main/engine/service/problems.ts';
import { chooseProxy } from '../../../src/main/engine/service/transport/proxies.ts';
import { createTrust } from '../../../src/main/engine/service/transport/trust.ts';
import type { Fault, Outcome } from '../../../src/shared/faults.ts';
import { answerJson, startScripted } from './scripted-service.ts';

const options = { lane: 'person', tries: 1 } as const;

describe.each(['en', 'de'] as const)('in %s', (language) => {
  test.each(clientProblems)('%s has words', (problem) => {
    expect(valueWords[language]).toHaveProperty(problem);
    const words = valueWords[language][problem] ?? '';
    expect(words).toMatch(/^\p{L}/u);
    expect(words).not.toMatch(/[a-z]-[a-z]+-|^not-|[.!?]$|please|bitte/u);
    const { reason } = describeFault(fault('answer-not-understood', { problem }), language);
    expect(reason).toContain(`: ${words}.`);
  });
});

test('a name that happens to be a key stays a name', () => {
  expect(describeFault(fault('folder-missing', { folder: 'moved' }), 'de').reason).toContain('moved');
  expect(describeFault(fault('type-not-accepted', { type: 'redirect' }), 'en').reason).toContain(
    'redirect is not accepted',
  );
});

function problemOf(outcome: Outcome<unknown>): string | number | undefined {
  return outcome.ok ? 'accepted' : outcome.fault.params['problem'];
}

/** All faults that the rules of the client itself give, before anything is sent. */
async function refusals(): Promise<Fault[]> {
  const { client, requests } = await startScripted((_request, response) => answerJson(response, 200, {}));
  const pairs = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
  const calls: [name: string, input: Parameters<typeof client.callOperation>[1]][] = [
    ['documents.title', { path: { id: 'd' }, body: ' ' }],
    ['documents.title', { path: { id: 'd' }, body: 'x'.repeat(257) }],
    ['documents.title', { path: { id: 'd' }, body: 'a\nb' }],
    ['documents.external-id', { path: { id: 'd' }, body: '' }],
    ['documents.external-data', { path: { id: 'd' }, body: pairs(21) }],
    ['documents.external-data', { path: { id: 'd' }, body: { '': 'v' } }],
    ['documents.external-data', { path: { id: 'd' }, body: { a: 'v', A: 'v' } }],
    ['documents.external-data', { path: { id: 'd' }, body: { a: ['v'] } }],
    ['documents.list', { query: { limit: -1 } }],
    ['documents.list', { query: { offset: -1 } }],
    ['enrichment.suppliers.insert', { body: { externalId: 'a b' } }],
  ];
  const faults: Fault[] = [];
  for (const [name, input] of calls) {
    const outcome = await client.callOperation(name, input, options);
    if (outcome.ok) throw new Error(`${name} was accepted`);
    faults.push(outcome.fault);
  }
  expect(requests).toHaveLength(0);
  return faults;
}

test('whatever rule is broken, no raw key reaches a person', async () => {
  const faults = await refusals();
  for (const refused of faults) {
    const problem = String(refused.params['problem']);
    expect(clientProblems).toContain(problem);
    for (const language of ['en', 'de'] as const) {
      const { reason, nextStep } = describeFault(refused, language);
      if (problem.includes('-')) expect(`${reason} ${nextStep}`).not.toContain(problem);
    }
  }
  const [first] = faults;
  expect(first === undefined ? '' : describeFault(first, 'de').reason).toBe('Der Titel ist nicht verwendbar: leer.');
});

test('a connection that cannot be used says why in keys that have words', () => {
  const urls = ['nothing', 'ftp://host/v2', 'https://u:p@host/v2', 'https://host/v2?x=1', 'http://host/v2'];
  expect(urls.map((url) => problemOf(parseBaseUrl(url)))).toEqual([
    'not-a-url',
    'no-web-address',
    'holds-credentials',
    'holds-query',
    'plain-http',
  ]);
  const base = parseBaseUrl('https://host/v2');
  if (!base.ok) throw new Error('a good base URL');
  expect(problemOf(chooseProxy(base.value, { proxy: 'http://[' }, {}))).toBe('not-a-url');
  expect(problemOf(chooseProxy(base.value, { proxy: 'socks5://host:1' }, {}))).toBe('proxy-kind');
  expect(problemOf(chooseProxy(base.value, { proxyScript: 'ftp://host/proxy.pac' }, {}))).toBe('script-kind');
  expect(problemOf(chooseProxy(base.value, { proxyScript: 'proxy.pac' }, {}))).toBe('not-a-url');
  expect(problemOf(chooseProxy(base.value, { proxyScript: 'http://u:p@host/p.pac' }, {}))).toBe('holds-credentials');
  expect(problemOf(createTrust('/nowhere/at-all.pem', {}))).toBe('authorities-unreadable');
  expect(problemOf(createTrust(import.meta.filename, {}))).toBe('authorities-empty');
});

test('a wrong value in a hand-made call is told with its place', async () => {
  const { client } = await startScripted((_request, response) => answerJson(response, 200, {}));
  const body = { externalId: 'i', invoiceLines: [], currency: 'EURO' };
  const outcome = await client.callOperation('enrichment.invoices.patch', { path: { externalId: 'i' }, body }, options);
  expect(problemOf(outcome)).toBe('currency: EURO is no currency code');
});
