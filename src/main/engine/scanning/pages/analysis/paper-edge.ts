import type { PagePart } from './page-look.ts';
import { at, type Raster } from './raster.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A background of the scanner that is darker than this differs from paper. */
const darkest = 150;
/** Share of the points that may lie outside: bright specks on the background. */
const specks = 0.003;
/** Maximum turn of paper, and the steps of the search, degrees. */
const maxTurned = 10;
const step = 0.1;

/** Where a line of pixels enters the paper and where it leaves it; null: it never does. Paper is bright for longer than dust. */
function paperSpan(bright: (index: number) => boolean, length: number): readonly [number, number] | null {
  const long = Math.max(4, Math.round(length / 60));
  const enters = (from: number, way: 1 | -1): number | null => {
    let run = 0;
    for (let index = from; index >= 0 && index < length; index += way) {
      run = bright(index) ? run + 1 : 0;
      if (run === long) return index - way * (long - 1);
    }
    return null;
  };
  const first = enters(0, 1);
  const last = enters(length - 1, -1);
  return first === null || last === null ? null : [first, last + 1];
}

/** Points on the edge of the paper, around the middle of the scan; none where the scan has no dark background. */
function paperEdge(raster: Raster): readonly Point[] {
  const { width, height } = raster;
  const points: Point[] = [];
  let inside = 0;
  const near = (value: number, length: number): boolean => value > length * 0.01 && value < length * 0.99;
  const note = (x: number, y: number): void => {
    if (near(x, width) && near(y, height)) inside += 1;
    points.push({ x: x - width / 2, y: y - height / 2 });
  };
  for (let y = 0; y < height; y += 1) {
    const span = paperSpan((x) => at(raster, x, y) > darkest, width);
    for (const x of span ?? []) note(x, y + 0.5);
  }
  for (let x = 0; x < width; x += 1) {
    const span = paperSpan((y) => at(raster, x, y) > darkest, height);
    for (const y of span ?? []) note(x + 0.5, y);
  }
  return inside < points.length * 0.02 ? [] : points;
}

/** The upright box around points that are turned back by so many degrees: left, top, right, bottom, in pixels around the middle. */
function boxAround(points: readonly Point[], degrees: number): readonly [number, number, number, number] {
  const turn = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const across = Float32Array.from(points, ({ x, y }) => x * cos - y * sin).sort();
  const along = Float32Array.from(points, ({ x, y }) => x * sin + y * cos).sort();
  const skip = Math.floor(points.length * specks);
  const last = points.length - 1 - skip;
  return [across[skip] ?? 0, along[skip] ?? 0, across[last] ?? 0, along[last] ?? 0];
}

/**
 * How far paper on a dark background is turned (degrees clockwise), by its edges alone: at the right angle the box around it is
 * the smallest. Null where there is no such background, or where nothing fits: paper that reaches beyond the scan has no box.
 */
export function paperDegrees(raster: Raster): number | null {
  const points = paperEdge(raster);
  if (points.length === 0) return null;
  let best = { degrees: 0, area: Infinity };
  for (let degrees = -maxTurned; degrees <= maxTurned; degrees += step) {
    const [left, top, right, bottom] = boxAround(points, degrees);
    const area = (right - left) * (bottom - top);
    if (area < best.area) best = { degrees, area };
  }
  let bright = 0;
  for (const pixel of raster.pixels) if (pixel > darkest) bright += 1;
  return bright < best.area * 0.6 || Math.abs(best.degrees) > maxTurned - step ? null : best.degrees;
}

/**
 * The part of a scan in which paper lies, once the scan is turned back around its middle by so many degrees, for scanners with a dark
 * background; null where the whole scan is paper, or none of it can be told. A cut that would take away more than nine tenths is none.
 * `doubt` = by how much (degrees) the paper may still lie askew: that much of its edge goes, too.
 */
export function paperPart(raster: Raster, degrees: number, doubt: number): PagePart | null {
  const { width, height } = raster;
  const points = paperEdge(raster);
  if (points.length === 0) return null;
  const [left, top, right, bottom] = boxAround(points, degrees);
  const [acrossEdge = 1, alongEdge = 1] = [height, width].map(
    (length) => 1 + length * Math.tan((doubt * Math.PI) / 180),
  );
  const part = {
    left: (left + acrossEdge) / width + 0.5,
    top: (top + alongEdge) / height + 0.5,
    width: (right - left - 2 * acrossEdge) / width,
    height: (bottom - top - 2 * alongEdge) / height,
  };
  const isWhole = degrees === 0 && part.width > 0.985 && part.height > 0.985;
  return isWhole || part.width * part.height < 0.1 || part.width <= 0 || part.height <= 0 ? null : part;
}

/** A part of a raster as it lies once turned back by so many degrees around its middle; beyond its edges is paper. */
export function uprightRaster(raster: Raster, degrees: number, part: PagePart): Raster {
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const width = Math.max(1, Math.round(part.width * raster.width));
  const height = Math.max(1, Math.round(part.height * raster.height));
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const y = (part.top - 0.5) * raster.height + row;
    for (let column = 0; column < width; column += 1) {
      const x = (part.left - 0.5) * raster.width + column;
      const [fromX, fromY] = [x * cos - y * sin + raster.width / 2, x * sin + y * cos + raster.height / 2];
      pixels[row * width + column] = at(raster, Math.round(fromX), Math.round(fromY));
    }
  }
  return { width, height, pixels };
}
