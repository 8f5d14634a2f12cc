import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStation, expectOneDocumentEach, smallPdf, trailOf } from '../../support/engine.ts';
import { passesBy, stageOf, stuckBefore } from './stuck.ts';

describe('cancelling', () => {
  it('ends an item that still settles; its file stays and is not taken in again', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('a.pdf', Buffer.alloc(0));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'settling');
    expect(await engine.act('items.cancel', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    await writeFile(path, smallPdf('a'));
    await passesBy(station, engine);
    expect(await stageOf(engine, 'a.pdf')).toBe('cancelled');
    expect(station.practice.stats().uploads).toBe(1);
    expect(await engine.items()).toHaveLength(2);
  });

  it('ends an item that could not be uploaded', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'files.upload');
    const { id } = await engine.item('a.pdf');
    expect(await engine.act('items.cancel', { itemIds: 'all' })).toEqual({ itemIds: [id], refused: [], left: 0 });
    station.practice.clearFaults();
    await engine.act('items.retry', { itemIds: 'all' });
    await passesBy(station, engine);
    expect(await stageOf(engine, 'a.pdf')).toBe('cancelled');
    expect(station.practice.stats().uploads).toBe(1);
    expect((await trailOf(engine, id)).at(-1)).not.toBe('uploading');
    await engine.finished();
  });

  it('ends an item in the middle of its upload', async () => {
    const station = await createTestStation();
    station.practice.injectFault({ operation: 'files.upload', kind: 'hang', probability: 1, times: null });
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'uploading');
    expect(await engine.act('items.cancel', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    station.practice.clearFaults();
    await passesBy(station, engine);
    expect(await stageOf(engine, 'a.pdf')).toBe('cancelled');
    await engine.finished();
  });

  it('ends an item that is at the service as a file only', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'documents.process-file');
    await expect.poll(() => stageOf(engine, 'a.pdf'), { interval: 20 }).toBe('uploaded');
    const { id } = await engine.item('a.pdf');
    expect(await engine.act('items.cancel', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    station.practice.clearFaults();
    await engine.act('items.retry', { itemIds: 'all' });
    await passesBy(station, engine);
    expect(await stageOf(engine, 'a.pdf')).toBe('cancelled');
    expect(station.practice.stats().documents).toBe(1);
    await engine.finished();
  });

  it('is refused while nobody knows whether the service has the document, and after it has', async () => {
    const station = await createTestStation();
    station.practice.injectFault({
      operation: 'documents.process-file',
      kind: 'reset-after',
      probability: 1,
      times: 1,
    });
    station.practice.injectFault({ operation: 'documents.list', kind: '503', probability: 1, times: null });
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    await expect.poll(async () => (await engine.items())[0]?.fault?.code, { interval: 20 }).toBe('outcome-unclear');
    const { id } = await engine.item('a.pdf');
    const early = await engine.act('items.cancel', { itemIds: [id] });
    expect(early.refused.map(({ first: [one] }) => one?.fault.code)).toEqual(['wrong-usage']);
    station.practice.clearFaults();
    await engine.act('items.retry', { itemIds: 'all' });
    await engine.reaches('a.pdf', 'settled');
    const late = await engine.act('items.cancel', { itemIds: [id] });
    expect(late.refused.map(({ first: [one] }) => one?.fault.code)).toEqual(['wrong-usage']);
    await expectOneDocumentEach(station, [smallPdf('a')]);
  });

  it('decides about many while they are on their way, each either cancelled without a document or sent', async () => {
    const station = await createTestStation({ latencyMs: 5 });
    const engine = await station.start({ limits: { filesInFlight: 8, sockets: 8, unclearGraceMs: 300 } });
    for (let index = 0; index < 60; index += 1) await station.put(`${index}.pdf`, smallPdf(index));
    await engine.watch(station.hotFolder());
    await expect.poll(() => station.practice.stats().documents, { interval: 5 }).toBeGreaterThan(5);
    const { itemIds } = await engine.act('items.cancel', { itemIds: 'all' });
    await engine.finished();
    const items = await engine.items();
    expect(
      items
        .filter(({ stage }) => stage === 'cancelled')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...itemIds].sort());
    const sent = items.filter(({ stage }) => stage === 'settled');
    expect(sent.length + itemIds.length).toBe(items.length);
    const documents = await station.practice.documents();
    expect(documents.map((document) => document.fileId).sort()).toEqual(sent.map(({ fileId }) => fileId).sort());
    expect(itemIds.length).toBeGreaterThan(0);
  });
});

describe('retrying', () => {
  it('takes a refused file up again once it is what the service accepts', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('a.pdf', Buffer.from('MZ no document'));
    // Named, not watched: nothing but the retry looks at it again.
    await engine.act('intake.take-in', { paths: [path], rule: station.hotFolder().rule, sourceId: 'command-line' });
    const { id } = await engine.reaches('a.pdf', 'held');
    await writeFile(path, smallPdf('a'));
    expect(await engine.act('items.retry', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    await engine.reaches('a.pdf', 'settled');
    await expectOneDocumentEach(station, [smallPdf('a')]);
  });

  it('says so where there is nothing to retry', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'settled');
    const { refused } = await engine.act('items.retry', { itemIds: [id] });
    expect(refused.map(({ first: [one] }) => one?.fault.code)).toEqual(['wrong-usage']);
  });

  it('goes on with an export whose folder could not be used', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await writeFile(join(station.root, 'file'), '');
    const folder = join(station.root, 'file');
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(
      station.hotFolder({
        export: { folder, states: ['doneAutomatically'], template: '{name}', reportTransfer: false },
      }),
    );
    await expect
      .poll(async () => (await engine.items())[0]?.fault?.code, { interval: 50 })
      .toBe('export-folder-unusable');
    // A place that is planned is no file yet.
    expect((await engine.items())[0]?.exports.map(({ path }) => path)).toEqual([null]);
    await rm(folder);
    await engine.act('items.retry', { itemIds: 'all' });
    const { exports } = await engine.reaches('a.pdf', 'exported');
    expect(exports.map(({ path }) => path)).toEqual([join(folder, 'a.xml')]);
    expect(await readdir(folder)).toEqual(['a.xml']);
  });
});

describe('sending a duplicate anyway', () => {
  it('sends it, wherever its original lies by then', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('same'));
    await engine.watch(station.hotFolder({ after: 'move' }));
    await engine.reaches('a.pdf', 'settled');
    await station.put('b.pdf', smallPdf('same'));
    const { id } = await engine.reaches('b.pdf', 'duplicate');
    expect(await engine.act('items.send-anyway', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    const sent = await engine.reaches('b.pdf', 'settled');
    expect(sent.duplicateOf).toBeNull();
    await engine.finished();
    await expectOneDocumentEach(station, [smallPdf('same'), smallPdf('same')]);
    const { refused } = await engine.act('items.send-anyway', { itemIds: [id] });
    expect(refused.map(({ first: [one] }) => one?.fault.code)).toEqual(['wrong-usage']);
  });
});
