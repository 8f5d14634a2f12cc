import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { HotFolder } from '../../src/shared/settings.ts';
import { createTestStation, expectOneDocumentEach, expectWholeCustody, smallPdf } from '../support/engine.ts';
import type { TestEngine, TestStation } from '../support/engine.ts';
import { startEngineChild } from './engine-child.ts';

const leaseMs = 8_000;

async function filesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

/** What of a station's items is not at its end: waiting, or held by it. */
async function leftOf(engine: TestEngine): Promise<readonly unknown[]> {
  const items = await engine.items();
  return items.filter(({ stage }) => stage !== 'settled').map(({ name, stage, fault }) => ({ name, stage, fault }));
}

/**
 * Two stations share a folder; one is killed again and again, comes back, and at last stays away for longer than its lease.
 * What lies in the folder more than once becomes one document and a duplicate, whichever stations took it.
 */
async function shareThroughKills(files: number, kills: readonly number[]): Promise<void> {
  const station = await createTestStation();
  const other = station.beside('second');
  const contents = Array.from({ length: files }, (_, index) => smallPdf(index, 3_000));
  for (const [index, bytes] of contents.entries()) await station.put(`${String(index).padStart(5, '0')}.pdf`, bytes);
  const hotFolder = station.hotFolder({ after: 'move' }, { claim: true, claimLeaseMs: leaseMs, rescanMs: 200 });

  const second = startEngineChild(other, hotFolder);
  for (const ms of kills) await startEngineChild(station, hotFolder).killAfter(ms);
  // The first one is gone now, and the other takes over what it held.
  await second.killAfter(kills.at(-1) ?? 0);
  const survivor = await other.start();
  await survivor.watch(hotFolder);
  await allAreSent(station, survivor, hotFolder, files);

  const back = await station.start();
  await back.watch(hotFolder);
  await back.finished('settled', 60_000);
  await expectOneDocumentEach(station, contents);
  for (const engine of [survivor, back]) {
    // What is taken over at the very end is looked for at the service first.
    await expect.poll(() => leftOf(engine), { timeout: 60_000 }).toEqual([]);
    const items = await engine.items();
    if (items.length > 0) await expectWholeCustody(engine);
  }
  await expect.poll(() => filesIn(join(station.folder, 'processed')), { timeout: 60_000 }).toBe(files);
}

async function allAreSent(
  station: TestStation,
  engine: TestEngine,
  hotFolder: HotFolder,
  files: number,
): Promise<void> {
  const sent = async (): Promise<number> => (await station.practice.documents()).length;
  await expect.poll(sent, { timeout: 120_000, interval: 100 }).toBe(files);
  await engine.finished('settled', 60_000);
  const held = async () => (await engine.ask('sources.claims', {})).claims;
  expect((await held()).map(({ folder }) => folder)).toEqual([hotFolder.folder, hotFolder.folder]);
  expect((await held()).find(({ own }) => own)).toMatchObject({ station: 'second', over: false });
  await expect
    .poll(async () => (await held()).find(({ own }) => !own), { timeout: 30_000 })
    .toMatchObject({ station: 'station', files: 0, leaseMs, over: true });
}

it(
  'two stations on one folder, one of which is killed several times, send each content once',
  { timeout: 240_000 },
  () => shareThroughKills(120, [300, 100, 600]),
);
