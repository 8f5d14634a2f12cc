import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HotFolder } from '../../src/shared/settings.ts';
import { createTestStation, expectWholeCustody, smallPdf } from '../support/engine.ts';
import { makeTestFolder } from '../support/ports.ts';

/** Starts what holds each new file for so many ms; `stop` answers how many it has held. */
async function startScanner(
  heldMs: number,
  ...folders: readonly string[]
): Promise<{ readonly stop: () => Promise<number> }> {
  const place = await makeTestFolder();
  const program = join(import.meta.dirname, 'virus-scanner.mjs');
  const child = spawn(process.execPath, [program, place, String(heldMs), ...folders], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  await expect.poll(() => readdir(place)).toContain('ready');
  return {
    async stop() {
      await writeFile(join(place, 'stop'), '');
      await expect.poll(() => readdir(place)).toContain('count');
      return Number(await readFile(join(place, 'count'), 'utf8'));
    },
  };
}

/** Where nobody may open a file. */
async function isHeld(path: string): Promise<void> {
  await expect
    .poll(() =>
      readFile(path).then(
        () => 'free',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'unknown'),
      ),
    )
    .toBe('EBUSY');
}

test('a virus scanner that holds each file for 300 ms keeps nothing from its way, and nobody is told of it', async () => {
  const station = await createTestStation();
  await mkdir(station.out);
  const { stop } = await startScanner(300, station.folder, station.out);
  const started = await station.start();
  const rule: HotFolder['rule']['export'] = {
    folder: station.out,
    states: ['doneAutomatically', 'done', 'extracted'],
    template: '{name}',
    reportTransfer: false,
  };
  await started.watch(station.hotFolder({ after: 'move', export: rule }));
  const names = Array.from({ length: 4 }, (_, at) => `scan-${String(at)}.pdf`);
  for (const name of names) {
    await station.put(name, smallPdf(name));
    await station.put(`${name}.json`, Buffer.from(JSON.stringify({ externalId: name })));
  }
  for (const name of names) await started.reaches(name, 'exported');
  await started.finished();
  const moved = async (): Promise<readonly string[]> =>
    (await readdir(join(station.folder, 'processed'), { recursive: true })).filter((name) => name.endsWith('.pdf'));
  await expect.poll(async () => (await moved()).length).toBe(names.length);
  expect((await readdir(station.out)).filter((name) => name.endsWith('.xml'))).toHaveLength(names.length);
  const items = await started.items();
  expect(items.map(({ name, fault }) => [name, fault]).sort()).toEqual(names.map((name) => [name, null]));
  expect(started.log.filter((line) => /warn|error/u.test(line))).toEqual([]);
  expect(await stop()).toBeGreaterThan(names.length);
  await expectWholeCustody(started);
});

test('a journal that a backup program reads for a moment is opened once it lets go', async () => {
  const station = await createTestStation();
  const first = await station.start();
  await first.watch(station.hotFolder());
  await station.put('a.pdf', smallPdf('a'));
  await first.reaches('a.pdf', 'settled');
  await first.engine.stop();
  const { stop } = await startScanner(700, station.dataDirectory);
  await isHeld(join(station.dataDirectory, 'journal.sqlite'));
  const second = await station.start();
  expect((await second.items()).map(({ name, stage }) => [name, stage])).toEqual([['a.pdf', 'settled']]);
  expect(await stop()).toBeGreaterThan(0);
  await expectWholeCustody(second);
});
