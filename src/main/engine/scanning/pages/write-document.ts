import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { usualQuality, usualThreshold } from '../../../../shared/scanning.ts';
import { rm } from '../../platform/disk/patient-files.ts';
import { moveDurably } from '../../platform/disk/durable-file.ts';
import { maxPixels } from './max-pixels.ts';
import { joinTiffPages, takenTiffPage, tiffPagesOf, type TiffPage } from './write-tiff.ts';
import { oneBitPng } from './one-bit-png.ts';
import { findReader, type SeenWord } from './recognise.ts';
import { renderPage } from './render-page.ts';
import { goesAsScanned } from './page-shape.ts';
import type { PageToWrite } from './page-work.ts';

/** A page of a document can't be read as a picture; `page` from 1. */
export class UnreadablePage extends Error {
  readonly page: number;

  constructor(page: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.page = page;
  }
}

/** Points of PDF in an inch. */
const pointsPerInch = 72;

interface Pixels {
  readonly pixels: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/** The pixels of a page in grey, or black where it is darker than that (percent of white) and white elsewhere; the first channel counts. */
async function greyPixels(page: Sharp, blackBelow?: number): Promise<Pixels> {
  const grey = page.flatten({ background: '#fff' }).greyscale();
  const drawn = blackBelow === undefined ? grey : grey.threshold(Math.round((blackBelow / 100) * 255));
  const { data: pixels, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  return { pixels, info };
}

/** These pixels as a picture of one channel and without a colour profile: with one it would be three. */
function greyPicture({ pixels, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: maxPixels })
    .extractChannel(0)
    .toColourspace('b-w');
}

/** A page in black and white. */
async function bitsOf(shaped: Sharp, { threshold = usualThreshold }: PageToWrite): Promise<Buffer> {
  const { pixels, info } = await greyPixels(shaped, threshold);
  return oneBitPng(pixels, info);
}

/** The bytes a page has in a document: JPEG for colour and grey, PNG of one bit for black and white. A scanned JPEG stays as it is. */
async function pictureOf(page: PageToWrite): Promise<Buffer> {
  if (goesAsScanned(page)) return readFile(page.path);
  return renderPage(page.path, page.shape, page.density, async (shaped) => {
    if (page.color === 'black-white') return bitsOf(shaped, page);
    const coloured = page.color === 'grey' ? greyPicture(await greyPixels(shaped)) : shaped;
    const { quality = usualQuality } = page;
    if (quality === 'lossless') return coloured.flatten({ background: '#fff' }).png({ compressionLevel: 6 }).toBuffer();
    // Optimised coding saves 8 % of the bytes, but holds another whole page in memory.
    return coloured.flatten({ background: '#fff' }).jpeg({ quality, optimiseCoding: false }).toBuffer();
  });
}

async function readable<Read>(index: number, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw new UnreadablePage(index + 1, error);
  }
}

/** Letters of the fonts that need not be in a file (WinAnsi): words of others are left out. */
const writable = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]+$/u;

/** Puts words where they stand on the page, to be found and copied; what is seen is the picture (text rendering mode 3). */
function addWords(document: PDFKit.PDFDocument, words: readonly SeenWord[], density: number): void {
  const points = (pixels: number): number => (pixels / density) * pointsPerInch;
  document.addContent('3 Tr').font('Helvetica');
  for (const { text, left, top, width, height } of words.filter((word) => writable.test(word.text))) {
    document.fontSize(Math.max(1, points(height)));
    const stretched = { lineBreak: false, horizontalScaling: (points(width) / document.widthOfString(text)) * 100 };
    document.text(text, points(left), points(top), stretched);
  }
}

/** A page of a PDF as it is drawn: a JPEG or PNG, its resolution (dots per inch), and what is read on it. */
interface DrawnPage {
  readonly picture: Buffer;
  readonly density: number;
  readonly words?: readonly SeenWord[];
}

/**
 * Writes pictures as the pages of a PDF, each as large as its paper, to a temporary file that is given its name when it is durable. `archive`: as
 * PDF/A-2b; `createdAt`: what it says of when it was made, now unless given (then the same pictures make the same bytes).
 */
export async function writePicturesAsPdf(
  pages: AsyncIterable<DrawnPage>,
  path: string,
  title: string,
  { archive = false, createdAt }: { readonly archive?: boolean; readonly createdAt?: Date } = {},
): Promise<void> {
  const temporary = `${path}.part`;
  // Loaded where a page is written: it takes longer than all else that a thread of pages needs.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    autoFirstPage: false,
    ...(archive ? { subset: 'PDF/A-2b' as const, pdfVersion: '1.7' as const } : {}),
    info: {
      Title: title,
      Producer: 'Mailroom',
      Creator: 'Mailroom',
      ...(createdAt === undefined ? {} : { CreationDate: createdAt }),
    },
  });
  const file = createWriteStream(temporary, { mode: 0o600 });
  const finished = once(file, 'close');
  finished.catch(() => undefined);
  document.pipe(file);
  try {
    for await (const { picture, density, words = [] } of pages) {
      const { width, height } = await sharp(picture, { limitInputPixels: maxPixels }).metadata();
      const size: [number, number] = [(width / density) * pointsPerInch, (height / density) * pointsPerInch];
      document.addPage({ size, margin: 0 });
      document.image(picture, 0, 0, { width: size[0], height: size[1] });
      if (words.length > 0) addWords(document, words, density);
    }
    document.end();
    await finished;
    await moveDurably(temporary, path);
  } catch (error) {
    file.destroy();
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes pages as a PDF, see {@link writePicturesAsPdf}; rejects before the next page once `signal` is aborted. `archive`: with the words on its pages where Tesseract is there. */
export async function writePdf(
  pages: readonly PageToWrite[],
  path: string,
  title: string,
  { signal, archive = false }: { readonly signal?: AbortSignal; readonly archive?: boolean } = {},
): Promise<void> {
  const read = archive ? await findReader() : null;
  async function* drawn(): AsyncGenerator<DrawnPage> {
    for (const [index, page] of pages.entries()) {
      signal?.throwIfAborted();
      yield await readable(index, async () => {
        const picture = await pictureOf(page);
        // What can't be read as a picture is told with the number of its page.
        await sharp(picture, { limitInputPixels: maxPixels }).metadata();
        return { picture, density: page.density, words: (await read?.(picture, page.density)) ?? [] };
      });
    }
  }
  await writePicturesAsPdf(drawn(), path, title, { archive });
}

/** A page as a TIFF of its own. */
async function tiffOf(page: PageToWrite): Promise<Buffer> {
  const perMm = page.density / 25.4;
  const size = { xres: perMm, yres: perMm, resolutionUnit: 'inch' as const };
  return renderPage(page.path, page.shape, page.density, async (shaped) => {
    if (page.color === 'black-white') {
      // Read row by row from bits: memory never holds all pixels of the page.
      const drawn = sharp(await bitsOf(shaped, page), { limitInputPixels: maxPixels }).toColourspace('b-w');
      return drawn.tiff({ compression: 'ccittfax4', bitdepth: 1, ...size }).toBuffer();
    }
    const coloured = page.color === 'grey' ? greyPicture(await greyPixels(shaped)) : shaped;
    const { quality = usualQuality } = page;
    const packed =
      quality === 'lossless' ? { compression: 'deflate' as const } : { compression: 'jpeg' as const, quality };
    return coloured
      .flatten({ background: '#fff' })
      .tiff({ ...packed, ...size })
      .toBuffer();
  });
}

/** A page as one of a TIFF. */
export async function tiffPageOf(page: PageToWrite): Promise<TiffPage> {
  const content = await tiffOf(page);
  const [first] = tiffPagesOf(content, 1);
  const taken = first === undefined ? null : takenTiffPage(content, first);
  if (taken === null) throw new Error('a TIFF without pixels');
  return taken;
}

/** Bytes that a page has in a document of that format: it is made as for the document, and thrown away. */
export async function measurePage(page: PageToWrite, format: 'pdf' | 'tiff'): Promise<number> {
  return (await (format === 'pdf' ? pictureOf(page) : tiffOf(page))).length;
}

/** Writes pages as one TIFF: G4 for black and white, JPEG for the rest. */
export async function writeTiff(pages: readonly PageToWrite[], path: string, signal?: AbortSignal): Promise<void> {
  const temporary = `${path}.part`;
  const written: TiffPage[] = [];
  for (const [index, page] of pages.entries()) {
    signal?.throwIfAborted();
    written.push(await readable(index, () => tiffPageOf(page)));
  }
  try {
    await writeFile(temporary, joinTiffPages(written), { mode: 0o600 });
    await moveDurably(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
