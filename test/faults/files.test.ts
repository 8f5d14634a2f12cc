import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStation, expectOneDocumentEach, sha256, smallPdf } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';

/** Holds back everything that is accepted, until it is let go. */
async function heldUp(engine: TestEngine): Promise<void> {
  await engine.act('items.pause', { itemIds: 'all' });
}

describe('a file', () => {
  it('that changes after it was accepted is sent as it is in the end, as one document', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await heldUp(engine);
    const path = await station.put('a.pdf', smallPdf('page 1'));
    await engine.watch(station.hotFolder());
    const before = await engine.reaches('a.pdf', 'accepted');
    // Page by page: whole after each of them.
    await writeFile(path, smallPdf('pages 1 and 2', 500));
    await expect.poll(async () => (await engine.item('a.pdf')).sha256).not.toBe(before.sha256);
    await engine.act('items.resume', { itemIds: 'all' });
    await engine.finished();
    await expectOneDocumentEach(station, [smallPdf('pages 1 and 2', 500)]);
    expect((await engine.items()).map(({ id }) => id)).toEqual([before.id]);
  });

  it('that changed unseen is found out when it is read for sending', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await heldUp(engine);
    const path = await station.put('a.pdf', smallPdf('old'));
    const { rule } = station.hotFolder();
    await engine.act('intake.take-in', { paths: [path], rule, sourceId: 'command-line' });
    await engine.reaches('a.pdf', 'accepted');
    await writeFile(path, smallPdf('new and longer'));
    await engine.act('items.resume', { itemIds: 'all' });
    const item = await engine.reaches('a.pdf', 'settled');
    expect(item.sha256).toBe(sha256(smallPdf('new and longer')));
    await expectOneDocumentEach(station, [smallPdf('new and longer')]);
  });

  it('that is gone when it is to be sent is held with that reason, and goes on once it is back', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await heldUp(engine);
    const path = await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    await engine.reaches('a.pdf', 'accepted');
    await rename(path, join(station.root, 'a.pdf'));
    await engine.act('items.resume', { itemIds: 'all' });
    const { id, fault } = await engine.reaches('a.pdf', 'held');
    expect(fault).toMatchObject({ code: 'file-gone', owner: 'clerk' });
    await rename(join(station.root, 'a.pdf'), path);
    await engine.act('items.retry', { itemIds: [id] });
    await engine.reaches('a.pdf', 'settled');
    await expectOneDocumentEach(station, [smallPdf('a')]);
    expect(await engine.items()).toHaveLength(1);
  });

  it('that changes after it was sent is a new version, linked to the first', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('a.pdf', smallPdf('version 1'));
    await engine.watch(station.hotFolder());
    await engine.reaches('a.pdf', 'settled');
    await writeFile(path, smallPdf('version 2, longer'));
    await expect.poll(async () => (await engine.items()).length).toBe(2);
    await engine.finished();
    await expectOneDocumentEach(station, [smallPdf('version 1'), smallPdf('version 2, longer')]);
  });

  it('that grows for a while under its final name is taken in when it is whole', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    const whole = smallPdf('large', 24 * 1024 * 1024);
    const file = await open(join(station.folder, 'large.pdf'), 'w');
    const half = whole.length / 2;
    await file.write(whole.subarray(0, half));
    await engine.reaches('large.pdf', 'settling');
    for (let start = half; start < whole.length; start += 2 * 1024 * 1024) {
      await file.write(whole.subarray(start, start + 2 * 1024 * 1024));
    }
    await file.close();
    await engine.reaches('large.pdf', 'settled');
    await expectOneDocumentEach(station, [whole]);
    expect(station.practice.stats().uploads).toBe(1);
  });

  it('that is cut short while its bytes are on the wire is not taken for a document', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const bytes = smallPdf('streamed', 40 * 1024 * 1024);
    station.practice.injectFault({ operation: 'files.upload', kind: '503', probability: 1, times: 1 });
    await heldUp(engine);
    const path = await station.put('a.pdf', bytes);
    await engine.watch(station.hotFolder());
    await engine.reaches('a.pdf', 'accepted');
    const file = await open(path, 'r+');
    await engine.act('items.resume', { itemIds: 'all' });
    await engine.reaches('a.pdf', 'uploading');
    await file.truncate(1_000_000);
    await file.close();
    await expect.poll(async () => (await engine.item('a.pdf')).stage).toBe('settling');
    expect(station.practice.stats().documents).toBe(0);
    await writeFile(path, bytes);
    await engine.reaches('a.pdf', 'settled');
    await expectOneDocumentEach(station, [bytes]);
    await rm(path);
  });
});

describe('ten thousand files', () => {
  it('in little: fifteen hundred come in and through, each once', async () => {
    const station = await createTestStation();
    const contents = Array.from({ length: 1_500 }, (_, index) => smallPdf(index));
    for (const [index, bytes] of contents.entries()) await station.put(`${String(index).padStart(5, '0')}.pdf`, bytes);
    const engine = await station.start({ tracking: { fastestMs: 500, slowestMs: 2_000 } });
    await engine.watch(station.hotFolder({}, { rescanMs: 10_000 }));
    await engine.finished('settled');
    await expectOneDocumentEach(station, contents);
    expect(station.practice.stats().uploads).toBe(1_500);
  });
});
