import { paperBrightness, type Raster } from './raster.ts';

/** Pages that are turned further than this are turned on purpose, degrees. */
const max = 10;
const coarse = 0.5;
const fine = 0.1;
/** Minimum number of dark points for an answer, and maximum that is used. */
const minPoints = 400;
const maxPoints = 40_000;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Dark points that have light above them: the upper edges of letters and lines. */
function edges(raster: Raster): readonly Point[] {
  const { width, height, pixels } = raster;
  const limit = paperBrightness(raster) - 70;
  const points: Point[] = [];
  for (let y = 2; y < height - 2; y += 1) {
    for (let x = 2; x < width - 2; x += 1) {
      const here = y * width + x;
      if ((pixels[here] ?? 255) < limit && (pixels[here - width] ?? 0) >= limit) points.push({ x, y });
    }
  }
  const step = Math.ceil(points.length / maxPoints);
  return step <= 1 ? points : points.filter((_, index) => index % step === 0);
}

/** How sharply the points form rows once the page is turned back by that angle: the sum of the squares of each row's points. */
function sharpness(points: readonly Point[], degrees: number, rows: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const counts = new Float64Array(rows * 2);
  for (const { x, y } of points) {
    const row = Math.round(y - x * slope) + Math.floor(rows / 2);
    if (row >= 0 && row < counts.length) counts[row] = (counts[row] ?? 0) + 1;
  }
  let sum = 0;
  for (const count of counts) sum += count * count;
  return sum;
}

/** The angle at which the points fall into rows (degrees), and how much more sharply than beside it; null where there is none. */
function rowsOf(raster: Raster): { readonly degrees: number; readonly clear: number } | null {
  const points = edges(raster);
  if (points.length < minPoints) return null;
  const best = (from: number, to: number, step: number): { degrees: number; sharp: number } => {
    let found = { degrees: 0, sharp: -1 };
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const sharp = sharpness(points, degrees, raster.height);
      if (sharp > found.sharp) found = { degrees, sharp };
    }
    return found;
  };
  const rough = best(-max, max, coarse);
  const exact = best(rough.degrees - coarse, rough.degrees + coarse, fine);
  // A photo forms no rows at any angle: its best angle is hardly better than the others.
  const turned =
    (sharpness(points, exact.degrees + 3, raster.height) + sharpness(points, exact.degrees - 3, raster.height)) / 2;
  const clear = exact.sharp / Math.max(1, turned);
  return clear < 1.15 ? null : { degrees: exact.degrees, clear };
}

/** The same page with its rows as columns. */
function transposed({ width, height, pixels }: Raster): Raster {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + y] = pixels[y * width + x] ?? 255;
  }
  return { width: height, height: width, pixels: turned };
}

/**
 * How far a page is turned, in degrees, positive = clockwise; null where there is too little on it to tell. The upper edges of
 * text fall into rows only at the right angle; looked for in half degrees, then in tenths. Text may run along either side: pages
 * are fed sideways, too.
 */
export function skewDegrees(raster: Raster): number | null {
  const across = rowsOf(raster);
  const along = rowsOf(transposed(raster));
  const isAlong = along !== null && along.clear > (across?.clear ?? 0);
  const degrees = isAlong ? -along.degrees : across?.degrees;
  return degrees === undefined ? null : Math.round(degrees * 10) / 10 + 0;
}
