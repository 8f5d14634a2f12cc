/** A part of a page as it is shown, in shares of it. */
export interface CropPart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** All of a page. */
export const wholePart: CropPart = { left: 0, top: 0, width: 1, height: 1 };

/** The smallest side of a frame, a share of the page's. */
const minSide = 0.03;

function between(value: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, value));
}

/** The frame between two points, in whichever direction it was drawn; no smaller than can be seen, and within the page. */
export function drawn(fromX: number, fromY: number, toX: number, toY: number): CropPart {
  const span = (from: number, to: number): readonly [number, number] => {
    const [low, high] = [between(Math.min(from, to), 0, 1), between(Math.max(from, to), 0, 1)];
    const size = Math.max(minSide, high - low);
    return [Math.min(low, 1 - size), size];
  };
  const [left, width] = span(fromX, toX);
  const [top, height] = span(fromY, toY);
  return { left, top, width, height };
}

/** A frame moved; it stops at the page's edges. */
export function moved(part: CropPart, x: number, y: number): CropPart {
  return {
    ...part,
    left: between(part.left + x, 0, 1 - part.width),
    top: between(part.top + y, 0, 1 - part.height),
  };
}

/** Which edges of a frame are meant: -1 = left, upper; 1 = right, lower; 0 = neither. */
export type Edges = readonly [x: -1 | 0 | 1, y: -1 | 0 | 1];

/** A frame with these edges moved; the others stay where they are. */
export function sized({ left, top, width, height }: CropPart, [atX, atY]: Edges, x: number, y: number): CropPart {
  const span = (from: number, size: number, at: -1 | 0 | 1, by: number): readonly [number, number] => {
    const to = from + size;
    if (at === 1) return [from, between(to + by, from + minSide, 1) - from];
    const low = at === 0 ? from : between(from + by, 0, to - minSide);
    return [low, to - low];
  };
  const [newLeft, newWidth] = span(left, width, atX, x);
  const [newTop, newHeight] = span(top, height, atY, y);
  return { left: newLeft, top: newTop, width: newWidth, height: newHeight };
}
