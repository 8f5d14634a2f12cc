import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  arrangeFiles,
  drawFilePage,
  surveyFile,
} from '../../../../src/main/engine/scanning/pages/arranging/arrange.ts';
import type { ArrangedPage } from '../../../../src/main/engine/scanning/pages/arranging/pages-asked.ts';
import { takenTiffPage, tiffPagesOf } from '../../../../src/main/engine/scanning/pages/write-tiff.ts';
import { drawnPdf } from '../../../scanner/drawn-file.ts';
import { bars, letter, scanned } from '../../../scanner/paper.ts';
import { rawPdf, signedPdf } from '../../../scanner/raw-pdf.ts';
import { sha256 } from '../../../support/engine.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const run = promisify(execFile);
const pdf = 'application/pdf';
const tiff = 'image/tiff';

const moved = (page: number, source = 0): ArrangedPage => ({ source, page, rotation: 0 });

async function put(bytes: Uint8Array, name = 'given'): Promise<string> {
  const path = join(await makeTestFolder(), name);
  await writeFile(path, bytes);
  return path;
}

async function arranged(paths: readonly string[], mediaType: string, pages: readonly ArrangedPage[]): Promise<string> {
  const folder = await makeTestFolder();
  const target = join(folder, 'made');
  const files = paths.map((path) => ({ path, mediaType }));
  await arrangeFiles(files, [{ pages: [...pages], target, title: 'Made' }], folder);
  return target;
}

/** The words of each page, as poppler reads them. */
async function wordsOf(path: string): Promise<readonly string[]> {
  const { stdout } = await run('pdftotext', [path, '-']);
  return stdout
    .split('\f')
    .slice(0, -1)
    .map((page) => page.trim());
}

/** Fingerprints of the pictures in a PDF as they are packed; where poppler unpacks them, of their pixels. */
async function picturesOf(path: string): Promise<readonly string[]> {
  const folder = await makeTestFolder();
  await run('pdfimages', ['-all', path, join(folder, 'picture')]);
  return Promise.all(
    (await readdir(folder)).map(async (name) => {
      const picture = await readFile(join(folder, name));
      return sha256(name.endsWith('.png') ? await sharp(picture).raw().toBuffer() : picture);
    }),
  );
}

/** Pages as poppler draws them, small. */
async function looksOf(path: string): Promise<readonly Buffer[]> {
  const folder = await makeTestFolder();
  await run('pdftoppm', ['-png', '-scale-to-x', '200', '-scale-to-y', '280', path, join(folder, 'page')]);
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => sharp(join(folder, name)).greyscale().raw().toBuffer()));
}

/** Which of these a page looks most like: PDFium rounds the sides of a page to single precision, so that edges may be a pixel off. */
function likest(page: Buffer, others: readonly Buffer[]): number {
  const differences = others.map((other) =>
    page.reduce((sum, shade, at) => sum + Math.abs(shade - (other[at] ?? 0)), 0),
  );
  const min = Math.min(...differences);
  return min / page.length < 8 ? differences.indexOf(min) : -1;
}

async function written(draw: (document: PDFKit.PDFDocument) => void, options = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: [300, 200], ...options });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = once(document, 'end');
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(parts);
}

function layered(isHidden: boolean): Buffer {
  const content = '/OC /L BDC 0 0 100 100 re f EMC';
  return rawPdf(
    `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</Order[5 0 R]${isHidden ? '/OFF[5 0 R]' : ''}>>>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 200]>>',
    '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Properties<</L 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/OCG/Name(Draft)>>',
  );
}

test('moved pages of PDFs keep their text, their packed pictures and their look', async () => {
  const pictures = [letter, bars([false, true, false, true]), bars([true, true, false, false], 90)];
  const scans = await Promise.all(pictures.map(async (svg) => sharp(await scanned({ svg }, 75))));
  const packed = await Promise.all([
    scans[0]?.jpeg().toBuffer(),
    scans[1]?.png().toBuffer(),
    scans[2]?.jpeg().toBuffer(),
  ]);
  const device = await put(
    await written(
      (document) => {
        for (const picture of packed) document.addPage().image(picture ?? '', 0, 0, { width: 300 });
      },
      { autoFirstPage: false, margin: 0 },
    ),
  );
  const text = await put(await drawnPdf([{ words: 'one' }, { words: 'two', code: 'RE-1' }]));
  const made = await arranged([device, text], pdf, [moved(1, 1), moved(2), moved(0), moved(0, 1), moved(1)]);
  expect(await wordsOf(made)).toEqual(['two', '', '', 'one', '']);
  const given = [...(await looksOf(text)), ...(await looksOf(device))];
  expect((await looksOf(made)).map((page) => likest(page, given))).toEqual([1, 4, 2, 0, 3]);
  expect([...(await picturesOf(made))].sort()).toEqual([...(await picturesOf(device))].sort());
});

test('a turned page has nothing changed but how it lies, on top of how it lay', async () => {
  const given = await put(await drawnPdf([{ words: 'one' }]));
  const once = await arranged([given], pdf, [{ source: 0, page: 0, rotation: 90 }]);
  const twice = await arranged([once], pdf, [{ source: 0, page: 0, rotation: 270 }]);
  const [before] = await surveyFile({ path: given, mediaType: pdf });
  const [turned] = await surveyFile({ path: once, mediaType: pdf });
  expect(turned).toEqual({ width: before?.height, height: before?.width });
  expect(await wordsOf(once)).toEqual(['one']);
  expect(await looksOf(twice)).toEqual(await looksOf(given));
});

test('what pages have from their tree, and pages that lie turned, come along', async () => {
  const given = await put(
    rawPdf(
      '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R/PageLabels<</Nums[0<</S/r>>]>>>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 200 100]/Rotate 90/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
      '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>',
      '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Rotate 0>>',
      '<</Length 36>>stream\nBT /F 20 Tf 10 10 Td (inherited) Tj ET\nendstream',
      '<</Type/Outlines>>',
    ),
  );
  const made = await arranged([given], pdf, [moved(1), moved(0)]);
  expect(await surveyFile({ path: made, mediaType: pdf })).toEqual([
    { width: 200, height: 100 },
    { width: 100, height: 200 },
  ]);
  expect(await wordsOf(made)).toEqual(['inherited', 'inherited']);
  const [first, second] = await looksOf(given);
  expect(await looksOf(made)).toEqual([second, first]);
});

describe('a PDF that would lose something is refused', () => {
  test.each([
    ['has-files', () => drawnPdf([{ words: 'invoice' }], '<xml/>')],
    [
      'has-form',
      () =>
        written((document) => {
          document.font('Helvetica').text('form');
          document.initForm();
          document.formText('name', 10, 10, 100, 20, { value: 'filled in' });
        }),
    ],
    ['protected', () => written((document) => document.text('x'), { ownerPassword: 'secret' })],
    ['protected', () => written((document) => document.text('x'), { userPassword: 'secret' })],
    ['signed', () => Promise.resolve(signedPdf())],
    ['hidden-layers', () => Promise.resolve(layered(true))],
  ])('%s', async (code, make) => {
    const path = await put(await make());
    await expect(surveyFile({ path, mediaType: pdf })).rejects.toMatchObject({ code });
  });

  test('not one whose layers are all seen, nor one with a form without fields', async () => {
    expect(await surveyFile({ path: await put(layered(false)), mediaType: pdf })).toHaveLength(1);
    const empty = rawPdf(
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]>>>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 200]>>',
      '<</Type/Page/Parent 2 0 R>>',
    );
    expect(await surveyFile({ path: await put(empty), mediaType: pdf })).toHaveLength(1);
  });

  test('and one that is no PDF at all', async () => {
    await expect(surveyFile({ path: await put(Buffer.from('%PDF-1.7 cut')), mediaType: pdf })).rejects.toThrow(
      /opened/u,
    );
  });
});

test('1,000 pages are surveyed, turned round and written in one go', async () => {
  const path = await put(await drawnPdf(Array.from({ length: 1_000 }, (_, index) => ({ words: `page ${index + 1}` }))));
  const sizes = await surveyFile({ path, mediaType: pdf });
  expect(sizes).toHaveLength(1_000);
  const made = await arranged(
    [path],
    pdf,
    sizes.map((_, page) => moved(999 - page)),
  );
  const words = await wordsOf(made);
  expect([words.length, words[0], words[999]]).toEqual([1_000, 'page 1000', 'page 1']);
});

/** TIFFs of one page each: how they are packed, their size and resolution differ. */
async function tiffs(): Promise<readonly string[]> {
  const page = sharp(await scanned({ svg: letter }, 75));
  const grey = await page.clone().greyscale().toColourspace('b-w').png().toBuffer();
  return Promise.all([
    put(
      await sharp(grey)
        .threshold(128)
        .toColourspace('b-w')
        .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 3, yres: 3 })
        .toBuffer(),
    ),
    put(await page.clone().tiff({ compression: 'jpeg', quality: 70 }).toBuffer()),
    put(await page.clone().resize({ width: 300 }).tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer()),
    put(await page.clone().tiff({ compression: 'deflate', tile: true, tileWidth: 64, tileHeight: 64 }).toBuffer()),
    put(await sharp(grey).toColourspace('grey16').tiff({ compression: 'none', bigtiff: true }).toBuffer()),
  ]);
}

async function packedPages(path: string): Promise<readonly string[]> {
  const content = await readFile(path);
  return tiffPagesOf(content, 100).map((page) => {
    const taken = takenTiffPage(content, page);
    return sha256(Buffer.concat(taken === null ? [] : [...taken.pixels]));
  });
}

test('moved pages of TIFFs keep their packed pixels, however they are packed', async () => {
  const paths = await tiffs();
  const order = [3, 0, 4, 2, 1];
  const made = await arranged(
    paths,
    tiff,
    order.map((source) => moved(0, source)),
  );
  const packed = (await Promise.all(paths.map(packedPages))).flat();
  expect(await packedPages(made)).toEqual(order.map((source) => packed[source]));
  for (const [place, source] of order.entries()) {
    const given = await sharp(paths[source]).raw().toBuffer();
    expect((await sharp(made, { page: place }).raw().toBuffer()).equals(given)).toBe(true);
  }
  expect((await surveyFile({ path: made, mediaType: tiff })).map(({ width, height }) => width < height)).toEqual(
    order.map(() => true),
  );
});

test('a turned page of a TIFF is drawn anew, without loss', async () => {
  const [g4 = '', , lzw = ''] = await tiffs();
  const made = await arranged([g4, lzw], tiff, [
    { source: 0, page: 0, rotation: 90 },
    { source: 1, page: 0, rotation: 180 },
  ]);
  for (const [place, [path, rotation]] of (
    [
      [g4, 90],
      [lzw, 180],
    ] as const
  ).entries()) {
    const expected = await sharp(path).rotate(rotation).removeAlpha().raw().toBuffer();
    expect((await sharp(made, { page: place }).raw().toBuffer()).equals(expected)).toBe(true);
  }
});

test('files of several kinds become one PDF; a JPEG stays as it is packed', async () => {
  const folder = await makeTestFolder();
  const jpeg = await sharp(await scanned({ svg: letter }, 75))
    .jpeg()
    .toBuffer();
  const [g4 = ''] = await tiffs();
  const files = [
    { path: await put(await drawnPdf([{ words: 'one' }])), mediaType: pdf },
    { path: await put(jpeg, 'photo.jpg'), mediaType: 'image/jpeg' },
    { path: g4, mediaType: tiff },
  ];
  const target = join(folder, 'made.pdf');
  await arrangeFiles(files, [{ pages: [moved(0, 2), moved(0), moved(0, 1)], target, title: '' }], folder);
  expect(await wordsOf(target)).toEqual(['', 'one', '']);
  expect(await picturesOf(target)).toContain(sha256(jpeg));
  expect(await readdir(folder)).toEqual(['made.pdf']);
});

test('a page is drawn as it is turned, as large as it was asked for', async () => {
  const path = await put(await drawnPdf([{ words: 'one' }]));
  const drawn = await sharp(await drawFilePage({ path, mediaType: pdf }, 0, 90, 200)).metadata();
  expect([drawn.width, drawn.height < 150]).toEqual([200, true]);
  const [g4 = ''] = await tiffs();
  const picture = await sharp(await drawFilePage({ path: g4, mediaType: tiff }, 0, 270, 200)).metadata();
  expect(picture.width).toBe(200);
});
