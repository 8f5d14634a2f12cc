import { describe, expect, it } from 'vitest';
import { createNewestListed } from '../../../src/main/engine/documents/document-queries.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import type { DocumentQuery, Journal } from '../../../src/main/engine/journal/journal.ts';
import type { ServiceDocument } from '../../../src/main/engine/service/client.ts';
import { createRecordDocuments } from '../../../src/main/engine/tracker/record-document.ts';
import { wordsOf } from '../../../src/main/engine/tracker/words-of-document.ts';
import { realClock } from '../../support/ports.ts';
import { connectionId, createTestStation, smallPdf } from '../../support/engine.ts';
import { committed, noon, openTestJournal, someDocument } from '../journal/journal-fixtures.ts';

const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString();

const allOfThem = { listed: [], isWhole: false, sort: '-createdAt', offset: 0, limit: 10 } as const;

async function idsFor(journal: Journal, typed: string, fields: Partial<DocumentQuery> = {}): Promise<unknown> {
  const words = typed.split(' ');
  const query = { connectionId: 'office', words, ...allOfThem, ...fields };
  return (await journal.findDocuments(query)).rows.map(({ id }) => id);
}

describe('documents that were followed', () => {
  it('are found by all words, in any order, of title, external id, id and data', async () => {
    const { journal } = await openTestJournal();
    const invoice = someDocument({ id: 'invoice', title: 'Rechnung Müller & Söhne', createdAt: day(1) });
    const other = someDocument({ id: 'other', externalId: 'ORDER-4711', createdAt: day(2) });
    await committed(
      journal,
      {
        kind: 'document-seen',
        document: invoice,
        words: { data: 'Nordwind Papier GmbH\n1,284.61', external: '0815' },
        at: noon,
      },
      { kind: 'document-seen', document: other, at: noon },
    );

    expect(await idsFor(journal, 'mueller rechnung')).toEqual(['invoice']);
    expect(await idsFor(journal, '1,284.61 nordwind soehne')).toEqual(['invoice']);
    expect(await idsFor(journal, 'order-47')).toEqual(['other']);
    expect(await idsFor(journal, 'o')).toEqual(['other', 'invoice']);
    expect(await idsFor(journal, 'nordwind order')).toEqual([]);
    // What the service lists is found by what it tells or by what is kept, whatever state was kept; if it lists all, nothing else is.
    const listed = [
      { id: 'other', createdAt: day(2), updatedAt: null, matches: true },
      { id: 'elsewhere', createdAt: day(3), updatedAt: null, matches: true },
      { id: 'invoice', createdAt: day(4), updatedAt: null, matches: false },
    ];
    expect(await idsFor(journal, 'nordwind order', { listed })).toEqual(['elsewhere', 'other']);
    expect(await idsFor(journal, 'nordwind', { listed, states: ['done'] })).toEqual(['invoice', 'elsewhere', 'other']);
    expect(await idsFor(journal, 'o', { listed: [], isWhole: true })).toEqual([]);
    expect(await idsFor(journal, 'o', { states: ['done'] })).toEqual([]);
    expect(await idsFor(journal, 'o', { sort: 'createdAt', offset: 1, limit: 1 })).toEqual(['other']);

    // A sight without data leaves what was known of it; a new title is found and the old one is not.
    await committed(journal, { kind: 'document-seen', document: { ...invoice, title: 'Gutschrift' }, at: noon });
    expect(await idsFor(journal, 'gutschrift nordwind 0815')).toEqual(['invoice']);
    expect(await idsFor(journal, 'rechnung')).toEqual([]);
  });

  it('are sorted by what the service does not sort by, within the same conditions', async () => {
    const { journal } = await openTestJournal();
    const facts = [
      ['Zahn AG', 'RE-10', 20.5],
      ['Ärzte GmbH', 'RE-9', 1000],
      ['Azur', 're-100', 3],
      [null, null, null],
    ] as const;
    const documents = facts.map(([supplier, number, gross], index) => ({
      kind: 'document-seen' as const,
      document: someDocument({ id: `d${String(index)}`, title: supplier, state: index === 0 ? 'done' : 'failed' }),
      words: { data: supplier, external: null, facts: { supplier, number, gross } },
      at: noon,
    }));
    await committed(journal, ...documents);
    const all = { connectionId: 'office', words: [], offset: 0, limit: 10 };
    const sorted = async (by: 'supplier' | 'number' | 'amount' | 'title', descending: boolean, fields = {}) =>
      (await journal.sortedDocuments({ ...all, by, descending, ...fields })).rows.map(({ id }) => id);
    expect(await sorted('supplier', false)).toEqual(['d1', 'd2', 'd0', 'd3']);
    expect(await sorted('title', true)).toEqual(['d0', 'd2', 'd1', 'd3']);
    expect(await sorted('number', false)).toEqual(['d1', 'd0', 'd2', 'd3']);
    expect(await sorted('amount', true)).toEqual(['d1', 'd0', 'd2', 'd3']);
    expect(await sorted('amount', false, { states: ['failed'], offset: 1 })).toEqual(['d1', 'd3']);
    expect(await sorted('number', false, { words: ['zahn'] })).toEqual(['d0']);
    expect(await sorted('number', false, { supplier: 'a' })).toEqual(['d1', 'd0', 'd2']);
    expect(await sorted('number', false, { supplier: 'ARZTE' })).toEqual(['d1']);
    expect(await sorted('number', false, { supplier: 'aerzte g' })).toEqual(['d1']);
    expect(await sorted('number', false, { supplier: 'gmbh ärz' })).toEqual(['d1']);
    expect(await sorted('number', false, { supplier: 'nobody' })).toEqual([]);
    expect(await sorted('number', false, { supplier: ' ' })).toHaveLength(4);
    const told = { ...someDocument({ id: 'd3', state: 'failed' }), updatedAt: new Date(noon).toISOString() };
    await committed(journal, { kind: 'document-seen', document: told, at: noon });
    expect(await sorted('amount', false, { since: noon })).toEqual(['d3']);
    expect(await sorted('amount', false, { since: noon + 1 })).toEqual([]);
    expect(await journal.suppliers('office', 2)).toEqual(['Azur', 'Zahn AG']);
    // What is told anew is sorted anew; a sight without data leaves what was known.
    const [first] = documents;
    if (first === undefined) throw new Error('no document');
    await committed(journal, {
      ...first,
      words: { ...first.words, facts: { supplier: 'Aal', number: null, gross: 1 } },
    });
    await committed(journal, { ...first, words: { data: null, external: null } });
    expect(await sorted('supplier', false)).toEqual(['d0', 'd1', 'd2', 'd3']);
    expect(await journal.sortedDocuments({ ...all, by: 'amount', descending: false, limit: 1 })).toMatchObject({
      total: 4,
      without: 1,
      followed: 4,
    });
  });

  it('are found by values as clerks type them', () => {
    const entities = {
      supplierName: {
        value: 'Ørsted Énergie',
        probability: 0.9,
        region: { page: 1, left: 733, top: 1, width: 1, height: 1 },
      },
      issuedDate: { value: '2026-03-05' },
      totals: { totalGrossAmount: { value: 1284.6 } },
      lines: [{ itemText: { value: 'Toner' } }],
    };
    const words = wordsOf({ raw: { entities }, externalData: { costCentre: '0815' } });
    expect(words.external).toBe('0815');
    expect(words.data?.split('\n')).toEqual([
      ...['Ørsted Énergie', '2026-03-05', '05.03.2026', '5.3.2026', '05/03/2026'],
      ...['1284.6', '1284.60', '1284,60', '1,284.60', '1.284,60'],
    ]);
  });

  it.each(['2026.0815', '0815.1', '0.125', '-1284.6'])('are found by a number as it is given: %s', (given) => {
    const words = wordsOf({ raw: { entities: { number: { value: given } } }, externalData: null });
    expect(words.data?.split('\n')).toContain(given);
  });

  it('are those of the connection; one followed under another is left to what the service shows', async () => {
    const { journal } = await openTestJournal();
    const elsewhere = someDocument({ id: 'moved', connectionId: 'old', title: 'Rechnung' });
    await committed(journal, { kind: 'document-seen', document: elsewhere, at: noon });
    const listed = [{ id: 'moved', createdAt: null, updatedAt: null, matches: true }];
    const query = { ...allOfThem, connectionId: 'office', words: ['rechnung'] };
    const own = { id: 'moved', document: null };
    expect(await journal.findDocuments(query)).toEqual({ rows: [], total: 0, lookedAt: 0 });
    expect(await journal.findDocuments({ ...query, listed })).toEqual({ rows: [own], total: 1, lookedAt: 0 });
  });

  it('are found by their data from the first sight that has it, whatever was known of them', async () => {
    const { journal } = await openTestJournal();
    const known = { id: 'd', title: 'Rechnung', state: 'done', createdAt: day(1), updatedAt: day(1), settled: true };
    await committed(journal, { kind: 'document-seen', document: someDocument(known), at: noon });
    const record = createRecordDocuments({
      ...{ connectionId: 'office', journal, clock: realClock },
      plan: () => [],
      announceJobs: () => undefined,
      detail: () => Promise.resolve(null),
    });
    const shown = (fields: Partial<ServiceDocument>): ServiceDocument => ({
      ...{ ...known, projectId: 'invoices', caseId: null, externalId: null, fileId: null, files: [], url: null },
      ...{ externalData: null, raw: {} },
      ...fields,
    });
    const followed = async (): Promise<number> =>
      (await journal.findDocuments({ connectionId: 'office', words: ['x'], ...allOfThem })).lookedAt;
    await record([shown({})], () => undefined);
    expect([await idsFor(journal, 'nordwind'), await followed()]).toEqual([[], 0]);
    const raw = { entities: { supplier: { value: 'Nordwind' } } };
    const changes: boolean[] = [];
    for (const document of [shown({ raw }), shown({ raw }), shown({})]) {
      await record([document], (_, { changed }) => changes.push(changed));
      expect([await idsFor(journal, 'nordwind'), await followed()]).toEqual([['d'], 1]);
    }
    expect(changes).toEqual([true, false, false]);
  });

  it('are found by data that the service tells of single documents only, once one was looked at', async () => {
    const station = await createTestStation({ omitListEntities: true });
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const documentId = (await engine.reaches('a.pdf', 'settled')).documents[0]?.id ?? '';
    const { entities } = await engine.ask('documents.detail', { connectionId, documentId });
    const [, search = ''] = /"supplierName":\{"value":"([^"]+)"/u.exec(JSON.stringify(entities)) ?? [];
    expect(search).not.toBe('');
    await expect
      .poll(() => engine.ask('documents.list', { offset: 0, limit: 50, connectionId, search }), { timeout: 20_000 })
      .toMatchObject({ totalCount: 1, followed: 1 });
  });

  it('are shown where the service does not answer, and those of others where it does', async () => {
    const asked = { offset: 0, limit: 50 } as const;
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const documentId = (await engine.reaches('a.pdf', 'settled')).documents[0]?.id ?? '';
    const { entities } = await engine.ask('documents.detail', { connectionId, documentId });
    const [, supplier = ''] = /"supplierName":\{"value":"([^"]+)"/u.exec(JSON.stringify(entities)) ?? [];
    expect(supplier).not.toBe('');
    const search = supplier.toUpperCase();
    const found = { documents: [{ id: documentId, itemIds: [expect.any(String)] }], totalCount: 1 };
    expect(await engine.ask('documents.list', { ...asked, connectionId, search })).toMatchObject({
      ...found,
      searched: 1,
      followed: 1,
    });
    station.practice.injectFault({ operation: 'documents.list', kind: '503', probability: 1, times: null });
    expect(await engine.ask('documents.list', { ...asked, connectionId, search })).toMatchObject({
      ...found,
      searched: null,
      followed: 1,
      documents: [{ id: documentId, isKept: true }],
      fault: { code: 'service-failed' },
    });
  });

  it('are searched key by key with one look at the list of the service, and with a new one where the same words are asked again', async () => {
    let [at, looks] = [0, 0];
    const service = {
      listDocuments: () => {
        looks += 1;
        return Promise.resolve(success({ documents: [], limit: 50, offset: 0, totalCount: 0 }));
      },
    };
    const newest = createNewestListed(() => at);
    for (const typed of ['a', 'ab', 'abc']) await newest(service, 'office', typed, {});
    expect(looks).toBe(1);
    await newest(service, 'office', 'abc', {});
    expect(looks).toBe(2);
    await newest(service, 'branch', 'abcd', {});
    await newest(service, 'branch', 'abcd', { caseId: 'c' });
    expect(looks).toBe(4);
    at += 5_000;
    await newest(service, 'branch', 'abcde', { caseId: 'c' });
    expect(looks).toBe(5);
  });

  it('are looked through between commits: none waits for all of them', async () => {
    const { journal } = await openTestJournal();
    const words = { data: 'x'.repeat(1_000), external: null };
    const many = Array.from({ length: 5_000 }, (_, number) => someDocument({ id: `d${number}` }));
    await committed(journal, ...many.map((document): Change => ({ kind: 'document-seen', document, words, at: noon })));
    const ends: string[] = [];
    const found = journal.findDocuments({ ...allOfThem, connectionId: 'office', words: ['xx'] });
    await Promise.all([
      found.then(() => ends.push('found')),
      committed(journal, { kind: 'document-seen', document: someDocument(), at: noon }).then(() =>
        ends.push('committed'),
      ),
    ]);
    expect(ends).toEqual(['committed', 'found']);
    expect((await found).total).toBe(5_000);
  });
});
