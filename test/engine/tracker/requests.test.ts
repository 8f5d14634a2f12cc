import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { createScriptedService } from './scripted-service.ts';
import type { Quirks, ScriptedService } from './scripted-service.ts';
import { stageOf, startTracker, submit } from './tracker-fixtures.ts';
import type { Submitted } from './tracker-fixtures.ts';

const hour = 3_600_000;

/** Documents of others, one a second, the newest changed at `newest`. */
function fill(service: ScriptedService, count: number, newest: number): void {
  for (let index = 0; index < count; index += 1) {
    const at = new Date(newest - index * 1_000).toISOString();
    service.put({
      id: `foreign-${String(index)}`,
      state: 'done',
      fileId: `f-${String(index)}`,
      createdAt: at,
      updatedAt: at,
    });
  }
}

/** Submits items whose documents lie among `others` documents, and waits until the tracker has settled them all. */
async function settleAll(journal: Journal, service: ScriptedService, count: number, others: number): Promise<void> {
  const items: Submitted[] = [];
  for (let index = 0; index < count; index += 1) items.push(await submit(journal));
  for (const one of items) service.put({ id: one.documentId, state: 'done', fileId: one.fileId });
  fill(service, others, Date.now() - hour);
  startTracker(journal, { service, quirks: service.quirks });
  await vi.waitFor(
    async () => {
      for (const one of items) expect(await stageOf(journal, one.itemId)).toBe('settled');
    },
    { timeout: 60_000, interval: 50 },
  );
}

describe('following costs requests by what changed', () => {
  test('nothing was ever submitted: no requests at all', async () => {
    const { journal } = await openTestJournal();
    const { service } = startTracker(journal);
    await wait(300);
    expect(service.requests).toEqual([]);
  });

  test('nothing is waited for: one request a look, at the slowest pace', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    await settleAll(journal, service, 1, 500);
    await wait(100);
    service.requests.length = 0;
    const begun = Date.now();
    await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(4));
    // Every 100 ms, less a quarter at the most.
    expect(service.requests.length).toBeLessThanOrEqual((Date.now() - begun) / 75 + 1);
    expect(new Set(service.requests)).toEqual(new Set(['list 0']));
  });

  test('200 documents are followed by a few pages, not one by one', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    await settleAll(journal, service, 200, 400);
    expect(service.requests.filter((request) => request.startsWith('get'))).toEqual([]);
    // Each look takes a few; how many looks there are tells the computer's speed.
    expect(service.requests.length).toBeLessThan(100);
  });

  test('a document that takes long is asked for by itself ever less often', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    const service = createScriptedService();
    const long = new Date(Date.now() - hour).toISOString();
    service.put({ id: one.documentId, state: 'processing', fileId: one.fileId, createdAt: long, updatedAt: long });
    fill(service, 60, Date.now());
    startTracker(journal, { service, tracking: { fastestMs: 10, slowestMs: 30 } });
    await wait(1_500);
    const singles = (): number => service.requests.filter((request) => request.startsWith('get')).length;
    expect(singles()).toBeLessThan(7);
    await vi.waitFor(() => expect(singles()).toBeGreaterThan(1));
  });

  test('a poke brings the next look forward', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const { tracker } = startTracker(journal, { service, tracking: { fastestMs: 10, slowestMs: 60_000 } });
    await wait(50);
    const one = await submit(journal);
    service.put({ id: one.documentId, state: 'done', fileId: one.fileId });
    tracker.poke('invoices');
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
    await wait(100);
    const second = await submit(journal);
    service.put({ id: second.documentId, state: 'done', fileId: second.fileId });
    tracker.poke('invoices');
    await vi.waitFor(async () => expect(await stageOf(journal, second.itemId)).toBe('settled'));
  });

  test('after stop nothing is asked', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    await submit(journal);
    const { tracker } = startTracker(journal, { service });
    await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(0));
    await tracker.stop();
    const asked = service.requests.length;
    tracker.poke('invoices');
    await wait(200);
    expect(service.requests.length).toBe(asked);
  });
});

describe('lists that are not as they should be', () => {
  const services: readonly (readonly [string, Quirks])[] = [
    ['answers small pages', { pageLimit: 7 }],
    ['ignores the order asked for', { ignoresSort: true }],
    ['ignores the project', { ignoresFilters: true }],
    ['ignores the offset', { ignoresOffset: true }],
    ['leaves out the files', { listsOmitFiles: true }],
  ];
  test.each(services)('a service that %s: everything settles', async (_, quirks) => {
    const { journal } = await openTestJournal();
    await settleAll(journal, createScriptedService(quirks), 30, 130);
  });

  test('a service that ignores the order: what a person finishes later is seen all the same', async () => {
    const { journal } = await openTestJournal();
    const one = await submit(journal);
    const service = createScriptedService({ ignoresSort: true });
    const old = new Date(Date.now() - 2 * hour).toISOString();
    service.put({ id: one.documentId, state: 'reviewRequired', fileId: one.fileId, createdAt: old, updatedAt: old });
    fill(service, 160, Date.now());
    startTracker(journal, { service });
    await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'), { timeout: 60_000 });
    service.change(one.documentId, { state: 'done' }, Date.now());
    await vi.waitFor(async () => expect((await journal.document(one.documentId))?.state).toBe('done'), {
      timeout: 60_000,
    });
  });

  test('pages that shift while they are read hide nothing', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService({ pageLimit: 10 });
    let shift = 0;
    service.beforeList = ({ offset = 0 }) => {
      if (offset === 0 || shift > 40) return;
      // Newer ones push the rest down, and one that was told goes away.
      shift += 1;
      service.put({ id: `new-${String(shift)}`, state: 'done', fileId: `n-${String(shift)}` });
      service.documents.delete(`foreign-${String(shift)}`);
    };
    await settleAll(journal, service, 40, 60);
  });

  test('times equal to the last seen change are not passed over', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    const at = new Date().toISOString();
    const first = await submit(journal);
    service.put({ id: first.documentId, state: 'done', fileId: first.fileId, updatedAt: at });
    startTracker(journal, { service, tracking: { fastestMs: 10, slowestMs: 60 } });
    await vi.waitFor(async () => expect(await stageOf(journal, first.itemId)).toBe('settled'));
    const second = await submit(journal);
    service.put({ id: second.documentId, state: 'done', fileId: second.fileId, updatedAt: at });
    await vi.waitFor(async () => expect(await stageOf(journal, second.itemId)).toBe('settled'));
    expect(service.requests.some((request) => request === `get ${second.documentId}`)).toBe(false);
  });

  test('one time far in the future does not stop the rest', async () => {
    const { journal } = await openTestJournal();
    const service = createScriptedService();
    service.put({ id: 'future', state: 'done', fileId: 'x', updatedAt: '2999-01-01T00:00:00.000Z' });
    await settleAll(journal, service, 3, 10);
    const later = await submit(journal);
    service.put({ id: later.documentId, state: 'done', fileId: later.fileId });
    // Newer than that one, more than a page.
    fill(service, 70, Date.now() + 200_000);
    await vi.waitFor(async () => expect(await stageOf(journal, later.itemId)).toBe('settled'), { timeout: 60_000 });
    expect(service.requests).not.toContain(`get ${later.documentId}`);
  });
});
