import { describe, expect, test } from 'vitest';
import { failure } from '../../../src/main/engine/faults/fault.ts';
import { createFindSubmitted } from '../../../src/main/engine/service/find-submitted.ts';
import type { FoundOnService, SubmittedQuery } from '../../../src/main/engine/service/find-submitted.ts';
import type { Outcome } from '../../../src/shared/faults.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import type { Quirks, ScriptedService } from '../tracker/scripted-service.ts';
import { createTestClock, realClock } from '../../support/ports.ts';

function look(service: ScriptedService, fields: Partial<SubmittedQuery> = {}): Promise<Outcome<FoundOnService | null>> {
  return createFindSubmitted({ clock: realClock, monotonic: () => performance.now() })({
    client: service.client,
    projectId: 'invoices',
    kind: 'document',
    fileIds: ['mine'],
    externalId: 'mailroom-1',
    since: Date.now(),
    askedAt: null,
    options: { lane: 'submit' },
    ...fields,
  });
}

function createFilled(quirks: Quirks = {}, foreign = 500): ScriptedService {
  const service = createScriptedService(quirks);
  for (let index = 0; index < foreign; index += 1) {
    const at = new Date(Date.now() - 86_400_000 - index * 1_000).toISOString();
    service.put({ id: `foreign-${String(index)}`, fileId: `f-${String(index)}`, createdAt: at, updatedAt: at });
  }
  return service;
}

const found = (...documentIds: readonly string[]) => ({
  ok: true,
  value: { documentIds, fileBatchId: null, caseIds: [] },
});
const nothing = { ok: true, value: null };

describe('a lost submission', () => {
  test('of a file is found by one request', async () => {
    const service = createFilled();
    service.put({ id: 'doc', fileId: 'mine' });
    expect(await look(service)).toEqual(found('doc'));
    expect(service.requests).toHaveLength(1);
  });

  test('whose file was merged as an attachment is found in files[].id', async () => {
    const service = createFilled();
    service.put({ id: 'doc', fileId: 'other', files: [{ id: 'mine', type: 'attachment', mainFile: false }] });
    expect(await look(service)).toEqual(found('doc'));
  });

  test('is not found where there is none, without reading the whole project', async () => {
    const service = createFilled();
    expect(await look(service)).toEqual(nothing);
    expect(service.requests.length).toBeLessThanOrEqual(5);
  });

  test('is found on a server that ignores filters and order', async () => {
    const service = createFilled({ ignoresFilters: true, ignoresSort: true });
    service.put({ id: 'doc', fileId: 'rendered', externalId: 'mailroom-1' });
    expect(await look(service)).toEqual(found('doc'));
  });

  test('is not taken for the one of another file with the same external id of the user', async () => {
    const service = createFilled();
    service.put({ id: 'doc', fileId: 'other', externalId: 'order 7' });
    expect(await look(service, { externalId: 'order 7' })).toEqual(nothing);
  });

  test('is not said to be missing where the service does not answer', async () => {
    const service = createFilled();
    service.instead.list = () => failure('service-busy');
    expect(await look(service)).toMatchObject({ ok: false, fault: { code: 'service-busy' } });
  });

  test('of a batch is found by its case while its documents are still to come', async () => {
    const service = createFilled();
    const raw = { files: [{ id: 'mine' }, { id: 'mine-too' }] };
    const nothingMore = { externalId: null, state: null, title: null, projectId: 'invoices' };
    service.cases.push({ id: 'case', fileBatchId: 'batch', raw, ...nothingMore });
    expect(await look(service, { kind: 'batch', fileIds: ['mine', 'mine-too'] })).toEqual({
      ok: true,
      value: { documentIds: [], fileBatchId: 'batch', caseIds: ['case'] },
    });
  });

  test('of a batch is found where lists leave out the files', async () => {
    const service = createFilled({ listsOmitFiles: true });
    service.put({ id: 'doc', fileId: 'rendered', files: [{ id: 'mine', type: 'attachment', mainFile: false }] });
    expect(await look(service, { kind: 'batch' })).toEqual(found('doc'));
  });

  test('of a case is not taken for an earlier case with the same external id of the user', async () => {
    const service = createFilled();
    const fields = { externalId: 'order 7', state: null, title: null, projectId: 'invoices', fileBatchId: null };
    const createdAt = new Date().toISOString();
    service.cases.push({ id: 'earlier', raw: { createdAt }, ...fields });
    service.put({ id: 'doc', fileId: 'theirs', caseId: 'earlier' });
    const query = { kind: 'case', externalId: 'order 7' } as const;
    expect(await look(service, query)).toEqual(nothing);
    // The next one is: its document holds our file.
    service.cases.push({ id: 'ours', raw: { createdAt }, ...fields });
    service.put({
      id: 'doc-2',
      fileId: 'rendered',
      files: [{ id: 'mine', type: 'invoice', mainFile: true }],
      caseId: 'ours',
    });
    expect(await look(service, query)).toMatchObject({ ok: true, value: { caseIds: ['ours'] } });
  });

  test('of a case is found by an external id of the user where nothing tells its files', async () => {
    const service = createFilled();
    const fields = { externalId: 'order 7', state: null, title: null, projectId: 'invoices', fileBatchId: null };
    service.cases.push({ id: 'ours', raw: { createdAt: new Date().toISOString() }, ...fields });
    const query = { kind: 'case', externalId: 'order 7' } as const;
    expect(await look(service, query)).toMatchObject({ ok: true, value: { caseIds: ['ours'] } });
  });
});

describe('many lost submissions', () => {
  /** Looks of one station, with a clock that the test moves. */
  function createStation(service: ScriptedService) {
    const clock = createTestClock(Date.now());
    let slept = 0;
    const find = createFindSubmitted({ clock, monotonic: () => clock.now() + slept });
    const ask = (name: string, askedAt: number | null = null, signal?: AbortSignal) =>
      find({
        client: service.client,
        projectId: 'invoices',
        kind: 'document',
        fileIds: [],
        externalId: `mailroom-${name}`,
        since: clock.now(),
        askedAt,
        options: { lane: 'submit', ...(signal === undefined ? {} : { signal }) },
      });
    return { clock, ask, changeClock: (ms: number) => (slept -= ms) };
  }

  test('are looked for by a few walks over the list together', async () => {
    const service = createFilled({}, 5_000);
    for (let index = 0; index < 1_000; index += 1) {
      service.put({
        id: `doc-${String(index)}`,
        fileId: `x-${String(index)}`,
        externalId: `mailroom-${String(index)}`,
      });
    }
    const { ask } = createStation(service);
    const answers = await Promise.all(Array.from({ length: 1_010 }, (_, index) => ask(String(index))));
    for (const [index, answer] of answers.entries()) {
      expect(answer).toEqual(index < 1_000 ? found(`doc-${String(index)}`) : nothing);
    }
    // The first one walks alone, all others by the second walk.
    expect(service.requests.filter((request) => request === 'list 0')).toHaveLength(2);
    expect(service.requests.length).toBeLessThan(60);
  });

  test('one that is asked for while a walk is under way is not missed because it came in behind its back', async () => {
    const service = createFilled();
    const { ask } = createStation(service);
    const asked: Promise<Outcome<FoundOnService | null>>[] = [];
    service.beforeList = ({ offset }) => {
      if (offset === 0 || asked.length > 0) return;
      service.put({ id: 'late', externalId: 'mailroom-late' });
      asked.push(ask('late'));
    };
    expect(await ask('other')).toEqual(nothing);
    expect(await asked[0]).toEqual(found('late'));
  });

  test('one that could be asked for before a walk began is answered by what it read, for a while', async () => {
    const service = createFilled();
    const { ask, clock } = createStation(service);
    const before = clock.now() - 1_000;
    await ask('first');
    const requests = service.requests.length;
    expect(await ask('second', before)).toEqual(nothing);
    expect(service.requests).toHaveLength(requests);
    // Asked just now, or since the walk began: a new one has to tell.
    service.put({ id: 'doc', externalId: 'mailroom-third' });
    expect(await ask('third', clock.now())).toEqual(found('doc'));
    clock.advance(60_000);
    service.put({ id: 'other', externalId: 'mailroom-fourth' });
    expect(await ask('fourth', before)).toEqual(found('other'));
  });

  test('are not answered by an earlier walk where the clock was changed since', async () => {
    const service = createFilled();
    const { ask, clock, changeClock } = createStation(service);
    const before = clock.now() - 1_000;
    await ask('first');
    changeClock(5_000);
    service.put({ id: 'doc', externalId: 'mailroom-second' });
    expect(await ask('second', before)).toEqual(found('doc'));
  });

  test('one that is given up ends, and the others are still answered', async () => {
    const service = createFilled();
    service.put({ id: 'doc', externalId: 'mailroom-kept' });
    const { ask } = createStation(service);
    const cancelled = new AbortController();
    const first = ask('cancelled', null, cancelled.signal);
    const waiting = ask('also cancelled', null, cancelled.signal);
    const kept = ask('kept');
    cancelled.abort();
    expect(await first).toMatchObject({ ok: false, fault: { cause: 'aborted' } });
    expect(await waiting).toMatchObject({ ok: false, fault: { cause: 'aborted' } });
    expect(await kept).toEqual(found('doc'));
  });

  test('are all told where the list can not be read, and looked for again by a new walk', async () => {
    const service = createFilled();
    const { ask } = createStation(service);
    service.instead.list = () => failure('service-busy');
    const busy = { ok: false, fault: { code: 'service-busy' } };
    expect(await Promise.all([ask('one', 0), ask('two', 0)])).toMatchObject([busy, busy]);
    service.instead.list = () => null;
    expect(await ask('one', 0)).toEqual(nothing);
  });
});

describe('a list that moves while it is read', () => {
  test('does not end early, nor is read to its end, because as many came in as a page holds', async () => {
    const service = createFilled({}, 5_000);
    for (let index = 0; index < 300; index += 1) {
      const createdAt = new Date(Date.now() - 1_000 - index).toISOString();
      service.put({ id: `near-${String(index)}`, createdAt, externalId: `mailroom-near-${String(index)}` });
    }
    let came = 0;
    service.beforeList = ({ offset }) => {
      if (offset === 0 || came >= 200) return;
      for (let index = 0; index < 50; index += 1, came += 1) service.put({ id: `new-${String(came)}` });
    };
    expect(await look(service, { externalId: 'mailroom-near-299', fileIds: [] })).toEqual(found('near-299'));
    expect(await look(service, { externalId: 'mailroom-none', fileIds: [] })).toEqual(nothing);
    expect(service.requests.length).toBeLessThan(40);
  });

  test('does not hide a document because another one left it', async () => {
    const service = createFilled();
    for (let index = 0; index < 60; index += 1) {
      const createdAt = new Date(Date.now() - index).toISOString();
      service.put({ id: `near-${String(index)}`, createdAt, externalId: `mailroom-near-${String(index)}` });
    }
    service.beforeList = ({ offset }) => {
      if (offset !== 0) service.documents.delete('near-3');
    };
    expect(await look(service, { externalId: 'mailroom-near-50', fileIds: [] })).toEqual(found('near-50'));
  });
});
