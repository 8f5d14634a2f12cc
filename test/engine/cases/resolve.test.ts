import { describe, expect, test, vi } from 'vitest';
import { createResolver } from '../../../src/main/engine/cases/resolve.ts';
import { failure } from '../../../src/main/engine/faults/fault.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { SubmissionRecord } from '../../../src/main/engine/journal/records.ts';
import type { ServiceCase } from '../../../src/main/engine/service/client.ts';
import type { IntakeRule } from '../../../src/shared/settings.ts';
import { createTestLog, realClock } from '../../support/ports.ts';
import { added, committed, openTestJournal, rule, someItem, someSubmission } from '../journal/journal-fixtures.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import type { ScriptedService } from '../tracker/scripted-service.ts';
import { stageOf, startTracker } from '../tracker/tracker-fixtures.ts';
import type { TrackedScene } from '../tracker/tracker-fixtures.ts';

interface SubmittedBatch {
  readonly submission: SubmissionRecord;
  readonly items: readonly { readonly id: string; readonly fileId: string }[];
}

async function submitBatch(
  journal: Journal,
  count: number,
  fileBatchId: string | null,
  more: Partial<IntakeRule> = {},
  kind: 'batch' | 'case' = 'batch',
): Promise<SubmittedBatch> {
  const at = Date.now();
  const items = Array.from({ length: count }, () => someItem({ rule: { ...rule, mode: 'batch', ...more } }));
  const submission = someSubmission({
    kind,
    state: 'submitted',
    submittedAt: at,
    fileBatchId,
    items: items.map((item, position) => ({ itemId: item.id, role: null, position })),
  });
  const own = { ...submission, externalId: `mailroom-${submission.id}` };
  for (const item of items) {
    await committed(
      journal,
      { ...added(item, 'seen'), trail: [{ stage: 'submitted', at }] },
      { kind: 'file-uploaded', fileId: `file-${item.id}`, itemId: item.id, connectionId: 'office', size: 1, at },
    );
  }
  await committed(journal, { kind: 'submission-added', submission: own });
  return { submission: own, items: items.map(({ id }) => ({ id, fileId: `file-${id}` })) };
}

function start(journal: Journal, service: ScriptedService): TrackedScene {
  const scene: TrackedScene = startTracker(journal, {
    service,
    resolveBatches: (projectId, signal) => resolve(projectId, signal),
  });
  const resolve = createResolver({
    client: service.client,
    journal,
    clock: realClock,
    log: createTestLog(),
    observe: (documents) => scene.tracker.observe(documents),
    limits: { fastestMs: 20, slowestMs: 100 },
  });
  return scene;
}

function someCase(fields: Partial<ServiceCase> & { readonly id: string }): ServiceCase {
  const nothing = { fileBatchId: null, externalId: null, state: 'done', title: null, raw: {} };
  return { projectId: 'invoices', ...nothing, ...fields };
}

/** The batch's files as one document and one case. */
function merged(batch: SubmittedBatch, service: ScriptedService, fileBatchId: string | null): void {
  const files = batch.items.map(({ fileId }, index) => ({
    id: fileId,
    type: index === 0 ? 'invoice' : 'attachment',
    mainFile: index === 0,
  }));
  service.put({ id: 'doc', state: 'done', fileId: files[0]?.id ?? null, files, caseId: 'case' });
  const raw = { files, documentIds: ['doc'] };
  service.cases.push(someCase({ id: 'case', fileBatchId, externalId: batch.submission.externalId, raw }));
}

async function expectResolved(journal: Journal, batch: SubmittedBatch, cases: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      expect((await journal.submission(batch.submission.id))?.state).toBe('resolved');
      for (const item of batch.items) expect(await stageOf(journal, item.id)).toBe('settled');
    },
    { timeout: 60_000, interval: 30 },
  );
  expect((await journal.cases(batch.submission.id)).map((entry) => entry.id).sort()).toEqual(cases);
}

describe('a submitted batch', () => {
  test('of three files that became one document and one case: all are linked', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const batch = await submitBatch(journal, 3, 'batch-1');
    start(journal, service);
    merged(batch, service, 'batch-1');
    await expectResolved(journal, batch, ['case']);
    expect(await journal.itemsOfDocument('doc')).toHaveLength(3);
  });

  test('of one file that became two documents, told last one first: it is linked to both', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const batch = await submitBatch(journal, 1, 'batch-1');
    const files = batch.items.map(({ fileId }) => ({ id: fileId, type: 'invoice', mainFile: true }));
    start(journal, service);
    for (const id of ['second', 'first']) {
      service.put({ id, state: 'done', fileId: files[0]?.id ?? null, files, caseId: 'case' });
    }
    // The service has forgotten which batch it came of.
    service.cases.push(someCase({ id: 'case', raw: { files, documentIds: ['second', 'first'] } }));
    await expectResolved(journal, batch, ['case']);
    for (const id of ['first', 'second']) expect(await journal.itemsOfDocument(id)).toHaveLength(1);
  });

  test('whose answer was empty is found by its files and external id', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const batch = await submitBatch(journal, 2, null);
    start(journal, service);
    merged(batch, service, 'unknown-to-us');
    await expectResolved(journal, batch, ['case']);
  });

  test('that became several cases: each item with its own document', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const batch = await submitBatch(journal, 2, 'batch-1');
    batch.items.forEach(({ fileId }, index) => {
      service.put({ id: `doc-${String(index)}`, state: 'done', fileId, caseId: `case-${String(index)}` });
      service.cases.push(someCase({ id: `case-${String(index)}`, fileBatchId: 'batch-1' }));
    });
    start(journal, service);
    await expectResolved(journal, batch, ['case-0', 'case-1']);
  });

  test('on a server that ignores the filter: no foreign case is taken', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService({ ignoresFilters: true });
    for (let index = 0; index < 120; index += 1) {
      service.cases.push(someCase({ id: `foreign-${String(index)}`, fileBatchId: 'foreign' }));
    }
    const batch = await submitBatch(journal, 2, 'batch-1');
    merged(batch, service, 'batch-1');
    start(journal, service);
    await expectResolved(journal, batch, ['case']);
  });

  test('on a server whose lists leave out the files: attachments are found all the same', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService({ listsOmitFiles: true });
    const batch = await submitBatch(journal, 3, 'batch-1');
    merged(batch, service, 'batch-1');
    start(journal, service);
    await expectResolved(journal, batch, ['case']);
    expect(await journal.itemsOfDocument('doc')).toHaveLength(3);
  });

  test('on a server that lists no cases: the documents name them', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    service.instead.cases = () => failure('access-refused');
    const batch = await submitBatch(journal, 2, 'batch-1');
    merged(batch, service, 'batch-1');
    start(journal, service);
    await expectResolved(journal, batch, ['case']);
  });

  test('where only the case names the files: they are part of its document', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const batch = await submitBatch(journal, 2, 'batch-1');
    merged(batch, service, 'batch-1');
    service.put({ id: 'doc', state: 'done', fileId: 'rendered', files: [], caseId: 'case' });
    start(journal, service);
    await expectResolved(journal, batch, ['case']);
  });

  test('whose case is there under another id than was told: it is found by its files', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const batch = await submitBatch(journal, 2, null, {}, 'case');
    const told = { connectionId: 'office', projectId: 'invoices', fileBatchId: null, externalId: null, state: null };
    const at = Date.now();
    await committed(
      journal,
      { kind: 'case-seen', case: { ...told, id: 'gone', title: null }, at },
      { kind: 'case-linked', caseId: 'gone', submissionId: batch.submission.id, at },
    );
    const files = batch.items.map(({ fileId }, index) => ({ id: fileId, type: 'invoice', mainFile: index === 0 }));
    service.put({ id: 'doc', state: 'done', fileId: null, files: [], caseId: 'case' });
    service.cases.push(someCase({ id: 'case', raw: { files, documentIds: ['doc'] } }));
    start(journal, service);
    await expectResolved(journal, batch, ['case', 'gone']);
  });

  test('of which an item does not appear in time: it is held with its reason, and moved on when it comes', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const batch = await submitBatch(journal, 2, 'batch-1', { settleLimitMs: 300 });
    const [first, second] = batch.items;
    if (first === undefined || second === undefined) throw new Error('two items');
    service.put({ id: 'doc-1', state: 'done', fileId: first.fileId });
    start(journal, service);
    await vi.waitFor(
      async () =>
        expect(await journal.item(second.id)).toMatchObject({
          stage: 'held',
          resumeStage: 'submitted',
          fault: { code: 'not-settled-in-time' },
        }),
      { timeout: 60_000 },
    );
    expect(await stageOf(journal, first.id)).toBe('settled');
    service.put({ id: 'doc-2', state: 'done', fileId: second.fileId });
    await expectResolved(journal, batch, []);
  });

  test('that nothing comes of is looked for ever less often', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    await submitBatch(journal, 2, 'batch-1');
    start(journal, service);
    await new Promise((done) => setTimeout(done, 1_000));
    const asked = (): number => service.requests.filter((request) => request === 'cases').length;
    expect(asked()).toBeLessThan(8);
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(1));
  });
});
