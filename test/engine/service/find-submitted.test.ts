import { describe, expect, test } from 'vitest';
import { failure } from '../../../src/main/engine/faults/fault.ts';
import { findSubmitted } from '../../../src/main/engine/service/find-submitted.ts';
import type { FoundOnService, SubmittedQuery } from '../../../src/main/engine/service/find-submitted.ts';
import type { Outcome } from '../../../src/shared/faults.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import type { Quirks, ScriptedService } from '../tracker/scripted-service.ts';

function look(service: ScriptedService, fields: Partial<SubmittedQuery> = {}): Promise<Outcome<FoundOnService | null>> {
  return findSubmitted({
    client: service.client,
    projectId: 'invoices',
    kind: 'document',
    fileIds: ['mine'],
    externalId: 'mailroom-1',
    since: Date.now(),
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
