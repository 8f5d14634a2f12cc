import { hash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { readBmpHeader } from '../../../intake/inspection/bmp-header.ts';
import { moveDurably } from '../../../platform/disk/durable-file.ts';
import { guessedDensity } from '../page-density.ts';
import { writePicturesAsPdf } from '../write-document.ts';
import { decodeBmp } from './decode-bmp.ts';
import { openHeif } from './open-heif.ts';
import { pictureError, type ConvertedPicture, type PictureToConvert, type Pixels } from './picture-asked.ts';
import { withProfile } from './with-profile.ts';

/** Larger files are not read (bytes): all of one is in memory, and its pixels beside it. */
const maxBytes = 256 * 1024 * 1024;
/** Pixels of all pictures of a file: those of the largest cameras in phones twice. */
const maxPixels = 100_000_000;
const maxPictures = 100;
/** What is lost can't be seen, also of red letters: colours are as fine as light. */
const jpegSettings = { quality: 92, chromaSubsampling: '4:4:4' } as const;

/** Pictures of a file, each drawn when it is asked for; their sizes are known before, so that nothing too large is begun. */
interface OpenedPictures {
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  draw(index: number): Promise<Sharp>;
  /** Dots per inch; null: not told. */
  readonly density: number | null;
}

/** Pixels as a picture of the library's. */
function pictureOf({ bytes, width, height, channels }: Pixels): Sharp {
  return sharp(bytes, { raw: { width, height, channels }, limitInputPixels: maxPixels });
}

function openBmp(content: Buffer): OpenedPictures {
  const header = readBmpHeader(content);
  if (header === null || !header.isDrawable) throw pictureError('picture-not-read');
  return {
    sizes: [header],
    density: header.density,
    draw: () => Promise.resolve(pictureOf(decodeBmp(content, header))),
  };
}

async function openWebp(content: Buffer): Promise<OpenedPictures> {
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await sharp(content, { limitInputPixels: false }).metadata();
  return {
    sizes: Array.from({ length: pages }, () => ({ width, height: pageHeight })),
    density: null,
    draw: (page) => Promise.resolve(sharp(content, { page, limitInputPixels: maxPixels }).autoOrient()),
  };
}

async function openHeic(content: Buffer): Promise<OpenedPictures> {
  const { sizes, profile, draw } = await openHeif(content);
  return {
    sizes,
    density: null,
    draw(index) {
      const pixels = draw(index);
      const picture =
        profile === null ? pictureOf(pixels) : sharp(withProfile(pixels, profile), { limitInputPixels: maxPixels });
      return Promise.resolve(picture);
    },
  };
}

async function open(content: Buffer, mediaType: string): Promise<OpenedPictures> {
  const opened = await (mediaType === 'image/heic'
    ? openHeic(content)
    : mediaType === 'image/webp'
      ? openWebp(content)
      : openBmp(content));
  if (opened.sizes.length > maxPictures) throw pictureError('too-many-pictures');
  const pixels = opened.sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (pixels > maxPixels) throw pictureError('picture-too-large');
  return opened;
}

function jpegOf(picture: Sharp, density: number | null): Promise<Buffer> {
  const told = density === null ? picture : picture.withDensity(density);
  return told.flatten({ background: '#fff' }).toColourspace('srgb').jpeg(jpegSettings).toBuffer();
}

async function* pagesOf(
  opened: OpenedPictures,
  signal: AbortSignal,
): AsyncGenerator<{ picture: Buffer; density: number }> {
  for (const [index, { width, height }] of opened.sizes.entries()) {
    signal.throwIfAborted();
    yield { picture: await jpegOf(await opened.draw(index), null), density: guessedDensity(width, height) };
  }
}

/**
 * Writes a copy of a picture that the service does not take: one picture as a JPEG, several (a HEIC with more than one, a WebP that moves) as
 * the pages of a PDF; upright, in sRGB, on white where it can be seen through. The same file makes the same bytes. Rejects with a code of
 * `pictureProblems`, with the system's where the disk refuses, else where the file is no such picture.
 */
export async function convertPicture(
  { path, mediaType, jpeg, pdf, title, changedAt }: PictureToConvert,
  signal: AbortSignal,
): Promise<ConvertedPicture> {
  if ((await stat(path)).size > maxBytes) throw pictureError('picture-too-large');
  const content = await readFile(path);
  const of = hash('sha256', content, 'hex');
  const opened = await open(content, mediaType);
  if (opened.sizes.length > 1) {
    await writePicturesAsPdf(pagesOf(opened, signal), pdf, title, { createdAt: new Date(changedAt) });
    return { of, mediaType: 'application/pdf' };
  }
  const picture = await jpegOf(await opened.draw(0), opened.density);
  await writeFile(`${jpeg}.part`, picture, { mode: 0o600 });
  await moveDurably(`${jpeg}.part`, jpeg);
  return { of, mediaType: 'image/jpeg' };
}
