import { randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { HotFolder } from '../../src/shared/settings.ts';
import { paperRuleSchema } from '../../src/shared/scanning.ts';
import { devicePdf } from '../scanner/device-files.ts';
import { letter, scanned } from '../scanner/paper.ts';
import { createTestStation, type TestEngine, type TestStation } from '../support/engine.ts';

const patience = { timeout: 60_000, interval: 50 };
const names = ['scan (1).pdf', 'scan (2).pdf', 'scan (3).pdf'];

/** A station whose scanned file was taken apart into three parts that nobody sends yet, ended; its journal is lost. */
async function separatedAndLost(
  after: HotFolder['rule']['after'],
): Promise<{ station: TestStation; hotFolder: HotFolder }> {
  const station = await createTestStation({ processingMs: 50 });
  const picture = await scanned({ svg: letter }, 75);
  const page = { picture, keeping: 'jpeg' as const };
  await station.put('scan.pdf', await devicePdf([page, page, page], 75));
  const paper = paperRuleSchema.parse({ separation: { by: 'pages', pages: 1 } });
  const hotFolder = station.hotFolder({ paper, after });
  // Nothing is sent while the service refuses the sign-in.
  station.secret = 'wrong';
  const engine = await station.start();
  await engine.watch(hotFolder);
  await engine.reaches('scan.pdf', 'separated');
  await engine.engine.stop();
  await writeFile(join(station.dataDirectory, 'journal.sqlite'), randomBytes(200_000));
  station.secret = station.practice.clientSecret;
  return { station, hotFolder };
}

async function parts(station: TestStation): Promise<readonly string[]> {
  const found = await readdir(join(station.dataDirectory, 'scans/parts'), { recursive: true });
  return found.filter((name) => name.endsWith('.pdf'));
}

async function stages(engine: TestEngine): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await engine.items()).map(({ name, stage }) => [name, stage]));
}

test('parts that a lost journal forgot come in once, held for a person, who sends them', async () => {
  const { station, hotFolder } = await separatedAndLost('keep');
  await rm(join(station.folder, 'scan.pdf'));
  const before = station.practice.stats().documents;
  await (await station.start()).engine.stop();
  const engine = await station.start();
  await engine.watch(hotFolder);
  const items = await engine.items();
  expect(items.map(({ name, stage, fault }) => [name, stage, fault?.code]).sort()).toEqual(
    names.map((name) => [name, 'held', 'outcome-unclear']),
  );
  const [first] = items;
  const { rows } = await engine.ask('custody.page', { subjectId: first?.id ?? '', limit: 100 });
  expect(rows.find(({ event }) => event === 'part')?.detail).toMatchObject({ from: 'scan.pdf' });
  await engine.act('items.retry', { itemIds: items.map(({ id }) => id) });
  for (const name of names) await engine.reaches(name, 'settled');
  expect(station.practice.stats().documents - before).toBe(3);
  await vi.waitFor(async () => expect(await parts(station)).toEqual([]), patience);
  await engine.engine.stop();
  const again = await station.start();
  expect(await again.items()).toHaveLength(3);
  expect(await readdir(join(station.dataDirectory, 'scans/parts'))).toEqual([]);
});

test('where the file itself lies there still, it waits for a person with all its pages, and its parts are gone', async () => {
  const { station, hotFolder } = await separatedAndLost('keep');
  const engine = await station.start();
  await engine.watch(hotFolder);
  const held = await engine.reaches('scan.pdf', 'held');
  expect(await stages(engine)).toEqual({ 'scan.pdf': 'held' });
  expect(await parts(station)).toEqual([]);
  await engine.act('items.retry', { itemIds: [held.id] });
  for (const name of names) await engine.reaches(name, 'settled');
  expect(await engine.items()).toHaveLength(4);
});
