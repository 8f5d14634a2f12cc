import sharp, { type Sharp } from 'sharp';
import { maxPixels } from './max-pixels.ts';
import { withPixels } from './page-pixels.ts';
import type { PageShape } from './page-shape.ts';

interface Pixels {
  readonly pixels: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

async function rawOf(page: Sharp): Promise<Pixels> {
  const { data: pixels, info } = await page.raw().toBuffer({ resolveWithObject: true });
  return { pixels, info };
}

function fromRaw({ pixels, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: maxPixels });
}

/** The size of a turned picture, pixels: the box around it, as libvips rounds it; rather a pixel less than one more. */
function turnedSize(width: number, height: number, degrees: number): readonly [number, number] {
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const rounded = (length: number): number => Math.max(1, Math.round(length - 1e-6));
  return [rounded(width * cos + height * sin), rounded(width * sin + height * cos)];
}

/**
 * Turns a page around its middle and keeps a part of it, in shares of the page as it was; what it does not have there is paper. Whoever
 * writes the outcome gets it row by row: of a page that is turned only the page as it was is held in memory.
 */
async function straightenAndCut(page: Sharp, degrees: number, cut: PageShape['cut']): Promise<Sharp> {
  const { width, height } = await page.metadata();
  const [wide, high] = degrees === 0 ? [width, height] : turnedSize(width, height, degrees);
  const kept = cut ?? { left: 0, top: 0, width: 1, height: 1 };
  const [partWidth, partHeight] = [
    Math.max(1, Math.round(kept.width * width)),
    Math.max(1, Math.round(kept.height * height)),
  ];
  // A part that lies wholly outside would be nothing: at least a pixel of the page is in it.
  const left = Math.min(wide - 1, Math.max(1 - partWidth, Math.round((wide - width) / 2 + kept.left * width)));
  const top = Math.min(high - 1, Math.max(1 - partHeight, Math.round((high - height) / 2 + kept.top * height)));
  const [right, bottom] = [Math.min(wide, left + partWidth), Math.min(high, top + partHeight)];
  const [fromX, fromY] = [Math.max(0, left), Math.max(0, top)];
  // The first part is the whole page. Without it sharp would keep the turned page in memory, too, before it takes the second part of it.
  const turned =
    degrees === 0 ? page : page.extract({ left: 0, top: 0, width, height }).rotate(degrees, { background: '#fff' });
  return turned.extract({ left: fromX, top: fromY, width: right - fromX, height: bottom - fromY }).extend({
    left: fromX - left,
    top: fromY - top,
    right: left + partWidth - right,
    bottom: top + partHeight - bottom,
    background: '#fff',
  });
}

/** What is done with the colours of a page, and its resolution (dots per inch). */
function finished(page: Sharp, { brightness, contrast }: PageShape, density: number): Sharp {
  const slope = 1 + contrast / 100;
  const toned = brightness === 0 && contrast === 0 ? page : page.linear(slope, 128 - 128 * slope + brightness * 1.28);
  return toned.withMetadata({ density });
}

/**
 * Lends `use` a page file in its shape, to be written in any format; resolution (dots per inch) goes along. Only its colours can still be
 * changed: sharp would make it smaller before it is turned.
 */
export async function renderPage<Made>(
  path: string,
  shape: PageShape,
  density: number,
  use: (page: Sharp) => Promise<Made>,
): Promise<Made> {
  const { rotation, straighten, cut } = shape;
  const moved = async (page: Sharp): Promise<Made> => {
    const placed = straighten === 0 && cut === null ? page : await straightenAndCut(page, straighten, cut);
    return use(finished(placed, shape, density));
  };
  // As it lies in its file a page goes by row by row.
  if (rotation === 0 && straighten === 0) return moved(sharp(path, { limitInputPixels: maxPixels }));
  return withPixels(path, rotation, moved);
}

/** A page in its shape as JPEG, at most so wide and high (pixels): made smaller first, so that only so much is turned. */
export async function smallPicture(path: string, shape: PageShape, density: number, max: number): Promise<Buffer> {
  const { rotation, straighten, cut } = shape;
  let page = sharp(path, { limitInputPixels: maxPixels });
  const told = await page.metadata();
  const isSideways = rotation === 90 || rotation === 270;
  const [width, height] = isSideways ? [told.height, told.width] : [told.width, told.height];
  const longerSide = Math.max(width * (cut?.width ?? 1), height * (cut?.height ?? 1));
  const smaller = Math.min(1, max / Math.max(1, longerSide));
  const fitting = (length: number): number => Math.max(1, Math.floor(length * smaller + 1e-6));
  if (rotation !== 0) page = page.rotate(rotation);
  page = page.resize({ width: fitting(width), height: fitting(height), fit: 'fill' });
  if (straighten !== 0 || cut !== null) page = await straightenAndCut(fromRaw(await rawOf(page)), straighten, cut);
  return finished(page, shape, density).flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer();
}
