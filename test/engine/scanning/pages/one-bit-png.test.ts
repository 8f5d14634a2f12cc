import sharp from 'sharp';
import { expect, test } from 'vitest';
import { oneBitPng } from '../../../../src/main/engine/scanning/pages/one-bit-png.ts';

test.each([
  [1, 1, 1],
  [7, 3, 1],
  [8, 5, 3],
  [17, 9, 2],
])('a page of %i by %i pixels (%i bytes each) is read by others as it was', async (width, height, channels) => {
  const shades = Array.from({ length: width * height }, (_, at) => ((at * 7) % 3 === 0 ? 0 : 255));
  const pixels = Buffer.from(shades.flatMap((shade) => [shade, ...Array.from({ length: channels - 1 }, () => 77)]));
  const png = await oneBitPng(pixels, { width, height, channels });
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height, channels: 1, bitsPerSample: 1 });
  expect([...(await sharp(png).extractChannel(0).raw().toBuffer())]).toEqual(shades);
});
