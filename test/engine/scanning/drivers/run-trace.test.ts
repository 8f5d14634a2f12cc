import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ScanRequest } from '../../../../src/main/engine/scanning/drivers/driver.ts';
import { createEsclDriver } from '../../../../src/main/engine/scanning/drivers/escl/escl-driver.ts';
import { tracedDriver } from '../../../../src/main/engine/scanning/drivers/run-trace.ts';
import { createSaneDriver } from '../../../../src/main/engine/scanning/drivers/sane/sane-driver.ts';
import { feederRequest } from '../../../scanner/feeder-request.ts';
import { buildBackend } from '../../../scanner/habit-backend.ts';
import { startHabitScanner } from '../../../scanner/habit-scanner.ts';
import { habits } from '../../../scanner/habits.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { replaySane } from '../../../scanner/replay-sane.ts';
import { readTrace, replayDevice } from '../../../scanner/replay-trace.ts';
import { saneHabits } from '../../../scanner/sane-habits.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const goOn = new AbortController().signal;
const startBackend = buildBackend();
const escl = createEsclDriver({ discover: () => Promise.resolve([]), addresses: () => [], retryMs: 5 });
const played = new Set([
  'none',
  'end-409',
  'end-500',
  'end-closed',
  'early-404-between',
  'door-open',
  'warming',
  'black-white-refused',
  'location-path',
  'closed-paper-left',
  'grey-only',
]);

test.each(habits.filter(({ name }) => played.has(name)))(
  'a trace of $name played again ends as it did',
  async (habit) => {
    const device = await startHabitScanner(habit.device, 3);
    onTestFinished(() => device.close());
    const path = join(await makeTestFolder(), 'trace.jsonl');
    const traced = await tracedDriver(escl, path);
    if (!traced.ok) throw new Error(traced.fault.code);
    const request = { ...feederRequest, ...habit.request };
    const first = await collectPages();
    const answer = await traced.value.scan(`escl:${device.address}`, request, first.taker, goOn);
    const trace = readTrace(await readFile(path, 'utf8'));
    expect(trace.notes).toEqual(first.notes);
    const again = await replayDevice(trace);
    onTestFinished(() => again.close());
    const second = await collectPages();
    const replayed = await escl.scan(`escl:${again.address}`, request, second.taker, goOn);
    expect(replayed).toEqual(answer);
    expect(second.notes).toEqual(first.notes);
    expect(second.pages).toHaveLength(first.pages.length);
    // All that was asked was asked again, in so many questions.
    expect(again.left()).toEqual([]);
  },
);

test('a trace has no page in it and nothing that names the one device, and is written over no other file', async () => {
  const named = [
    '<pwg:SerialNumber>CN12345</pwg:SerialNumber>',
    '<scan:UUID>1c852a4d-b800-1f08-abcd-3024a9f0e1d2</scan:UUID>',
    '<scan:AdminURI>http://EPSONF0E1D2.local/</scan:AdminURI>',
  ];
  const describe = (xml: string): string => xml.replace('</pwg:Version>', `</pwg:Version>${named.join('')}`);
  const device = await startHabitScanner({ describe }, 2);
  onTestFinished(() => device.close());
  const folder = await makeTestFolder();
  const traced = await tracedDriver(escl, join(folder, 'trace.jsonl'));
  const { taker } = await collectPages();
  if (traced.ok) await traced.value.scan(`escl:${device.address}`, feederRequest, taker, goOn);
  const text = await readFile(join(folder, 'trace.jsonl'), 'utf8');
  expect(text).toContain('<pwg:SerialNumber></pwg:SerialNumber>');
  expect(text).not.toMatch(/CN12345|F0E1D2/i);
  expect(text.length).toBeLessThan(20_000);
  expect(await tracedDriver(escl, join(folder, 'missing', 'trace.jsonl'))).toMatchObject({
    fault: { code: 'export-folder-unusable' },
  });
  expect(await tracedDriver(escl, join(folder, 'trace.jsonl'))).toMatchObject({
    fault: { code: 'wrong-usage', params: { use: 'trace-there' } },
  });
  expect(await readFile(join(folder, 'trace.jsonl'), 'utf8')).toBe(text);
});

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
