import { describe, expect, it } from 'vitest';
import { connectionId, createTestStation, smallPdf } from '../../support/engine.ts';
import type { TestStation } from '../../support/engine.ts';

const names = ['4711 invoice.pdf', '4711 invoice-attachment.pdf', '4712 order.pdf'];

const batchRule = (station: TestStation, quietMs = 1_000) =>
  station.hotFolder({
    mode: 'batch',
    batchQuietMs: quietMs,
    export: { folder: station.out, states: ['doneAutomatically'], template: '{documentId}', reportTransfer: true },
  });

describe('batch mode', () => {
  it('links three files that became one document to it and to its case, each with its role', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const three = ['4711 invoice.pdf', '4711 invoice-attachment.pdf', '4711 Lieferschein.pdf'];
    for (const name of three) await station.put(name, smallPdf(name));
    await engine.watch(batchRule(station, 600_000));
    for (const name of three) await engine.reaches(name, 'uploaded');
    await expect
      .poll(async () => (await engine.ask('batches.open', {})).batches.map(({ items }) => items))
      .toEqual([3]);
    expect(await engine.act('batches.send-now', {})).toEqual({ batches: 1 });
    await engine.finished();
    const items = await Promise.all(three.map((name) => engine.item(name)));
    const documentIds = new Set(items.flatMap(({ documents }) => documents.map(({ id }) => id)));
    expect(documentIds.size).toBe(1);
    const linked = await Promise.all(
      items.map(async ({ id }) => {
        const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
        return rows.find(({ event }) => event === 'document-linked')?.detail['role'];
      }),
    );
    const { cases } = await engine.ask('cases.list', { connectionId, offset: 0, limit: 10 });
    const detail = await engine.ask('cases.detail', { connectionId, caseId: cases[0]?.id ?? '' });
    // Which of them is the main file depends on the order in which they arrived; the roles are those that the service tells.
    const told = new Map(detail.files.map(({ itemId, type }) => [itemId, type]));
    expect(linked).toEqual(items.map(({ id }) => told.get(id)));
    expect(linked.slice(1)).toEqual(['attachment', 'deliveryNote']);
    expect(new Set(detail.itemIds)).toEqual(new Set(items.map(({ id }) => id)));
  });

  it.each(['id', 'empty'] as const)('makes documents of several files by one call (answer: %s)', async (body) => {
    const station = await createTestStation({ batchAnswer: { status: 202, body } });
    const engine = await station.start();
    for (const name of names) await station.put(name, smallPdf(name));
    await engine.watch(batchRule(station));
    await engine.finished();

    expect(station.practice.stats().requests['cases.process-file-batch']).toBe(1);
    const documents = await station.practice.documents();
    expect(documents.map(({ state }) => state)).toEqual(['transferred', 'transferred']);
    const items = await engine.items();
    expect(items.map(({ stage }) => stage)).toEqual(['handed-over', 'handed-over', 'handed-over']);
    const inOrder = async (by: 'external' | 'files', descending: boolean) =>
      await engine.ask('cases.list', { connectionId, sort: { by, descending }, offset: 0, limit: 10 });
    const few = await inOrder('files', false);
    expect(few.cases.map(({ files }) => files)).toEqual([1, 2]);
    expect(few).toMatchObject({ totalCount: 2, searched: 2, newestOnly: false });
    const many = await inOrder('files', true);
    expect(many.cases.map(({ id }) => id)).toEqual(few.cases.map(({ id }) => id).toReversed());
    const [invoice, attachment, order] = [
      await engine.item(names[0] ?? ''),
      await engine.item(names[1] ?? ''),
      await engine.item(names[2] ?? ''),
    ];
    expect(attachment.documents).toEqual(invoice.documents);
    expect(order.documents).not.toEqual(invoice.documents);
    expect(new Set(items.flatMap(({ exports }) => exports.map(({ path }) => path))).size).toBe(2);
  });

  it('goes on with a batch that was open when the engine ended, without what was cancelled meanwhile', async () => {
    const station = await createTestStation();
    const first = await station.start();
    for (const name of names) await station.put(name, smallPdf(name));
    await first.watch(batchRule(station, 2_500));
    for (const name of names) await first.reaches(name, 'uploaded');
    const { id } = await first.item(names[2] ?? '');
    expect(await first.act('items.cancel', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    await first.engine.stop();
    expect(station.practice.stats().cases).toBe(0);

    const second = await station.start();
    await second.watch(batchRule(station));
    await second.finished();
    expect(station.practice.stats().requests['cases.process-file-batch']).toBe(1);
    const [document, ...others] = await station.practice.documents();
    expect(others).toEqual([]);
    expect(document?.files).toHaveLength(2);
    expect((await second.items()).map(({ stage }) => stage).sort()).toEqual([
      'cancelled',
      'handed-over',
      'handed-over',
    ]);
  });

  it('holds all of a refused batch, and a retry of one item takes the whole of it along', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    for (const name of names) await station.put(name, smallPdf(name));
    await engine.watch(
      station.hotFolder({
        mode: 'batch',
        batchQuietMs: 300,
        // One pair more than the service takes.
        externalData: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${String(index)}`, index])),
      }),
    );
    const { id } = await engine.reaches(names[0] ?? '', 'held');
    for (const name of names) await engine.reaches(name, 'held');
    const faults = new Set((await engine.items()).map(({ fault }) => fault?.code));
    expect(faults.size).toBe(1);
    expect(await engine.act('items.retry', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    for (const name of names) await engine.reaches(name, 'held');
    expect(await engine.act('items.retry', { itemIds: 'all' })).toMatchObject({ refused: [] });
    for (const name of names) await engine.reaches(name, 'held');
    await engine.act('items.cancel', { itemIds: 'all' });
    await engine.finished();
    expect(station.practice.stats().cases).toBe(0);
  });

  it('waits for a file of the same source that takes long to upload', async () => {
    const station = await createTestStation();
    station.practice.injectFault({ operation: 'files.upload', kind: '503', probability: 1, times: 1 });
    const engine = await station.start();
    for (const name of names) await station.put(name, smallPdf(name));
    // Long enough for a busy machine to accept both, and mostly shorter than the wait before another try.
    await engine.watch(batchRule(station, 500));
    await engine.finished();
    expect(station.practice.stats().requests['cases.process-file-batch']).toBe(1);
    expect(station.practice.stats().documents).toBe(2);
  });

  it('waits as a whole while the service is busy, and is sent once', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    station.practice.injectFault({ operation: 'cases.process-file-batch', kind: '429', probability: 1, times: 2 });
    for (const name of names) await station.put(name, smallPdf(name));
    await engine.watch(batchRule(station, 300));
    await engine.finished();
    expect(station.practice.stats().documents).toBe(2);
    expect(station.practice.stats().duplicateFileIds).toBe(0);
  });
});
