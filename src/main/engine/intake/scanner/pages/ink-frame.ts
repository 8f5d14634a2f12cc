import type { PagePart } from './paper-edge.ts';
import { at, paperBrightness, type Raster } from './raster.ts';

/** The edge of a scan that is not looked at: shadows of the paper lie there. A share of each side. */
const edge = 0.015;
/** How much darker than the paper ink is, of 255. */
const contrast = 70;
/** Paper that stays around the ink, a share of the page. */
const around = 0.01;

/** Where a frame as long as the page begins and how long it is, so that from..to lies in it. */
function frame(from: number, to: number): readonly [number, number] {
  if (to - from > 1) return [from, to - from];
  return [from < 0 ? from : Math.max(0, to - 1), 1];
}

/**
 * The frame in which a page is kept that is turned back by so many degrees around its middle: as large as the page, moved where ink
 * would leave it, larger where that is not enough; null where it need not move, and on a dark background.
 */
export function inkFrame(raster: Raster, degrees: number): PagePart | null {
  const { width, height } = raster;
  const limit = paperBrightness(raster) - contrast;
  const turn = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [left, top, right, bottom] = [0.5, 0.5, 0.5, 0.5];
  const [shadowX, shadowY] = [Math.ceil(width * edge), Math.ceil(height * edge)];
  let rim = 0;
  for (let y = shadowY; y < height - shadowY; y += 1) {
    for (let x = shadowX; x < width - shadowX; x += 1) {
      if (at(raster, x, y) >= limit || at(raster, x + 1, y) >= limit || at(raster, x, y + 1) >= limit) continue;
      if (x === shadowX || y === shadowY || x === width - shadowX - 1 || y === height - shadowY - 1) rim += 1;
      const [fromMiddleX, fromMiddleY] = [x - width / 2, y - height / 2];
      const across = (fromMiddleX * cos - fromMiddleY * sin) / width + 0.5;
      const along = (fromMiddleX * sin + fromMiddleY * cos) / height + 0.5;
      left = Math.min(left, across);
      right = Math.max(right, across);
      top = Math.min(top, along);
      bottom = Math.max(bottom, along);
    }
  }
  // Where much of the rim is dark, that is no ink.
  if (rim > (width + height) * 0.05) return null;
  const [x, wide] = frame(left - around, right + around);
  const [y, high] = frame(top - around, bottom + around);
  const stays = Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9 && wide === 1 && high === 1;
  return stays ? null : { left: x, top: y, width: wide, height: high };
}
