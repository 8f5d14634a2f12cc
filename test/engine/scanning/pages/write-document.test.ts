import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { lookAtPage } from '../../../../src/main/engine/scanning/pages/analysis/look-at-page.ts';
import { renderPage } from '../../../../src/main/engine/scanning/pages/render-page.ts';
import { asScanned } from '../../../../src/main/engine/scanning/pages/page-shape.ts';
import { separatorSheet } from '../../../../src/main/engine/scanning/separation/separator-sheet.ts';
import type { PageToWrite } from '../../../../src/main/engine/scanning/pages/page-work.ts';
import { UnreadablePage, writePdf, writeTiff } from '../../../../src/main/engine/scanning/pages/write-document.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const measured = { codes: false, edge: false, straighten: false };

async function pages(): Promise<readonly PageToWrite[]> {
  const color = await scanned({ svg: letter }, 150, 'one.jpg');
  const grey = await scanned({ svg: letter, widthMm: 148, heightMm: 210 }, 100, 'two.png');
  const line = await scanned({ svg: letter }, 200, 'three.png');
  return [
    { path: color, mediaType: 'image/jpeg', shape: asScanned, density: 150, color: 'color' },
    { path: grey, mediaType: 'image/png', shape: { ...asScanned, rotation: 90 }, density: 100, color: 'grey' },
    { path: line, mediaType: 'image/png', shape: asScanned, density: 200, color: 'black-white' },
  ];
}

/** The compression of each directory of a little-endian TIFF. */
function compressions(tiff: Buffer): readonly number[] {
  const found: number[] = [];
  for (let directory = tiff.readUInt32LE(4); directory !== 0;) {
    const count = tiff.readUInt16LE(directory);
    for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
      if (tiff.readUInt16LE(entry) === 259) found.push(tiff.readUInt16LE(entry + 8));
    }
    directory = tiff.readUInt32LE(directory + 2 + count * 12);
  }
  return found;
}

test('a PDF has a page of the right paper for each; a scanned JPEG goes in byte for byte', async () => {
  const path = join(await makeTestFolder(), 'letter.pdf');
  const written = await pages();
  await writePdf(written, path, 'Letter');
  const bytes = await readFile(path);
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: true }).promise;
  const sizes = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const [, , width = 0, height = 0] = (await document.getPage(number)).view;
    sizes.push([Math.round((width / 72) * 25.4), Math.round((height / 72) * 25.4)]);
  }
  expect(sizes).toEqual([
    [210, 297],
    [210, 148],
    [210, 297],
  ]);
  expect(bytes.includes(await readFile(written[0]?.path ?? ''))).toBe(true);
  expect(await readdir(dirname(path))).toEqual(['letter.pdf']);
  await document.destroy();
});

test('a TIFF has all pages in their sizes, black and white as G4', async () => {
  const path = join(await makeTestFolder(), 'letter.tif');
  await writeTiff(await pages(), path);
  const sizes = [];
  for (const page of [0, 1, 2]) {
    const { width, height, density } = await sharp(path, { page }).metadata();
    sizes.push({ width, height, density });
    // The pixels of each page can be read, not only its head.
    await sharp(path, { page }).raw().toBuffer();
  }
  expect(sizes).toEqual([
    { width: 1240, height: 1754, density: 150 },
    { width: 827, height: 583, density: 100 },
    { width: 1654, height: 2339, density: 200 },
  ]);
  // 7 = JPEG, 4 = CCITT group 4 (TIFF 6.0, field 259).
  expect(compressions(await readFile(path))).toEqual([7, 7, 4]);
});

test('a page that is straightened lies straight and keeps its size', async () => {
  const path = await scanned({ svg: letter, askew: 2.6 });
  const { skewDegrees } = (await lookAtPage(path, measured)).look;
  const straight = join(await makeTestFolder(), 'straight.png');
  const straighten = -(skewDegrees ?? 0);
  await renderPage(path, { ...asScanned, straighten }, 150, (page) => page.png().toFile(straight));
  const { look } = await lookAtPage(straight, measured);
  expect(look).toMatchObject({ width: 1240, height: 1754, density: 150 });
  expect(Math.abs(look.skewDegrees ?? 90)).toBeLessThanOrEqual(0.2);
});

test('a page is cut to the part that was chosen', async () => {
  const path = await scanned({ svg: letter }, 100);
  const cut = { left: 0.1, top: 0.2, width: 0.5, height: 0.25 };
  const { info } = await renderPage(path, { ...asScanned, cut }, 100, (page) =>
    page.png().toBuffer({ resolveWithObject: true }),
  );
  expect([info.width, info.height]).toEqual([414, 292]);
});

test('a page that is no picture leaves no document behind', async () => {
  const folder = await makeTestFolder();
  const [page] = await pages();
  const gone = {
    ...page,
    path: join(folder, 'gone.png'),
    mediaType: 'image/png',
    shape: asScanned,
    density: 1,
    color: 'grey',
  } as const;
  await expect(writePdf([gone], join(folder, 'letter.pdf'), 'Letter')).rejects.toThrow(UnreadablePage);
  await expect(writeTiff([gone], join(folder, 'letter.tif'))).rejects.toThrow(UnreadablePage);
  expect(await readdir(folder)).toEqual([]);
});

test('the separator sheet is a PDF of one page', async () => {
  const sheet = await separatorSheet({ title: 'Separator', text: 'A new document begins after this sheet.' });
  const document = await getDocument({ data: new Uint8Array(sheet), useSystemFonts: true }).promise;
  expect(document.numPages).toBe(1);
  await document.destroy();
});
