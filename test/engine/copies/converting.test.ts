import { readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isThere } from '../../../src/main/engine/platform/disk/is-there.ts';
import {
  createTestStation,
  expectWholeCustody,
  sha256,
  type TestEngine,
  type TestStation,
} from '../../support/engine.ts';
import { onlySentFile } from '../../support/sent-file.ts';
import { plainBmp } from '../scanning/pages/converting/bmp-files.ts';
import { stageOf } from '../items/stuck.ts';

const coloured = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const webp = (background = '#c00000'): Promise<Buffer> => coloured(40, 20, background).webp().toBuffer();

async function told(engine: TestEngine, itemId: string) {
  const { rows } = await engine.ask('custody.page', { subjectId: itemId, limit: 100 });
  return rows.filter(({ event }) => event === 'copied').map(({ detail }) => detail);
}

const watched = (station: TestStation): Promise<TestEngine> =>
  station.start().then(async (engine) => {
    await engine.watch(station.hotFolder());
    return engine;
  });

it('a picture that the service does not take goes as a JPEG; the item stays the original, and the history says both', async () => {
  const station = await createTestStation();
  const original = await webp();
  const path = await station.put('Foto.webp', original);
  const engine = await watched(station);
  await engine.finished();
  const item = await engine.item('Foto.webp');
  const copy = { kind: 'converted', name: 'Foto.jpg' };
  expect(item).toMatchObject({ path, sha256: sha256(original), mediaType: 'image/webp', copy });
  const { bytes, mediaType } = await onlySentFile(station);
  expect(mediaType).toBe('image/jpeg');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20 });
  expect(await told(engine, item.id)).toEqual([
    {
      copy: 'converted',
      from: 'Foto.webp',
      to: 'Foto.jpg',
      type: 'WebP',
      format: 'JPEG',
      sha256: sha256(bytes),
      of: sha256(original),
    },
  ]);
  expect(await readFile(path)).toEqual(original);
  await expectWholeCustody(engine);
});

it('pictures of all kinds and modes go together, each once; what only moves goes as pages, the same content once', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  await engine.watch(station.hotFolder({ mode: 'batch', batchQuietMs: 600, after: 'move' }));
  const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => coloured(8, 8, colour).png().toBuffer()));
  await station.put(
    'moving.webp',
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  );
  const bmp = plainBmp(9, 7, (x, y) => [x * 20, y * 20, 90]);
  await station.put('fax.bmp', bmp);
  await engine.finished();
  await station.put('again.bmp', bmp);
  await engine.reaches('again.bmp', 'duplicate');
  const files = (await station.practice.documents()).map(({ title }) => title).sort();
  expect(files).toEqual(['fax.jpg', 'moving.pdf']);
  expect(station.practice.stats()).toMatchObject({ duplicateFileIds: 0, uploads: 2 });
  await expect.poll(() => isThere(join(station.folder, 'fax.bmp')), { interval: 25 }).toBe(false);
});

it('what breaks off or is too large is held with a reason, an owner and a next step; the file mended, it goes', async () => {
  const station = await createTestStation();
  const engine = await watched(station);
  const whole = await webp();
  const broken = Buffer.from(whole);
  broken.fill(0x55, 30);
  await station.put('broken.webp', broken);
  expect((await engine.reaches('broken.webp', 'held')).fault).toMatchObject({ code: 'file-damaged', owner: 'clerk' });
  const huge = plainBmp(2, 2, () => [0, 0, 0]);
  huge.writeInt32LE(10_016, 18);
  huge.writeInt32LE(10_016, 22);
  huge.writeUInt16LE(1, 28);
  await station.put('huge.bmp', Buffer.concat([huge, Buffer.alloc(13_000_000)]));
  const held = await engine.reaches('huge.bmp', 'held');
  expect(held.fault).toMatchObject({
    code: 'picture-not-converted',
    params: { name: 'huge.bmp', problem: 'picture-too-large' },
  });
  expect(station.practice.stats().uploads).toBe(0);
  await rename(await station.put('broken.webp.part', whole), join(station.folder, 'broken.webp'));
  await engine.act('items.retry', { itemIds: [(await engine.item('broken.webp')).id] });
  await engine.reaches('broken.webp', 'settled');
});

it('what is written anew under the same size and time is looked at again, and goes as it is then', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  const [first, second] = [await webp('#101010'), await webp('#101011')];
  expect(first.length).toBe(second.length);
  await engine.act('items.pause', { itemIds: 'all' });
  const path = await station.put('a.webp', first);
  const at = new Date(1_700_000_000_000);
  await utimes(path, at, at);
  await engine.watch(station.hotFolder({}, { rescanMs: 3_600_000 }));
  await engine.reaches('a.webp', 'accepted');
  await engine.engine.stop();
  await writeFile(path, second);
  await utimes(path, at, at);
  const next = await watched(station);
  await next.act('items.resume', { itemIds: 'all' });
  await next.finished();
  expect(await next.item('a.webp')).toMatchObject({ sha256: sha256(second) });
  const { bytes } = await onlySentFile(station);
  const [copied] = (await told(next, (await next.item('a.webp')).id)).slice(-1);
  expect(copied).toMatchObject({ of: sha256(second), sha256: sha256(bytes) });
});

it('a copy that is gone is made anew; a cancel and its undo use the one that is there', async () => {
  const station = await createTestStation();
  station.practice.injectFault({ operation: 'files.upload', kind: '429', probability: 1, times: null });
  const engine = await watched(station);
  await station.put('a.webp', await webp());
  await expect.poll(async () => (await engine.item('a.webp')).copy?.name, { interval: 25 }).toBe('a.jpg');
  const { id, copy } = await engine.item('a.webp');
  await engine.act('items.cancel', { itemIds: [id] });
  expect(await stageOf(engine, 'a.webp')).toBe('cancelled');
  await rename(copy?.path ?? '', `${copy?.path ?? ''}.gone`);
  station.practice.clearFaults();
  await engine.act('items.take-in-again', { itemIds: [id] });
  await engine.finished();
  expect(await told(engine, id)).toHaveLength(2);
  expect((await onlySentFile(station)).mediaType).toBe('image/jpeg');
});
