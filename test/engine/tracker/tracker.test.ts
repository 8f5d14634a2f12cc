import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { failure } from '../../../src/main/engine/faults/fault.ts';
import { realClock } from '../../support/ports.ts';
import { eventsOf, openTestJournal } from '../journal/journal-fixtures.ts';
import { createScriptedService } from './scripted-service.ts';
import { documentsOf, stageOf, startTracker, submit } from './tracker-fixtures.ts';

const exportRule = { folder: '/out', states: ['done', 'extracted'], template: '{title}', reportTransfer: false };

describe('a document', () => {
  test('is followed until it settles, and its export is planned in the same commit', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const { tracker, announced, settled } = startTracker(journal, { service });
    const one = await submit(journal, { export: exportRule });
    service.put({ id: one.documentId, state: 'processing', fileId: one.fileId });
    tracker.poke('invoices');
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('tracking'));
    service.change(one.documentId, { state: 'done' }, Date.now());
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
    expect(await journal.exportsOfDocument(one.documentId)).toMatchObject([
      { documentState: 'done', state: 'planned' },
    ]);
    expect(await eventsOf(journal, one.itemId)).toEqual(expect.arrayContaining(['tracking', 'settled']));
    expect(announced.map((job) => job.kind)).toEqual(['export']);
    expect(settled).toEqual([one.documentId]);
  });

  test('finished later by a person is exported again, as another state', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal, { export: exportRule });
    const service = createScriptedService();
    service.put({ id: one.documentId, state: 'extracted', fileId: one.fileId });
    const { announced, settled } = startTracker(journal, { service });
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
    service.change(one.documentId, { state: 'done' }, Date.now());
    await vi.waitFor(async () => {
      const states = (await journal.exportsOfDocument(one.documentId)).map((entry) => entry.documentState);
      expect(states.sort()).toEqual(['done', 'extracted']);
    });
    expect(announced.map((job) => job.kind)).toEqual(['export', 'export']);
    expect(settled).toEqual([one.documentId]);
  });

  test('in an unknown state is shown and followed, never a success', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    const service = createScriptedService();
    service.put({ id: one.documentId, state: 'beingPondered', fileId: one.fileId });
    startTracker(journal, { service });
    await vi.waitFor(async () => expect((await journal.document(one.documentId))?.state).toBe('beingPondered'));
    expect(await journal.document(one.documentId)).toMatchObject({ settled: false });
    expect(await stageOf(journal, one.itemId)).toBe('tracking');
  });

  test('that failed holds its item for the clerk and is not sent again; a second try on the service moves it on', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    const service = createScriptedService();
    service.put({ id: one.documentId, state: 'failed', fileId: one.fileId, raw: { detail: 'unreadable scan' } });
    startTracker(journal, { service });
    await vi.waitFor(async () =>
      expect(await journal.item(one.itemId)).toMatchObject({
        stage: 'held',
        resumeStage: 'tracking',
        fault: { code: 'processing-failed', owner: 'clerk', params: { message: 'unreadable scan' } },
      }),
    );
    service.change(one.documentId, { state: 'processing' }, Date.now());
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('tracking'));
    service.change(one.documentId, { state: 'done' }, Date.now());
    await vi.waitFor(async () =>
      expect(await journal.item(one.itemId)).toMatchObject({ stage: 'settled', fault: null }),
    );
    expect(service.requests.filter((request) => !/^(list|get)/.test(request))).toEqual([]);
  });

  test('refused as a duplicate says so', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    const service = createScriptedService();
    const entities = { errorMessage: { value: 'The document is a duplicate of 4711' } };
    service.put({ id: one.documentId, state: 'failed', fileId: one.fileId, raw: { entities } });
    startTracker(journal, { service });
    await vi.waitFor(async () =>
      expect(await journal.item(one.itemId)).toMatchObject({ stage: 'held', fault: { code: 'already-at-service' } }),
    );
  });

  test('of three files settles all three items, with their roles', async () => {
    const { journal } = await openTestJournal();
    const three = [await submit(journal), await submit(journal), await submit(journal)];
    const service = createScriptedService();
    const files = three.map(({ fileId }, index) => ({
      id: fileId,
      type: index === 0 ? 'invoice' : 'attachment',
      mainFile: index === 0,
    }));
    service.put({ id: 'merged', state: 'done', fileId: files[0]?.id ?? null, files });
    for (const one of three) service.put({ id: one.documentId, state: 'junk', fileId: one.fileId });
    startTracker(journal, { service });
    for (const one of three) {
      await vi.waitFor(async () => expect(await documentsOf(journal, one.itemId)).toContain('merged'));
      await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
    }
    expect(await journal.itemsOfDocument('merged')).toHaveLength(3);
  });

  test('split into several settles its item when all parts have settled', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal, { export: exportRule });
    const service = createScriptedService();
    service.put({ id: one.documentId, state: 'split', fileId: one.fileId });
    service.put({ id: 'part-1', state: 'done', fileId: one.fileId });
    service.put({ id: 'part-2', state: 'processing', fileId: one.fileId });
    startTracker(journal, { service });
    await vi.waitFor(async () => expect(await documentsOf(journal, one.itemId)).toHaveLength(3));
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('tracking'));
    service.change('part-2', { state: 'done' }, Date.now());
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
    expect(await journal.exportsOfDocument('part-1')).toHaveLength(1);
    expect(await journal.exportsOfDocument('part-2')).toHaveLength(1);
  });

  test('found by our external id, where it names no file of ours, is linked', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    const service = createScriptedService();
    service.put({ id: one.documentId, state: 'done', fileId: one.fileId });
    service.put({
      id: 'converted',
      state: 'done',
      fileId: 'made-by-the-service',
      externalId: one.submission.externalId,
    });
    service.put({ id: 'foreign', state: 'done', fileId: 'foreign', externalId: 'of-somebody-else' });
    startTracker(journal, { service });
    await vi.waitFor(async () => expect(await documentsOf(journal, one.itemId)).toContain('converted'));
    expect(await journal.document('foreign')).toBeNull();
  });

  test('that the service no longer has holds its item', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    startTracker(journal);
    await vi.waitFor(
      async () => expect(await journal.item(one.itemId)).toMatchObject({ stage: 'held', fault: { code: 'not-found' } }),
      { timeout: 60_000 },
    );
  });
});

describe('the time limit', () => {
  test('holds the item with its reason; it stays followed and settles later', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal, { settleLimitMs: 150 });
    const service = createScriptedService();
    service.put({ id: one.documentId, state: 'processing', fileId: one.fileId });
    startTracker(journal, { service });
    await vi.waitFor(async () =>
      expect(await journal.item(one.itemId)).toMatchObject({
        stage: 'held',
        fault: { code: 'not-settled-in-time', params: { state: 'processing' } },
      }),
    );
    service.change(one.documentId, { state: 'done' }, Date.now());
    await vi.waitFor(async () =>
      expect(await journal.item(one.itemId)).toMatchObject({ stage: 'settled', fault: null }),
    );
  });
});

test('a question that took an hour puts off what is waited for by no more than a slow look', async () => {
  const { journal } = await openTestJournal();
  const [asked, waiting] = [await submit(journal), await submit(journal)];
  const service = createScriptedService();
  service.put({ id: asked.documentId, state: 'processing', fileId: asked.fileId });
  let ahead = 0;
  let questions = 0;
  service.instead.get = () => {
    ahead += 3_600_000;
    questions += 1;
    return failure('service-failed', { status: 503 });
  };
  startTracker(journal, { service, clock: { ...realClock, monotonic: () => realClock.monotonic() + ahead } });
  await vi.waitFor(() => expect(questions).toBeGreaterThan(0), { timeout: 10_000 });
  const document = await journal.document(waiting.documentId);
  if (document === null) throw new Error('no document');
  await journal.commit([
    { kind: 'document-seen', document: { ...document, state: 'done', settled: true }, at: Date.now() },
  ]);
  await vi.waitFor(async () => expect(await stageOf(journal, waiting.itemId)).toBe('settled'), { timeout: 10_000 });
});

describe('a late receipt', () => {
  test('does not undo what the list has shown', async () => {
    const { journal } = await openTestJournal();
    const second = await submit(journal);
    const service = createScriptedService();
    const document = await journal.document(second.documentId);
    service.put({ id: second.documentId, state: 'done', fileId: second.fileId });
    startTracker(journal, { service });
    await vi.waitFor(async () => expect((await journal.document(second.documentId))?.state).toBe('done'));
    if (document === null) throw new Error('no document');
    await journal.commit([{ kind: 'document-seen', document, at: Date.now() }]);
    await vi.waitFor(async () => expect((await journal.document(second.documentId))?.state).toBe('done'));
  });
});

describe('a service in trouble', () => {
  test('is asked less and less often, and followed again afterwards', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    const service = createScriptedService();
    service.put({ id: one.documentId, state: 'done', fileId: one.fileId });
    service.instead.list = () => failure('service-unreachable');
    startTracker(journal, { service, tracking: { fastestMs: 10, slowestMs: 80 } });
    await wait(400);
    expect(service.requests.length).toBeLessThan(12);
    expect(await stageOf(journal, one.itemId)).toBe('submitted');
    delete service.instead.list;
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
  });
});

test('after a restart in the middle the tracker goes on from its cursor', async () => {
  const { journal } = await openTestJournal();
  const one = await submit(journal);
  const service = createScriptedService();
  service.put({ id: one.documentId, state: 'processing', fileId: one.fileId });
  const before = startTracker(journal, { service });
  await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('tracking'));
  await before.tracker.stop();
  for (let index = 0; index < 120; index += 1) {
    service.put({
      id: `foreign-${String(index)}`,
      fileId: `foreign-${String(index)}`,
      updatedAt: new Date(Date.now() - 3_600_000).toISOString(),
    });
  }
  service.change(one.documentId, { state: 'done' }, Date.now());
  service.requests.length = 0;
  startTracker(journal, { service });
  await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
  // Down to the cursor only: not through all that others have.
  expect(service.requests.filter((request) => request !== 'list 0')).toEqual([]);
});
