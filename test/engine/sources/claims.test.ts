import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEngineChild } from '../../faults/engine-child.ts';
import { createTestStation, expectOneDocumentEach, sha256, smallPdf, trailOf } from '../../support/engine.ts';
import type { TestEngine, TestStation } from '../../support/engine.ts';
import { passesBy } from '../items/stuck.ts';

/** A folder that two stations share, with engines for both. */
async function createSharedFolder(): Promise<{ station: TestStation; other: TestStation }> {
  const station = await createTestStation();
  return { station, other: station.beside('second') };
}

const claiming = { claim: true, rescanMs: 200 } as const;

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function allSettled(engines: readonly TestEngine[], count: number): Promise<void> {
  const countedStages = async (): Promise<Readonly<Record<string, number>>> => {
    const found: Record<string, number> = {};
    for (const engine of engines) {
      for (const { stage } of await engine.items()) found[stage] = (found[stage] ?? 0) + 1;
    }
    return found;
  };
  await expect.poll(countedStages, { interval: 50 }).toEqual({ settled: count });
}

describe('a folder that several stations share', () => {
  it('gives each file to one of them', async () => {
    const { station, other } = await createSharedFolder();
    const contents = Array.from({ length: 40 }, (_, index) => smallPdf(index));
    const half = contents.slice(0, 20);
    await Promise.all(half.map((bytes, index) => station.put(`${String(index)}.pdf`, bytes)));
    const engines = [await station.start(), await other.start()];
    const hotFolder = station.hotFolder({ after: 'move' }, claiming);
    await Promise.all(engines.map((engine) => engine.watch(hotFolder)));
    await Promise.all(contents.slice(20).map((bytes, index) => station.put(`${String(index + 20)}.pdf`, bytes)));
    await allSettled(engines, 40);
    await expectOneDocumentEach(station, contents);
    await expect.poll(async () => (await filesBelow(join(station.folder, 'processed'))).length).toBe(40);
    const holder: unknown = JSON.parse(
      await readFile(join(station.folder, '.mailroom', 'second', 'holder.json'), 'utf8'),
    );
    expect(holder).toMatchObject({ station: { id: 'second', name: 'second' }, leaseMs: 120_000 });
    await expect.poll(() => readdir(join(station.folder, '.mailroom', 'station', 'files'))).toEqual([]);
  });

  it('keeps files where they were, under a free name, and none is taken again', async () => {
    const { station, other } = await createSharedFolder();
    const hotFolder = station.hotFolder({}, claiming);
    const engine = await station.start();
    await engine.act('items.pause', { itemIds: 'all' });
    const path = await station.put('a.pdf', smallPdf('a'));
    await engine.watch(hotFolder);
    await engine.reaches('a.pdf', 'accepted');
    const half = smallPdf('half').subarray(0, 60);
    await station.put('a.pdf', half);
    await engine.act('items.resume', { itemIds: 'all' });
    await engine.reaches('a.pdf', 'settled');
    const back = join(station.folder, 'a (2).pdf');
    await expect.poll(() => stat(back).catch(() => null)).not.toBeNull();
    expect(sha256(await readFile(back))).toBe(sha256(smallPdf('a')));
    expect(await readFile(path)).toEqual(half);

    const second = await other.start();
    await second.watch(hotFolder);
    await station.put('witness.pdf', smallPdf('witness'));
    await allSettled([engine, second], 2);
    await expectOneDocumentEach(station, [smallPdf('a'), smallPdf('witness')]);
  });

  it('takes sidecars along, and moves them with their files', async () => {
    const { station } = await createSharedFolder();
    const engine = await station.start();
    await station.put('a.pdf.json', Buffer.from('{"externalId":"ERP-1"}'));
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({ after: 'delete', trashMs: 0 }, claiming));
    await engine.reaches('a.pdf', 'settled');
    expect(await station.practice.documents()).toMatchObject([{ externalId: 'ERP-1' }]);
    expect(await engine.items()).toHaveLength(1);
    await expect
      .poll(async () => (await filesBelow(station.folder)).filter((name) => name !== 'holder.json'))
      .toEqual([]);
  });

  it('gives files back with their sidecars, and neither is taken again', async () => {
    const { station } = await createSharedFolder();
    const engine = await station.start();
    await station.put('a.pdf.json', Buffer.from('{"externalId":"ERP-1"}'));
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({}, claiming));
    await engine.reaches('a.pdf', 'settled');
    await expect.poll(async () => (await readdir(station.folder)).sort()).toEqual(['.mailroom', 'a.pdf', 'a.pdf.json']);
    const notes = (): Promise<readonly string[]> => readdir(join(station.folder, '.mailroom', 'returned'));
    await expect.poll(async () => (await notes()).length).toBe(2);
    await station.put('b.pdf', smallPdf('b'));
    await engine.reaches('b.pdf', 'settled');
    expect((await engine.items()).map(({ name }) => name).sort()).toEqual(['a.pdf', 'b.pdf']);
  });

  it.each(['503', 'reset-after'] as const)(
    'hands what a killed station held to another after its lease, and nothing is sent twice (%s)',
    async (kind) => {
      const { station, other } = await createSharedFolder();
      station.practice.injectFault({ operation: 'documents.process-file', kind, probability: 1, times: null });
      // On a slow computer it would look for what got no answer, find it and be done with it before the last file is sent.
      station.practice.injectFault({ operation: 'documents.list', kind: '503', probability: 1, times: null });
      const contents = ['a', 'b', 'c'].map((name) => smallPdf(name));
      for (const name of ['a', 'b', 'c']) await station.put(`${name}.pdf`, smallPdf(name));
      const hotFolder = station.hotFolder({ after: 'move' }, { ...claiming, claimLeaseMs: 1_500 });
      const child = startEngineChild(station, hotFolder);
      await expect
        .poll(() => station.practice.stats().requests['documents.process-file'] ?? 0)
        .toBeGreaterThanOrEqual(3);
      await child.killAfter(0);
      station.practice.clearFaults();

      const second = await other.start();
      await second.watch(hotFolder);
      await allSettled([second], 3);
      await expectOneDocumentEach(station, contents);
      const { id } = await second.item('a.pdf');
      expect((await trailOf(second, id)).includes('uploading')).toBe(kind === '503');
      await passesBy(station, second);
    },
  );
});
