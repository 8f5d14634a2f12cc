import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertPicture } from '../../../../../src/main/engine/scanning/pages/converting/convert-picture.ts';
import { drawnPdf } from '../../../../../src/main/engine/scanning/pages/pdf/drawn-pdf.ts';
import { makeTestFolder } from '../../../../support/ports.ts';
import { plainBmp } from './bmp-files.ts';
import { heicFile } from './heic-files.ts';

async function converted(content: Uint8Array, mediaType: string) {
  const folder = await makeTestFolder();
  const [path, jpeg, pdf] = ['original', 'copy.jpg', 'copy.pdf'].map((name) => join(folder, name));
  await writeFile(path ?? '', content);
  const picture = { path: path ?? '', mediaType, jpeg: jpeg ?? '', pdf: pdf ?? '', title: 'Foto', changedAt: 1e12 };
  const made = await convertPicture(picture, new AbortController().signal);
  const copy = made.mediaType === 'image/jpeg' ? picture.jpeg : picture.pdf;
  return { ...made, copy, bytes: await readFile(copy) };
}

/** Red, green and blue at a place of a JPEG. */
async function colourAt(jpeg: Buffer, left: number, top: number): Promise<readonly number[]> {
  return [...(await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

function expectNear(colour: readonly number[], wanted: readonly number[], by = 12): void {
  for (const [index, each] of wanted.entries()) expect(Math.abs((colour[index] ?? -99) - each)).toBeLessThanOrEqual(by);
}

test('a HEIC picture is a JPEG with the same colours, in sRGB whatever they were in; the same file makes the same bytes', async () => {
  for (const name of ['one', 'wide'] as const) {
    const { bytes, mediaType } = await converted(heicFile(name), 'image/heic');
    expect(mediaType).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 40, space: 'srgb', channels: 3 });
    expectNear(await colourAt(bytes, 10, 8), [0xc0, 0, 0]);
    expectNear(await colourAt(bytes, 50, 30), [255, 255, 255]);
    expect((await converted(heicFile(name), 'image/heic')).bytes).toEqual(bytes);
  }
});

test('several pictures of a HEIC, and those of a WebP that moves, are the pages of a PDF, the same bytes each time', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  for (const [content, mediaType, pages] of [
    [heicFile('two'), 'image/heic', 2],
    [moving, 'image/webp', 3],
  ] as const) {
    const made = await converted(content, mediaType);
    expect(made.mediaType).toBe('application/pdf');
    expect((await drawnPdf(made.copy)).pages).toBe(pages);
    expect((await converted(content, mediaType)).bytes).toEqual(made.bytes);
  }
});

test('a WebP is turned as it says, and white where it can be seen through', async () => {
  const half = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#00000000' } })
    .composite([{ input: { create: { width: 20, height: 20, channels: 4, background: '#00f' } }, left: 0, top: 0 }])
    .webp({ lossless: true })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { bytes } = await converted(half, 'image/webp');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 40 });
  expectNear(await colourAt(bytes, 10, 5), [0, 0, 255]);
  expectNear(await colourAt(bytes, 10, 35), [255, 255, 255]);
});

test('a BMP keeps its colours and its resolution', async () => {
  const { bytes } = await converted(
    plainBmp(50, 40, (x) => (x < 25 ? [200, 30, 30] : [30, 30, 200])),
    'image/bmp',
  );
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 50, height: 40, density: 300 });
  expectNear(await colourAt(bytes, 10, 10), [200, 30, 30]);
  expectNear(await colourAt(bytes, 40, 10), [30, 30, 200]);
});

test('what is too large, has too many pictures, or is cut, is told as that', async () => {
  const huge = plainBmp(2, 2, () => [0, 0, 0]);
  huge.writeInt32LE(20_000, 18);
  huge.writeInt32LE(20_000, 22);
  await expect(converted(huge, 'image/bmp')).rejects.toMatchObject({ code: 'picture-too-large' });
  const one = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const other = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#321' } })
    .png()
    .toBuffer();
  const many = Array.from({ length: 101 }, (_, index) => (index % 2 === 0 ? one : other));
  const moving = await sharp(many, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
  await expect(converted(moving, 'image/webp')).rejects.toMatchObject({ code: 'too-many-pictures' });
  for (const bytes of [40, 200, 400])
    await expect(converted(heicFile('one').subarray(0, bytes), 'image/heic')).rejects.not.toHaveProperty('code');
});
