import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEsclDriver } from '../../../../src/main/engine/scanning/drivers/escl/escl-driver.ts';
import { tracedDriver } from '../../../../src/main/engine/scanning/drivers/run-trace.ts';
import { feederRequest } from '../../../scanner/feeder-request.ts';
import { startHabitScanner } from '../../../scanner/habit-scanner.ts';
import { habits } from '../../../scanner/habits.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { readTrace, replayDevice } from '../../../scanner/replay-trace.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const goOn = new AbortController().signal;
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
