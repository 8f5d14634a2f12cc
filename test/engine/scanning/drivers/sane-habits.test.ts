import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ScanRequest } from '../../../../src/main/engine/scanning/drivers/driver.ts';
import { createSaneDriver } from '../../../../src/main/engine/scanning/drivers/sane/sane-driver.ts';
import { feederRequest } from '../../../scanner/feeder-request.ts';
import { buildBackend, startRemote } from '../../../scanner/habit-backend.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { saneHabits } from '../../../scanner/sane-habits.ts';

const goOn = new AbortController().signal;
const startBackend = buildBackend();
/** Devices of these tests that hang do so for ever. */
const patience = { endMs: 4_000, silenceMs: 4_000, warmUpMs: 6_000 };

test.each(saneHabits)('a driver that $does', async (habit) => {
  const { pages: count = 3, fault, notes = [], fit, set } = habit;
  const request: ScanRequest = { ...feederRequest, color: 'grey', resolution: 75, ...habit.request };
  const backend = await startBackend(habit.device);
  const remote = habit.remote === undefined ? null : await startRemote(backend.environment);
  const driver = createSaneDriver(remote?.environment ?? backend.environment, patience);
  const {
    taker,
    pages,
    notes: told,
  } = await collectPages(() => {
    if (habit.remote === 'dies') remote?.die();
  });
  const answer = await driver.scan(remote?.id ?? 'sane:habit:one', request, taker, goOn);
  expect(answer).toMatchObject(
    fault === undefined ? { ok: true, value: { pages: count } } : { fault: { code: fault } },
  );
  expect(told).toEqual(notes);
  expect(pages).toHaveLength(count);
  if (set !== undefined) expect((await backend.set())[0]).toMatchObject(set);
  const pixels = (mm: number): number => (mm / 25.4) * request.resolution;
  // A glass gives its page as often as it is asked.
  const isGlass = notes.some((note) => note.about === 'source' && note.unsure === true);
  const [wide, tall] = habit.pixels ?? [pixels(request.widthMm), pixels(request.heightMm)];
  for (const [index, { path, fit: fitting }] of pages.entries()) {
    expect(fitting).toEqual(fit);
    const { data: dots, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(Math.abs(info.width - wide)).toBeLessThanOrEqual(1);
    expect(Math.abs(info.height - tall)).toBeLessThanOrEqual(1);
    // In their order, none twice and none lost; and whole: the second half of each is white.
    const isOneBit = request.color === 'black-white' && notes.length === 0;
    expect(dots[0]).toBe(isOneBit ? 0 : 40 * (isGlass ? 1 : index + 1));
    expect(dots.at(-1)).toBe(255);
  }
});

const noSource = { source: null, 'br-y': ['mm', '0..297', '297'] } as const;

test.each([
  ['four sheets that differ in a digit', { face: 'number', feeder: 'yes', sheets: '4' }, {}, 4],
  ['three blank sheets', { face: 'blank', feeder: 'yes' }, {}, 3],
  ['five blank sheets, and at most nine are asked for', { face: 'blank', feeder: 'yes', sheets: '5' }, { pages: 9 }, 5],
  ['a glass that gives its page for ever, and four are asked for', { noise: '32' }, { pages: 4 }, 4],
] as const)('a driver without a choice of sources loses nothing: %s', async (_words, traits, asked, count) => {
  const { environment } = await startBackend({
    options: noSource,
    also: Object.entries(traits).map((trait) => ['trait', ...trait]),
  });
  const { taker, pages } = await collectPages();
  const request: ScanRequest = { ...feederRequest, color: 'grey', resolution: 75, ...asked };
  const answer = await createSaneDriver(environment, patience).scan('sane:habit:one', request, taker, goOn);
  expect(answer).toEqual({ ok: true, value: { pages: count } });
  expect(pages.map(({ path }) => basename(path))).toEqual(pages.map((_, index) => `page-${index + 1}.png`));
  expect(pages).toHaveLength(count);
  // None lies there that nobody took.
  expect(await readdir(taker.folder)).toHaveLength(count);
});

test('a run that three blank sheets end leaves the others in the feeder: none is drawn in that nobody takes', async () => {
  const traits = { face: 'blank', feeder: 'yes', sheets: '5' };
  const backend = await startBackend({
    options: noSource,
    also: Object.entries(traits).map((trait) => ['trait', ...trait]),
  });
  const { taker, pages, notes } = await collectPages();
  const request: ScanRequest = { ...feederRequest, color: 'grey', resolution: 75 };
  await createSaneDriver(backend.environment, patience).scan('sane:habit:one', request, taker, goOn);
  expect([pages.length, (await backend.set()).length]).toEqual([3, 3]);
  expect(notes).toEqual([{ about: 'source', asked: 'feeder', done: 'flatbed', unsure: true }]);
});

test('a device that hears nothing when it is told to stop is left, and its pages are kept', async () => {
  const { environment } = await startBackend({
    also: [
      ['trait', 'at', '2'],
      ['trait', 'hang', 'read'],
    ],
  });
  const driver = createSaneDriver(environment, { ...patience, silenceMs: 60_000 });
  const stop = new AbortController();
  const { taker } = await collectPages(() => {
    stop.abort();
  });
  const request: ScanRequest = { ...feederRequest, color: 'grey', resolution: 75 };
  const answer = await driver.scan('sane:habit:one', request, taker, stop.signal);
  expect(answer).toEqual({ ok: true, value: { pages: 1 } });
  // Stopped before it began: that is no fault either.
  expect(await driver.scan('sane:habit:one', request, taker, stop.signal)).toEqual({ ok: true, value: { pages: 0 } });
});

test('what a device can do is told by the words of every maker', async () => {
  const { environment } = await startBackend({
    options: {
      mode: ['string', 'Black & White|Gray[Error Diffusion]|True Gray|24bit Color[Fast]', '24bit Color[Fast]'],
      source: ['string', 'Document Table|ADF|Transparency Unit', 'ADF'],
      'adf-mode': ['string', 'Simplex|Duplex', 'Simplex'],
      resolution: ['int', '50..600', '300'],
      'br-y': ['mm', '0..355.6', '297'],
      brightness: ['int', '-100..100', '0'],
    },
  });
  const driver = createSaneDriver(environment, patience);
  expect(await driver.list(goOn)).toMatchObject({ value: [{ id: 'sane:habit:one', name: 'Habit Backend' }] });
  const same = {
    resolutions: [75, 100, 150, 200, 240, 300, 400, 600],
    colors: ['color', 'grey', 'black-white'],
    widthMm: 216,
    heightMm: 355.6,
  };
  expect(await driver.capabilities('sane:habit:one', goOn)).toEqual({
    ok: true,
    value: {
      sources: ['flatbed', 'feeder', 'duplex'].map((source) => ({ source, ...same })),
      brightness: true,
      contrast: false,
    },
  });
});
