import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTestStation, expectOneDocumentEach, smallPdf } from '../support/engine.ts';
import type { TestStation } from '../support/engine.ts';

async function stopsWithin(stop: () => Promise<void>, ms: number): Promise<void> {
  const start = Date.now();
  await stop();
  expect(Date.now() - start).toBeLessThan(ms);
}

async function fill(station: TestStation, count: number): Promise<Buffer[]> {
  const contents = Array.from({ length: count }, (_, index) => smallPdf(index, 200_000));
  for (const [index, bytes] of contents.entries()) await station.put(`${index}.pdf`, bytes);
  return contents;
}

describe('stopping', () => {
  it('ends in a moment while uploads hang; all goes on at the next start', async () => {
    const station = await createTestStation();
    station.practice.injectFault({ operation: 'files.upload', kind: 'hang', probability: 1, times: null });
    const contents = await fill(station, 30);
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    await expect.poll(async () => (await engine.counts()).uploading ?? 0).toBeGreaterThan(10);
    await stopsWithin(engine.engine.stop, 10_000);
    expect(engine.log.filter((line) => line.includes('aborted'))).toEqual([]);

    station.practice.clearFaults();
    const again = await station.start();
    expect(again.engine.progress().bytesTotal).toBeGreaterThan(10 * 200_000);
    await again.watch(station.hotFolder());
    await again.finished();
    await expectOneDocumentEach(station, contents);
  });

  it(
    'in the middle of everything, again and again, loses nothing and does nothing twice',
    { timeout: 240_000 },
    async () => {
      const station = await createTestStation({ latencyMs: 5 });
      const contents = await fill(station, 60);
      const hotFolder = station.hotFolder({
        after: 'move',
        export: { folder: station.out, states: ['doneAutomatically'], template: '{name}', reportTransfer: true },
      });
      for (const min of [1, 10, 30]) {
        const engine = await station.start({ limits: { filesInFlight: 12, sockets: 8, unclearGraceMs: 500 } });
        await engine.watch(hotFolder);
        await expect.poll(() => station.practice.stats().documents, { interval: 5 }).toBeGreaterThan(min);
        await stopsWithin(engine.engine.stop, 10_000);
      }
      const last = await station.start();
      await last.watch(hotFolder);
      await last.finished();
      await expectOneDocumentEach(station, contents);
      expect(await last.counts()).toEqual({ 'handed-over': 60 });
    },
  );

  it.runIf(process.platform === 'linux')('ends while exports wait for a folder that can never be made', async () => {
    const station = await createTestStation();
    const contents = await fill(station, 2);
    const engine = await station.start();
    await engine.watch(
      station.hotFolder({
        export: { folder: '/proc/nowhere', states: ['doneAutomatically'], template: '{name}', reportTransfer: false },
      }),
    );
    const faults = async () => (await engine.items()).map(({ fault }) => fault?.code);
    await expect.poll(faults, { timeout: 30_000 }).toEqual(contents.map(() => 'export-folder-unusable'));
    await stopsWithin(engine.engine.stop, 10_000);
  });

  it('leaves what is to be tidied until its folder is watched again', { timeout: 90_000 }, async () => {
    const station = await createTestStation();
    station.practice.injectFault({ operation: 'files.upload', kind: '503', probability: 1, times: null });
    const hotFolder = station.hotFolder({ after: 'delete' });
    const path = await station.put('a.pdf', smallPdf('a'));
    const first = await station.start();
    await first.watch(hotFolder);
    await first.reaches('a.pdf', 'accepted');
    await first.engine.stop();
    station.practice.clearFaults();

    const engine = await station.start();
    await engine.reaches('a.pdf', 'settled');
    expect(existsSync(path)).toBe(true);
    await engine.watch(hotFolder);
    await expect.poll(() => existsSync(path), { timeout: 30_000 }).toBe(false);
  });

  it('is asked for twice in vain, and an engine that stopped answers no more', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await Promise.all([engine.engine.stop(), engine.engine.stop()]);
    await expect(engine.engine.query({ name: 'custody.verify' })).rejects.toThrow('the journal was closed');
  });
});

describe('an engine that only does what it is asked', () => {
  it('journals decisions about what a killed one left, and leaves the work to the next', async () => {
    const station = await createTestStation();
    station.practice.injectFault({ operation: 'files.upload', kind: 'hang', probability: 1, times: null });
    await fill(station, 2);
    const first = await station.start();
    await first.watch(station.hotFolder());
    await expect.poll(async () => (await first.counts()).uploading).toBe(2);
    await first.engine.stop();
    station.practice.clearFaults();

    const asked = await station.start({}, {}, { work: false });
    const { id } = await asked.item('0.pdf');
    expect(await asked.act('items.cancel', { itemIds: [id] })).toEqual({ itemIds: [id], refused: [], left: 0 });
    expect(await asked.counts()).toEqual({ accepted: 1, cancelled: 1 });
    await asked.engine.stop();
    expect(station.practice.stats().documents).toBe(0);

    const next = await station.start();
    await next.watch(station.hotFolder());
    await next.finished();
    await expectOneDocumentEach(station, [smallPdf(1, 200_000)]);
  });
});
