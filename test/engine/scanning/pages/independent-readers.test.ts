import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { importPictures } from '../../../../src/main/engine/scanning/pages/import-pictures.ts';
import { asScanned } from '../../../../src/main/engine/scanning/pages/page-shape.ts';
import type { PageToWrite } from '../../../../src/main/engine/scanning/pages/page-work.ts';
import { writePdf, writeTiff } from '../../../../src/main/engine/scanning/pages/write-document.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const mmPerPoint = 25.4 / 72;

// sharp keeps open what it read, and Windows removes no open file.
sharp.cache(false);

/** What pdf.js hands out of a decoded picture; kind 1 = a bit a pixel, 2 = RGB, 3 = RGBA. */
const pictureSchema = z.object({
  width: z.number(),
  height: z.number(),
  kind: z.number(),
  data: z.custom<Uint8Array>((value) => ArrayBuffer.isView(value)),
});

/** A page as pdf.js reads it: its size (mm) and the brightness of its one picture at a place (shares of the page). */
interface ReadPage {
  readonly size: readonly [number, number];
  readonly pixels: readonly [number, number];
  readonly brightness: (x: number, y: number) => number;
}

async function readByPdfJs(path: string): Promise<readonly ReadPage[]> {
  const document = await getDocument({
    data: new Uint8Array(await readFile(path)),
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  }).promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const operators = await page.getOperatorList();
    const at = operators.fnArray.indexOf(OPS.paintImageXObject);
    const name = z.array(z.unknown()).parse(operators.argsArray[at])[0];
    const picture = await new Promise<unknown>((resolve) => {
      page.objs.get(z.string().parse(name), resolve);
    });
    const { width, height, kind, data: pixels } = pictureSchema.parse(picture);
    pages.push({
      size: [(right - left) * mmPerPoint, (top - bottom) * mmPerPoint],
      pixels: [width, height],
      brightness(shareX, shareY) {
        const [x, y] = [Math.floor(shareX * width), Math.floor(shareY * height)];
        if (kind === 1) return ((pixels[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
        return pixels[(y * width + x) * (kind === 2 ? 3 : 4)] ?? -1;
      },
    });
  }
  await document.destroy();
  return pages;
}

/** A sheet of that size (mm), black in its upper left quarter. */
async function sheet(
  [wide, high]: readonly [number, number],
  [across, along]: readonly [number, number],
  folder: string,
  color: PageToWrite['color'],
): Promise<PageToWrite> {
  const [width, height] = [Math.round((wide / 25.4) * across), Math.round((high / 25.4) * along)];
  const path = join(folder, `${wide}x${high}-${color}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><rect width="50%" height="50%"/></svg>`;
  const drawn = sharp(Buffer.from(svg)).flatten({ background: '#fff' });
  await (color === 'color' ? drawn.png() : drawn.greyscale().png({ palette: true, colours: 2 })).toFile(path);
  return { path, mediaType: 'image/png', shape: asScanned, density: across, color };
}

const papers: readonly (readonly [number, number])[] = [
  [210, 297],
  [148, 210],
  [215.9, 279.4],
  [80, 1_000],
];

function expectQuarter({ brightness }: ReadPage): void {
  expect(
    [brightness(0.2, 0.2), brightness(0.8, 0.2), brightness(0.2, 0.8), brightness(0.8, 0.8)].map((each) => each > 128),
  ).toEqual([false, true, true, true]);
}

test('pdf.js finds each paper to half a millimetre, and black where it was black', async () => {
  const folder = await makeTestFolder();
  for (const color of ['black-white', 'grey', 'color'] as const) {
    const path = join(folder, `${color}.pdf`);
    const dpi = color === 'black-white' ? 300 : 100;
    await writePdf(await Promise.all(papers.map((size) => sheet(size, [dpi, dpi], folder, color))), path, 'Papers');
    const read = await readByPdfJs(path);
    expect(read).toHaveLength(papers.length);
    read.forEach((page, index) => {
      const [width = 0, height = 0] = papers[index] ?? [];
      expect(Math.abs(page.size[0] - width)).toBeLessThan(0.5);
      expect(Math.abs(page.size[1] - height)).toBeLessThan(0.5);
      expectQuarter(page);
    });
  }
});

test('a fax of 200 x 100 dpi keeps the shape of its paper, as a TIFF and out of a PDF', async () => {
  const folder = await makeTestFolder();
  const { path: drawn } = await sheet([210, 297], [200, 100], folder, 'black-white');
  const fax = join(folder, 'fax.tif');
  await sharp(drawn)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 200 / 25.4, yres: 100 / 25.4, resolutionUnit: 'inch' })
    .toFile(fax);
  const pdf = join(folder, 'fax-of-device.pdf');
  const document = new PDFDocument({ size: [595.28, 841.89], margin: 0 });
  document.image(drawn, 0, 0, { width: 595.28, height: 841.89 });
  const bytes: Buffer[] = [];
  document.on('data', (part: Buffer) => bytes.push(part));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  document.end();
  await ended;
  await writeFile(pdf, Buffer.concat(bytes));
  for (const [index, source] of [fax, pdf].entries()) {
    const taken = await importPictures(source, folder, (page) => `taken-${index}-${page}`);
    const target = join(folder, `sent-${index}.pdf`);
    await writePdf(
      taken.map((page) => ({ ...page, shape: asScanned })),
      target,
      'Fax',
    );
    const [page] = await readByPdfJs(target);
    if (page === undefined) throw new Error('no page');
    expect(Math.abs(page.size[0] - 210)).toBeLessThan(0.5);
    expect(Math.abs(page.size[1] - 297)).toBeLessThan(0.5);
    expectQuarter(page);
  }
});

test('pictures of four inks, of 16 bits, progressive and turned by a camera are pages like others', async () => {
  const folder = await makeTestFolder();
  const { path: drawn } = await sheet([148, 210], [100, 100], folder, 'color');
  const write = async (name: string, picture: Sharp): Promise<string> => {
    await picture.toFile(join(folder, name));
    return join(folder, name);
  };
  const sources = [
    await write('inks.jpg', sharp(drawn).toColourspace('cmyk').withMetadata({ density: 100 }).jpeg()),
    await write('deep.png', sharp(drawn).toColourspace('rgb16').withMetadata({ density: 100 }).png()),
    await write('progressive.jpg', sharp(drawn).withMetadata({ density: 100 }).jpeg({ progressive: true })),
    await write('held.jpg', sharp(drawn).rotate(270).withMetadata({ density: 100, orientation: 6 }).jpeg()),
  ];
  const pages: PageToWrite[] = [];
  for (const [index, source] of sources.entries()) {
    const taken = await importPictures(source, folder, () => `import-${index}`);
    for (const page of taken) pages.push({ ...page, shape: { ...asScanned, rotation: page.rotation } });
  }
  const target = join(folder, 'sent.pdf');
  await writePdf(pages, target, 'Pictures');
  const read = await readByPdfJs(target);
  expect(read).toHaveLength(4);
  for (const page of read) {
    expect(Math.abs(page.size[0] - 148)).toBeLessThan(0.5);
    expect(Math.abs(page.size[1] - 210)).toBeLessThan(0.5);
    expectQuarter(page);
  }
  // The same as TIFF, by libtiff.
  await writeTiff(pages, join(folder, 'sent.tif'));
  for (const page of [0, 1, 2, 3]) {
    const { data: pixels, info } = await sharp(join(folder, 'sent.tif'), { page })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const level = (x: number, y: number): number =>
      pixels[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels] ?? -1;
    expect([level(0.2, 0.2) < 60, level(0.8, 0.8) > 200]).toEqual([true, true]);
  }
});
