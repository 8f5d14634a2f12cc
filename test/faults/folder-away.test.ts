import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestStation, expectOneDocumentEach, smallPdf } from '../support/engine.ts';
import type { TestEngine, TestStation } from '../support/engine.ts';

const contents = [1, 2, 3].map((number) => smallPdf(number));

/** How the folder of a station goes away, and what its files are told to wait for. */
const waysToGo = [
  ['goes away', 'folder-missing', () => Promise.resolve()],
  // As where a share drops: its mount point is there, and empty.
  ['gives way to an empty folder', 'folder-replaced', (folder: string) => mkdir(folder)],
] as const;

async function takenAway(station: TestStation, stand: (folder: string) => Promise<unknown>): Promise<void> {
  await rename(station.folder, `${station.folder}-away`);
  await stand(station.folder);
}

async function broughtBack(station: TestStation): Promise<void> {
  await rm(station.folder, { recursive: true, force: true });
  await rename(`${station.folder}-away`, station.folder);
}

/** Three files that are accepted and not sent: all uploads stand still. */
async function withAccepted(station: TestStation, engine: TestEngine): Promise<void> {
  await engine.act('items.pause', { itemIds: 'all' });
  for (const [at, bytes] of contents.entries()) await station.put(`${at}.pdf`, bytes);
  for (const at of contents.keys()) await engine.reaches(`${at}.pdf`, 'accepted');
}

const waitingFor = (engine: TestEngine, code: string): Promise<void> =>
  expect
    .poll(async () => (await engine.items()).map(({ stage, fault }) => [stage, fault?.code]), { timeout: 20_000 })
    .toEqual(contents.map(() => ['accepted', code]));

it.each(waysToGo)(
  'files whose folder %s before they are sent wait for it, and are sent once',
  async (_, code, stand) => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(station.hotFolder({ after: 'move' }));
    await withAccepted(station, engine);
    await takenAway(station, stand);
    await engine.act('items.resume', { itemIds: 'all' });
    await waitingFor(engine, code);
    await broughtBack(station);
    for (const at of contents.keys()) await engine.reaches(`${at}.pdf`, 'settled');
    await expectOneDocumentEach(station, contents);
  },
);

it.each(waysToGo)('a folder that %s while Mailroom is off: the same after its start', async (_, code, stand) => {
  const station = await createTestStation();
  const hotFolder = station.hotFolder({ after: 'keep' }, { rescanMs: 200 });
  const before = await station.start();
  await before.watch(hotFolder);
  await station.put('sent.pdf', smallPdf('sent'));
  const sent = await before.reaches('sent.pdf', 'settled');
  await withAccepted(station, before);
  await before.engine.stop();
  await takenAway(station, stand);
  const engine = await station.start();
  await engine.watch(hotFolder);
  await engine.act('items.resume', { itemIds: 'all' });
  await expect
    .poll(async () => (await engine.items()).filter(({ name }) => name !== 'sent.pdf').map(({ fault }) => fault?.code))
    .toEqual(contents.map(() => code));
  await broughtBack(station);
  for (const at of contents.keys()) await engine.reaches(`${at}.pdf`, 'settled');
  // What was sent is not taken in anew, not even as a duplicate.
  expect(await engine.items()).toHaveLength(4);
  expect((await engine.item('sent.pdf')).id).toBe(sent.id);
  await expectOneDocumentEach(station, [smallPdf('sent'), ...contents]);
});

it('a folder that was replaced on purpose is the folder once a file has come into it', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  await engine.watch(station.hotFolder({ after: 'keep' }, { rescanMs: 200 }));
  await withAccepted(station, engine);
  await takenAway(station, (folder) => mkdir(folder));
  await engine.act('items.resume', { itemIds: 'all' });
  await waitingFor(engine, 'folder-replaced');
  await writeFile(join(station.folder, 'new.pdf'), smallPdf('new'));
  await engine.reaches('new.pdf', 'settled');
  for (const at of contents.keys()) {
    await expect.poll(async () => (await engine.item(`${at}.pdf`)).fault?.code).toBe('file-gone');
  }
  await expectOneDocumentEach(station, [smallPdf('new')]);
});
