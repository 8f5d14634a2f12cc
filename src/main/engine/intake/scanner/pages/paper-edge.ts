import { at, type Raster } from './raster.ts';

/** A part of a page, in shares of it. */
export interface PagePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A scanner's background that is darker than this is told from paper. */
const darkest = 150;
/** A row or column is paper where so much of it is bright. */
const bright = 0.3;

/**
 * The part of a scan in which paper lies, for scanners with a dark background; null where the whole scan is paper, or none of it
 * can be told. A cut that would take away more than four fifths is none.
 */
export function paperPart(raster: Raster): PagePart | null {
  const { width, height } = raster;
  const isPaper = (count: number, length: number): boolean => count / length > bright;
  const rowIsPaper = (y: number): boolean => {
    let count = 0;
    for (let x = 0; x < width; x += 2) if (at(raster, x, y) > darkest) count += 1;
    return isPaper(count, width / 2);
  };
  const columnIsPaper = (x: number): boolean => {
    let count = 0;
    for (let y = 0; y < height; y += 2) if (at(raster, x, y) > darkest) count += 1;
    return isPaper(count, height / 2);
  };
  const first = (length: number, paper: (index: number) => boolean): number => {
    for (let index = 0; index < length; index += 1) if (paper(index)) return index;
    return length;
  };
  const top = first(height, rowIsPaper);
  const bottom = first(height, (index) => rowIsPaper(height - 1 - index));
  const left = first(width, columnIsPaper);
  const right = first(width, (index) => columnIsPaper(width - 1 - index));
  const part = {
    left: left / width,
    top: top / height,
    width: (width - left - right) / width,
    height: (height - top - bottom) / height,
  };
  const whole = part.width > 0.985 && part.height > 0.985;
  return whole || part.width * part.height < 0.2 || part.width <= 0 || part.height <= 0 ? null : part;
}
