import { punchedHoles } from './punched-holes.ts';
import { paperBrightness, type Raster } from './raster.ts';

/** The edge of a page that is not looked at: shadows of the paper lie there. A share of each side. */
const edge = 0.04;
/** How much darker than the paper ink is, of 255. */
const contrast = 60;

/** How much of a page is ink, in percent. Dust (a dark pixel alone), the shadow at the edge and punched holes do not count. */
export function inkPercent(raster: Raster, mmPerPixel: number): number {
  const { width, height, pixels } = raster;
  const limit = paperBrightness(raster) - contrast;
  const holes = punchedHoles(raster, limit, mmPerPixel);
  const left = Math.floor(width * edge);
  const top = Math.floor(height * edge);
  let dark = 0;
  let looked = 0;
  for (let y = top; y < height - top; y += 1) {
    for (let x = left; x < width - left; x += 1) {
      looked += 1;
      const here = y * width + x;
      if ((pixels[here] ?? 255) >= limit || holes.has(here)) continue;
      const beside = (pixels[here + 1] ?? 255) < limit || (pixels[here + width] ?? 255) < limit;
      if (beside) dark += 1;
    }
  }
  return looked === 0 ? 0 : (dark / looked) * 100;
}
