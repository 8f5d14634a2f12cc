import { expect, test } from 'vitest';
import {
  isSamePicture,
  readRaster,
  type Raster,
} from '../../../../../src/main/engine/scanning/pages/analysis/raster.ts';
import { letter, scanned } from '../../../../scanner/paper.ts';

/** A delivery note of 10 points whose number ends with that digit, as a glass sees it so far from the left (mm). */
async function note(digit: number, leftMm = 0, color = '#000'): Promise<Raster> {
  const number = `<text x="120" y="55" font-size="3.5" fill="${color}" font-family="DejaVu Sans">11830${digit}</text>`;
  return readRaster(await scanned({ svg: `<g transform="translate(${leftMm})">${letter}${number}</g>` }, 150), 1_700);
}

test.each(['#000', '#999'])('notes that differ in one digit are never the same (ink %s)', async (color) => {
  const notes = await Promise.all(Array.from({ length: 10 }, (_, digit) => note(digit, 0, color)));
  const alike = notes.flatMap((one, index) =>
    notes.flatMap((other, at) => (at > index && isSamePicture(one, other) ? [`${index} and ${at}`] : [])),
  );
  expect(alike).toEqual([]);
});

test('a glass that looks again, a little further and with the noise of its sensor, sees the same', async () => {
  const [first, second] = await Promise.all([note(1), note(1, 0.1)]);
  const noisy = { ...second, pixels: second.pixels.map((dot, index) => Math.max(0, dot - ((index * 7) % 20))) };
  expect(isSamePicture(first, noisy)).toBe(true);
  const longer = { ...first, height: first.height - 1, pixels: first.pixels.subarray(first.width) };
  expect(isSamePicture(first, longer)).toBe(false);
});
