import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScanRequest } from '../../../../src/main/engine/scanning/drivers/driver.ts';
import { tracedDriver } from '../../../../src/main/engine/scanning/drivers/run-trace.ts';
import { createSaneDriver } from '../../../../src/main/engine/scanning/drivers/sane/sane-driver.ts';
import { feederRequest } from '../../../scanner/feeder-request.ts';
import { buildBackend } from '../../../scanner/habit-backend.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { replaySane } from '../../../scanner/replay-sane.ts';
import { saneHabits } from '../../../scanner/sane-habits.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const goOn = new AbortController().signal;
const startBackend = buildBackend();
const playedDrivers = new Set(['none', 'feeder-without-source', 'no-such-resolution', 'no-black-white', 'jam']);

test.each(saneHabits.filter(({ name }) => playedDrivers.has(name)))(
  'a trace of the driver $name played again ends as it did',
  async (habit) => {
    const { environment } = await startBackend(habit.device);
    const path = join(await makeTestFolder(), 'trace.jsonl');
    const traced = await tracedDriver(createSaneDriver(environment), path);
    if (!traced.ok) throw new Error(traced.fault.code);
    const request: ScanRequest = { ...feederRequest, color: 'grey', resolution: 75, ...habit.request };
    const first = await collectPages();
    const answer = await traced.value.scan('sane:habit:one', request, first.taker, goOn);
    const again = await replaySane(await readFile(path, 'utf8'), first.pages.length);
    const second = await collectPages();
    const replayed = await createSaneDriver(again.environment).scan('sane:habit:DEVICE', request, second.taker, goOn);
    expect(replayed).toEqual(answer);
    expect(second.notes).toEqual(first.notes);
    expect(second.pages.map(({ fit }) => fit)).toEqual(first.pages.map(({ fit }) => fit));
    const { now, then } = await again.asked(second.taker.folder);
    expect(now).toEqual(then);
  },
);

test('a trace of a driver has its options, how it was asked and what it said', async () => {
  const { environment } = await startBackend({});
  const folder = await makeTestFolder();
  const traced = await tracedDriver(createSaneDriver(environment), join(folder, 'trace.jsonl'));
  const { taker } = await collectPages();
  if (traced.ok) await traced.value.scan('sane:habit:one', { ...feederRequest, resolution: 75 }, taker, goOn);
  const text = await readFile(join(folder, 'trace.jsonl'), 'utf8');
  expect(text).not.toContain('habit:one');
  expect(text).toContain('"--device-name=habit:DEVICE"');
  expect(text).toContain('"--source=ADF"');
  expect(text).toContain('"--batch=FOLDER/page-%d.tif"');
  expect(text).toContain('Batch terminated, 3 pages scanned');
  expect(text).toContain('"name":"resolution","values":["75","150","300","600"]');
});
