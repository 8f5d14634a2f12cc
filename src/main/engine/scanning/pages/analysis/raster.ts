import sharp from 'sharp';
import { maxPixels } from '../max-pixels.ts';

/** A grey picture of a page, one byte a pixel, row by row; 0 = black. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A page that can be looked at: pixels as it lies, dots per inch where it says so, and its picture in grey, at most that wide. */
export interface Viewable {
  readonly width: number;
  readonly height: number;
  readonly density: number | undefined;
  raster(maxWidth: number): Promise<Raster>;
}

/** A page file as one that can be looked at. Rejects where it is no picture. */
export async function viewableFile(path: string): Promise<Viewable> {
  const { width, height, density } = await sharp(path, { limitInputPixels: maxPixels }).metadata();
  return { width, height, density, raster: (maxWidth) => readRaster(path, maxWidth) };
}

/** A page file as a grey picture of at most that width (pixels), upright as it was scanned. Rejects where it is no picture. */
export async function readRaster(path: string, maxWidth: number): Promise<Raster> {
  const { data: pixels, info } = await sharp(path, { failOn: 'error', limitInputPixels: maxPixels })
    .resize({ width: maxWidth, withoutEnlargement: true, kernel: 'linear' })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels };
}

/** The brightness of a pixel; paper where there is none. */
export function at({ width, height, pixels }: Raster, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 255 : (pixels[y * width + x] ?? 255);
}

/** Maximum difference of a dot between two scans of the same page, of 255: noise of the sensor, and its place on a thin line. */
const noise = 64;

/** Whether each dot of a page is on the other, at its place or beside it: a second scan from a glass may be shifted by a dot. */
function isWithin({ width, pixels }: Raster, other: Raster): boolean {
  return pixels.every((dot, index) => {
    if (Math.abs(dot - (other.pixels[index] ?? 0)) <= noise) return true;
    const [x, y] = [index % width, Math.floor(index / width)];
    const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => at(other, x + right, y + down)));
    return dot >= Math.min(...around) - noise && dot <= Math.max(...around) + noise;
  });
}

/** Whether two pictures may be scans of one page that did not move. A page on which a readable digit differs is another one. */
export function isSamePicture(one: Raster, other: Raster): boolean {
  const isAsLarge = one.width === other.width && one.height === other.height;
  return isAsLarge && isWithin(one, other) && isWithin(other, one);
}

/** The brightness of the paper: what nine in ten of the bright half of all pixels do not exceed. */
export function paperBrightness({ pixels }: Raster): number {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  let above = 0;
  for (let level = 255; level > 0; level -= 1) {
    above += counts[level] ?? 0;
    if (above > pixels.length * 0.3) return level;
  }
  return 255;
}

/** Paper is not darker than this, of 255: a darker page is white on black, as on film. */
const darkestPaper = 100;

/** The same page with dark ink on bright paper: one that is white on black is turned round. */
export function darkOnBright(raster: Raster): Raster {
  if (paperBrightness(raster) >= darkestPaper) return raster;
  return { ...raster, pixels: raster.pixels.map((pixel) => 255 - pixel) };
}

/** The brightness of the ink: a hundredth of all pixels is not brighter. */
export function inkBrightness({ pixels }: Raster): number {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  let below = 0;
  for (let level = 0; level < 255; level += 1) {
    below += counts[level] ?? 0;
    if (below > pixels.length * 0.01) return level;
  }
  return 255;
}
