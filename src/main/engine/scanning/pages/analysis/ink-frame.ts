import { paperPart } from './paper-edge.ts';
import { type PagePart } from './page-look.ts';
import { at, paperBrightness, type Raster } from './raster.ts';

/** The edge of a scan that is not looked at: shadows of the paper lie there. A share of each side. */
const edge = 0.015;
/** Minimum difference between paper and ink, of 255. */
const contrast = 70;
/** Paper that stays around the ink, a share of the page. */
const around = 0.01;

/** Begin and length of a frame around from..to, at least as long as the page. */
function frame(from: number, to: number): readonly [number, number] {
  if (to - from > 1) return [from, to - from];
  return [from < 0 ? from : Math.max(0, to - 1), 1];
}

/** The frame around the whole page once it is turned by so many radians. */
function frameOfAll({ width, height }: Raster, turn: number): PagePart {
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [wide, high] = [cos + (height / width) * sin, cos + (width / height) * sin];
  return { left: (1 - wide) / 2, top: (1 - high) / 2, width: wide, height: high };
}

/**
 * The frame in which a page is kept that is turned back by so many degrees around its middle: as large as the page, moved where ink
 * would leave it, larger where that is not enough, around all of a page that is dark up to its rim; null where it need not move.
 * `onDark`: paper on a dark background, which is no ink: the paper is what the frame is around.
 */
export function inkFrame(raster: Raster, degrees: number, onDark: boolean): PagePart | null {
  if (onDark) return paperFrame(raster, degrees);
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
  // A rim that is dark in many places: ink reaches beyond it.
  if (rim > (width + height) * 0.05) return frameOfAll(raster, turn);
  return framed(left - around, top - around, right + around, bottom + around);
}

/** The frame around paper that lies on a dark background. */
function paperFrame(raster: Raster, degrees: number): PagePart | null {
  const paper = paperPart(raster, degrees, 0);
  return paper === null ? null : framed(paper.left, paper.top, paper.left + paper.width, paper.top + paper.height);
}

/** A frame of at least the page's size, in which all of that lies; null where the page itself is that. */
function framed(left: number, top: number, right: number, bottom: number): PagePart | null {
  const [x, wide] = frame(left, right);
  const [y, high] = frame(top, bottom);
  const stays = Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9 && wide === 1 && high === 1;
  return stays ? null : { left: x, top: y, width: wide, height: high };
}
