import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { importPictures } from '../../../../src/main/engine/scanning/pages/import-pictures.ts';
import { guessedDensity } from '../../../../src/main/engine/scanning/pages/page-density.ts';
import { renderPage } from '../../../../src/main/engine/scanning/pages/render-page.ts';
import { asScanned } from '../../../../src/main/engine/scanning/pages/page-shape.ts';
import type { TakenPage } from '../../../../src/main/engine/scanning/pages/taken-page.ts';
import { writePdf, writeTiff } from '../../../../src/main/engine/scanning/pages/write-document.ts';
import { devicePdf, type DevicePage, type Keeping } from '../../../scanner/device-files.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { makeTestFolder } from '../../../support/ports.ts';

async function imported(bytes: Buffer, name = 'scan.pdf'): Promise<readonly TakenPage[]> {
  const folder = await makeTestFolder();
  const path = join(folder, name);
  await writeFile(path, bytes);
  return importPictures(path, folder, (index) => `page-${index + 1}`);
}

/** How much two pages differ, as they are shown: mean of the differences of brightness, of 255. */
async function difference(page: TakenPage, original: string): Promise<number> {
  const small = { width: 300, height: 420, fit: 'fill' } as const;
  const shape = { ...asScanned, rotation: page.rotation };
  const shown = await renderPage(page.path, shape, page.density, (drawn) => drawn.png().toBuffer());
  const upright = await sharp(shown).resize(small).greyscale().raw().toBuffer();
  const wanted = await sharp(original).flatten({ background: '#fff' }).resize(small).greyscale().raw().toBuffer();
  return wanted.reduce((sum, level, at) => sum + Math.abs(level - (upright[at] ?? 0)), 0) / wanted.length;
}

const ways: readonly (readonly [Keeping, TakenPage['color']])[] = [
  ['jpeg', 'color'],
  ['g4', 'black-white'],
  ['g4-mask', 'black-white'],
  ['indexed', 'black-white'],
  ['flate-grey', 'grey'],
  ['flate-rgb', 'color'],
  ['strips', 'color'],
];

test.each(ways)('a page that a device keeps as %s comes out as it was scanned', async (keeping, color) => {
  const picture = await scanned({ svg: letter }, 150);
  for (const packed of [false, true]) {
    const [page] = await imported(await devicePdf([{ picture, keeping, words: 'read by a machine' }], 150, packed));
    expect(page).toMatchObject({ color, rotation: 0 });
    expect(Math.abs((page?.density ?? 0) - 150)).toBeLessThan(1.5);
    if (page !== undefined) expect(await difference(page, picture)).toBeLessThan(5);
  }
});

test('pages that lie turned in the file are shown upright; a JPEG is taken over byte for byte', async () => {
  const picture = await scanned({ svg: letter }, 100);
  const bytes = await devicePdf([{ picture, keeping: 'jpeg', turned: true }], 100);
  const [page] = await imported(bytes);
  expect(page?.rotation).toBe(90);
  if (page === undefined) throw new Error('no page');
  expect(bytes.includes(await readFile(page.path))).toBe(true);
  expect(await difference(page, picture)).toBeLessThan(5);
});

test('what is no picture of pages is refused as a whole: drawn pages, other files, encrypted and cut ones', async () => {
  const picture = await scanned({ svg: letter }, 75);
  const two: readonly DevicePage[] = [
    { picture, keeping: 'flate-grey' },
    { picture, keeping: 'drawn' },
  ];
  await expect(imported(await devicePdf(two, 75))).rejects.toThrow('does not show pictures of pages alone');
  const good = await devicePdf([{ picture, keeping: 'flate-grey' }], 75);
  expect(await imported(good)).toHaveLength(1);
  const locked = Buffer.from(good.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R/Encrypt 2 0 R'), 'latin1');
  await expect(imported(locked)).rejects.toThrow('does not show pictures of pages alone');
  await expect(imported(good.subarray(0, good.length / 2))).rejects.toThrow('does not show pictures of pages alone');
  await expect(imported(Buffer.from('%PDF-1.4\nnothing'))).rejects.toThrow('does not show pictures of pages alone');
  await expect(imported(Buffer.alloc(0), 'nothing.jpg')).rejects.toThrow('unsupported image format');
});

test('what Mailroom writes itself can be taken apart again: PDF and TIFF, in colour, grey and black', async () => {
  const folder = await makeTestFolder();
  const path = await scanned({ svg: letter }, 150);
  const page = { path, mediaType: 'image/png', shape: asScanned, density: 150 } as const;
  const pages = [
    { ...page, color: 'color' as const },
    { ...page, color: 'grey' as const },
    { ...page, color: 'black-white' as const },
  ];
  for (const [name, write] of [
    ['own.pdf', () => writePdf(pages, join(folder, 'own.pdf'), 'Own')],
    ['own.tif', () => writeTiff(pages, join(folder, 'own.tif'))],
  ] as const) {
    await write();
    const taken = await importPictures(join(folder, name), folder, (index) => `${name}-${index}`);
    expect(taken.map(({ color }) => color)).toEqual(['color', 'grey', 'black-white']);
    for (const each of taken) {
      expect(each.density).toBeCloseTo(150, 0);
      expect(await difference(each, path)).toBeLessThan(5);
    }
  }
});

test('a picture that tells no resolution, or that of a screen, is taken for a page of A4', async () => {
  const a4 = await sharp({ create: { width: 1_654, height: 2_339, channels: 3, background: '#fff' } })
    .withMetadata({ density: 72 })
    .jpeg()
    .toBuffer();
  expect((await imported(a4, 'a4.jpg'))[0]?.density).toBe(200);
  const photo = await sharp({ create: { width: 3_024, height: 4_032, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const [page] = await imported(photo, 'photo.png');
  expect(((page?.density ?? 0) * 297) / 25.4).toBeCloseTo(4_032, -2);
  expect(guessedDensity(842, 595)).toBe(72);
});
