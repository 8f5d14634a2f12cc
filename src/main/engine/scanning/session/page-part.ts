import type { PagePart } from '../pages/analysis/page-look.ts';

/** A part of a page after the page was turned clockwise by so many degrees. */
export function turnedPart({ left, top, width, height }: PagePart, degrees: 0 | 90 | 180 | 270): PagePart {
  switch (degrees) {
    case 0:
      return { left, top, width, height };
    case 90:
      return { left: 1 - top - height, top: left, width: height, height: width };
    case 180:
      return { left: 1 - left - width, top: 1 - top - height, width, height };
    case 270:
      return { left: top, top: 1 - left - width, width: height, height: width };
  }
}

/** What a part of a part is of the whole; what lies beyond the edge of it is none. `whole` null = all of the page. */
export function partOfPart(whole: PagePart | null, part: PagePart): PagePart {
  const { left, top, width, height } = whole ?? { left: 0, top: 0, width: 1, height: 1 };
  return {
    left: left + part.left * width,
    top: top + part.top * height,
    width: Math.min(part.width, 1 - part.left) * width,
    height: Math.min(part.height, 1 - part.top) * height,
  };
}

/**
 * What holds all of a part of a page after the page was turned by so many more degrees: the box around it; `ratio` = width of the page
 * to its height.
 */
export function heldPart({ left, top, width, height }: PagePart, degrees: number, ratio: number): PagePart {
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [x, y] = [(left + width / 2 - 0.5) * ratio, top + height / 2 - 0.5];
  const across = (x * cos - y * sin) / ratio + 0.5;
  const along = x * sin + y * cos + 0.5;
  const wide = Math.abs(width * cos) + Math.abs((height * sin) / ratio);
  const high = Math.abs(width * ratio * sin) + Math.abs(height * cos);
  return { left: across - wide / 2, top: along - high / 2, width: wide, height: high };
}
