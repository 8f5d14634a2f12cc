import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { importPictures } from '../../../../src/main/engine/scanning/pages/import-pictures.ts';
import type { TakenPage } from '../../../../src/main/engine/scanning/pages/taken-page.ts';
import { devicePdf } from '../../../scanner/device-files.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { makeTestFolder } from '../../../support/ports.ts';

async function imported(bytes: Buffer, name: string): Promise<readonly TakenPage[]> {
  const folder = await makeTestFolder();
  const path = join(folder, name);
  await writeFile(path, bytes);
  return importPictures(path, folder, (index) => `page-${index + 1}`);
}

/** Width and height of a page as it is shown, in mm. */
async function sizeOf(page: TakenPage | undefined): Promise<readonly [number, number]> {
  if (page === undefined) throw new Error('no page');
  const { width, height } = await sharp(page.path).metadata();
  const [across, along] = [(width / page.density) * 25.4, (height / page.density) * 25.4];
  return page.rotation % 180 === 0 ? [across, along] : [along, across];
}

/** A letter as a fax machine draws it: 204 dots an inch across, 98 along. */
async function faxed(): Promise<Sharp> {
  const [width, height] = [Math.round((210 / 25.4) * 204), Math.round((297 / 25.4) * 98)];
  return sharp(await scanned({ svg: letter }, 204)).resize({ width, height, fit: 'fill' });
}

/** A PNG that says how dense it is both ways, in dots per inch. */
function withDensities(png: Buffer, across: number, along: number): Buffer {
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  chunk.writeUInt32BE(Math.round(across / 0.0254), 8);
  chunk.writeUInt32BE(Math.round(along / 0.0254), 12);
  chunk[16] = 1;
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** A JPEG that says how dense it is both ways: its own first part is put before all others. */
function withJfif(jpeg: Buffer, unit: 0 | 1 | 2, across: number, along: number): Buffer {
  const part = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2, unit, 0, 0, 0, 0, 0, 0]);
  part.writeUInt16BE(across, 12);
  part.writeUInt16BE(along, 14);
  const own = jpeg[3] === 0xe0 ? 2 + 2 + jpeg.readUInt16BE(4) : 2;
  return Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(own)]);
}

/** Where a file tells a ratio alone, how fine it is is guessed: within 8 mm. */
async function expectA4(page: TakenPage | undefined): Promise<void> {
  const [width, height] = await sizeOf(page);
  expect(Math.abs(width - 210)).toBeLessThan(8);
  expect(Math.abs(height - 297)).toBeLessThan(8);
}

test('a fax page kept as PNG or JPEG keeps the shape of its paper', async () => {
  const fax = await faxed();
  const [png] = await imported(withDensities(await fax.clone().png().toBuffer(), 204, 98), 'fax.png');
  await expectA4(png);
  expect(png?.mediaType).toBe('image/png');
  const jpeg = await fax.clone().jpeg().toBuffer();
  for (const [unit, across, along] of [
    [1, 204, 98],
    [2, 80, 39],
    [0, 204, 98],
  ] as const) {
    const [page] = await imported(withJfif(jpeg, unit, across, along), 'fax.jpg');
    await expectA4(page);
    expect(page?.mediaType).toBe('image/jpeg');
  }
});

test('pages of a PDF keep their sizes and directions, however they are mixed', async () => {
  const upright = await scanned({ svg: letter }, 100);
  const small = await scanned({ svg: letter, widthMm: 148, heightMm: 210 }, 100);
  const wide = await scanned({ svg: letter, widthMm: 297, heightMm: 210 }, 100);
  const pdf = await devicePdf(
    [
      { picture: upright, keeping: 'jpeg' },
      { picture: small, keeping: 'flate-grey' },
      { picture: wide, keeping: 'jpeg', turned: true },
      { picture: wide, keeping: 'flate-rgb' },
      { picture: small, keeping: 'strips', turned: true },
    ],
    100,
  );
  const pages = await imported(pdf, 'mixed.pdf');
  const sizes = await Promise.all(pages.map(async (page) => (await sizeOf(page)).map(Math.round)));
  expect(sizes).toEqual([
    [210, 297],
    [148, 210],
    [297, 210],
    [297, 210],
    [148, 210],
  ]);
  expect(pages.map(({ rotation }) => rotation)).toEqual([0, 0, 90, 0, 90]);
});
