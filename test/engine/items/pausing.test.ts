import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStation, expectOneDocumentEach, smallPdf, sourceId } from '../../support/engine.ts';
import type { TestEngine } from '../../support/engine.ts';
import { passesBy, stageOf, stuckBefore } from './stuck.ts';

describe('pausing', () => {
  it('stops everything, also what comes later and after a restart, and goes on where it was', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.act('items.pause', { itemIds: 'all' });
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    await engine.reaches('a.pdf', 'accepted');
    await engine.engine.stop();

    const again = await station.start();
    await again.watch(station.hotFolder());
    await station.put('b.pdf', smallPdf('b'));
    await again.reaches('b.pdf', 'accepted');
    expect(await again.counts()).toEqual({ accepted: 2 });
    expect(station.practice.stats().uploads).toBe(0);
    await again.act('items.resume', { itemIds: 'all' });
    await again.finished();
    await expectOneDocumentEach(station, [smallPdf('a'), smallPdf('b')]);
  });

  it('stops one item wherever it stands, and lets the others pass', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('slow.pdf', Buffer.alloc(0));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('slow.pdf', 'settling');
    await engine.act('items.pause', { itemIds: [id] });
    await writeFile(path, smallPdf('slow'));
    await station.put('quick.pdf', smallPdf('quick'));
    await engine.reaches('quick.pdf', 'settled');
    await engine.reaches('slow.pdf', 'accepted');
    await passesBy(station, engine, 'first.pdf');
    expect(await engine.item('slow.pdf')).toMatchObject({ stage: 'accepted', paused: true });
    await engine.engine.stop();

    const again = await station.start();
    await again.watch(station.hotFolder());
    await passesBy(station, again, 'second.pdf');
    expect(await stageOf(again, 'slow.pdf')).toBe('accepted');
    await again.act('items.resume', { itemIds: [id] });
    await again.reaches('slow.pdf', 'settled');
    const names = ['slow', 'quick', 'first.pdf', 'second.pdf'];
    await expectOneDocumentEach(
      station,
      names.map((name) => smallPdf(name)),
    );
  });

  it('keeps an item that is to be submitted from it, also after a restart', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'documents.process-file');
    await expect.poll(() => stageOf(engine, 'a.pdf'), { interval: 20 }).toBe('uploaded');
    const { id } = await engine.item('a.pdf');
    await engine.act('items.pause', { itemIds: [id] });
    station.practice.clearFaults();
    await engine.act('items.retry', { itemIds: 'all' });
    await passesBy(station, engine, 'first.pdf');
    expect(await stageOf(engine, 'a.pdf')).toBe('uploaded');
    await engine.engine.stop();

    const again = await station.start();
    await again.watch(station.hotFolder());
    await passesBy(station, again, 'second.pdf');
    expect(await stageOf(again, 'a.pdf')).toBe('uploaded');
    expect(station.practice.stats().documents).toBe(2);
    await again.act('items.resume', { itemIds: [id] });
    await again.reaches('a.pdf', 'settled');
    await expectOneDocumentEach(station, [smallPdf('a'), smallPdf('first.pdf'), smallPdf('second.pdf')]);
  });

  it('stops a source: nothing new is taken in from it, also after a restart', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const folder = join(station.root, 'other');
    await mkdir(folder);
    /** A file through another source to its end; only such files are there. */
    const otherPassesBy = async (by: TestEngine, name: string): Promise<void> => {
      await by.watch({ ...station.hotFolder(), id: 'other', folder });
      await writeFile(join(folder, name), smallPdf(name));
      await by.reaches(name, 'settled');
      expect((await by.items()).filter((item) => item.sourceId === sourceId)).toEqual([]);
    };
    await engine.watch(station.hotFolder({}, { rescanMs: 200 }));
    await engine.act('source.pause', { sourceId });
    await station.put('a.pdf', smallPdf('a'));
    await otherPassesBy(engine, 'first.pdf');
    expect((await engine.ask('sources.health', {})).sources[0]).toMatchObject({ sourceId, state: 'paused' });
    await engine.engine.stop();

    const again = await station.start();
    await again.watch(station.hotFolder({}, { rescanMs: 200 }));
    await otherPassesBy(again, 'second.pdf');
    await again.act('source.resume', { sourceId });
    await again.reaches('a.pdf', 'settled');
  });

  it('does not do anything twice where an item goes on that never stood still', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'documents.process-file');
    const { id } = await engine.item('a.pdf');
    for (let round = 0; round < 5; round += 1) await engine.act('items.resume', { itemIds: [id] });
    station.practice.clearFaults();
    await Promise.all([
      engine.act('items.retry', { itemIds: 'all' }),
      engine.act('items.resume', { itemIds: [id] }),
      engine.act('items.resume', { itemIds: [id] }),
    ]);
    await engine.reaches('a.pdf', 'settled');
    await expectOneDocumentEach(station, [smallPdf('a')]);
    expect(station.practice.stats().uploads).toBe(1);
  });

  it('keeps exports, reports and tidying of an item back, also after a restart', async () => {
    const station = await createTestStation({ processingMs: 400 });
    const hotFolder = station.hotFolder({
      after: 'move',
      export: { folder: station.out, states: ['doneAutomatically'], template: '{name}', reportTransfer: true },
    });
    const engine = await station.start();
    await station.put('slow.pdf', smallPdf('slow'));
    station.practice.injectFault({ operation: 'document-xml.get', kind: '503', probability: 1, times: null });
    await engine.watch(hotFolder);
    const { id } = await engine.reaches('slow.pdf', 'settled');
    await engine.act('items.pause', { itemIds: [id] });
    await engine.engine.stop();
    station.practice.clearFaults();

    const again = await station.start();
    await again.watch(hotFolder);
    await station.put('quick.pdf', smallPdf('quick'));
    await again.reaches('quick.pdf', 'handed-over');
    expect(await stageOf(again, 'slow.pdf')).toBe('settled');
    expect(await readdir(station.out)).toEqual(['quick.xml']);
    await again.act('items.resume', { itemIds: [id] });
    await again.reaches('slow.pdf', 'handed-over');
    expect(await readdir(station.out)).toHaveLength(2);
  });
});
