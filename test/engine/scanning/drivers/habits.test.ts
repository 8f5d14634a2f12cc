import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createEsclDriver } from '../../../../src/main/engine/scanning/drivers/escl/escl-driver.ts';
import { feederRequest } from '../../../scanner/feeder-request.ts';
import { startHabitScanner } from '../../../scanner/habit-scanner.ts';
import { habits } from '../../../scanner/habits.ts';
import { collectPages } from '../../../scanner/page-taker.ts';

const goOn = new AbortController().signal;

test.each(habits)('a scanner that $does', async (habit) => {
  const { device: how, request = {}, pages: count = 3, fault, notes = [], job, fit, mended = false } = habit;
  const device = await startHabitScanner(how, 3);
  onTestFinished(() => device.close());
  const driver = createEsclDriver({ discover: () => Promise.resolve([]), addresses: () => [], retryMs: 5 });
  const { taker, pages, notes: told } = await collectPages();
  const answer = await driver.scan(`escl:${device.address}`, { ...feederRequest, ...request }, taker, goOn);
  expect(answer.ok ? answer.value : answer.fault.code).toEqual(fault ?? { pages: count });
  expect(pages).toHaveLength(count);
  expect(told).toEqual(notes);
  if (job !== undefined) expect(device.jobs.at(-1)).toMatchObject(job);
  const came = await Promise.all(pages.map(async ({ path }) => readFile(path)));
  const hashes = came.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  // In their order, none twice and none lost; and as the device made them.
  if (!mended) expect(hashes).toEqual(device.drawn.slice(0, count));
  for (const [index, { fit: fitting }] of pages.entries()) {
    expect(fitting).toEqual(fit);
    expect((await sharp(came[index]).stats()).channels.length).toBeGreaterThan(0);
  }
  // Whatever happened, the device is free: its job was taken back, and the next one is taken at once.
  const deleted = device.asked.filter((each) => each.startsWith('DELETE'));
  expect(deleted).toHaveLength(device.jobs.length);
});

test('from the glass a second page comes at once', async () => {
  const device = await startHabitScanner({}, 0);
  onTestFinished(() => device.close());
  const driver = createEsclDriver({ discover: () => Promise.resolve([]), addresses: () => [], retryMs: 5 });
  const { taker, notes } = await collectPages();
  for (let page = 0; page < 2; page += 1) {
    const answer = await driver.scan(`escl:${device.address}`, { ...feederRequest, source: 'flatbed' }, taker, goOn);
    expect(answer).toEqual({ ok: true, value: { pages: 1 } });
  }
  expect(notes).toEqual([]);
});
