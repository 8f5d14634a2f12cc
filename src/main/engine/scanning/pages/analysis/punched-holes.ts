import type { Raster } from './raster.ts';

/** Sizes of holes (ISO 838: 5.5 to 6 mm across; of American punches up to 5/16 inch), with what blur and wear add or take; mm. */
const [minAcross, maxAcross] = [4.5, 8.7];
/** From middle to middle (mm): ISO 838, and the three and two holes of American letter paper, 4 1/4 and 2 3/4 inches. */
const apartAs = [80, 107.95, 69.85];
const apartDoubt = 1.5;
/** Middles lie 12 mm from an edge; paper that is shifted or askew brings them this near the middle at most (mm). */
const maxDepthMm = 25;
/** How far a row of holes may lie askew to its edge, as a slope: 10 degrees. */
const maxSlope = 0.18;
/** How much of its box a disc fills (a quarter of pi is 0.785): rings, letters and squares fill less or more. */
const [minFilled, maxFilled] = [0.7, 0.87];

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly points: readonly number[];
}

/** All dark points that hang together with one; they are marked as seen. */
function blob({ width, pixels }: Raster, limit: number, seen: Uint8Array, start: number): readonly number[] {
  const points = [start];
  seen[start] = 1;
  for (let next = 0; next < points.length; next += 1) {
    const here = points[next] ?? start;
    const x = here % width;
    for (const beside of [x > 0 ? here - 1 : -1, x < width - 1 ? here + 1 : -1, here - width, here + width]) {
      if (seen[beside] !== 0 || (pixels[beside] ?? 255) >= limit) continue;
      seen[beside] = 1;
      points.push(beside);
    }
  }
  return points;
}

function discOf(points: readonly number[], width: number, mmPerPixel: number): Disc | null {
  const across = maxAcross / mmPerPixel;
  if (points.length > across * across || points.length < (minAcross / mmPerPixel) ** 2 * minFilled) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const point of points) {
    const [x, y] = [point % width, Math.floor(point / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  const [wide, high] = [right - left, bottom - top];
  const filled = points.length / (wide * high);
  const isDisc = filled >= minFilled && filled <= maxFilled && Math.abs(wide - high) <= Math.max(2, wide * 0.12);
  const isHole = [wide, high].every((side) => side * mmPerPixel >= minAcross && side * mmPerPixel <= maxAcross);
  return isDisc && isHole ? { x: (left + right) / 2, y: (top + bottom) / 2, points } : null;
}

/**
 * The pixels of holes that were punched into a page, for a folder: full dark discs at an edge, each with another one along that edge, as
 * far away as punches make them. A disc alone is none: it may be a stamp. `limit` = brightness from which on nothing is dark.
 */
export function punchedHoles(raster: Raster, limit: number, mmPerPixel: number): ReadonlySet<number> {
  const { width, height, pixels } = raster;
  const reach = maxDepthMm / mmPerPixel;
  const seen = new Uint8Array(width * height);
  const discs: Disc[] = [];
  for (let y = 0; y < height; y += 1) {
    const isEnd = y < reach || y >= height - reach;
    for (let x = 0; x < width; x += 1) {
      if (!isEnd && x >= reach && x < width - reach) continue;
      const here = y * width + x;
      if (seen[here] !== 0 || (pixels[here] ?? 255) >= limit) continue;
      const disc = discOf(blob(raster, limit, seen, here), width, mmPerPixel);
      if (disc !== null) discs.push(disc);
    }
  }
  const areAlong = (one: Disc, other: Disc): boolean => {
    const [across, along] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
    const apart = Math.hypot(across, along) * mmPerPixel;
    if (!apartAs.some((usual) => Math.abs(apart - usual) <= apartDoubt)) return false;
    const both = (isNear: (disc: Disc) => boolean): boolean => isNear(one) && isNear(other);
    if (across <= along * maxSlope) return both(({ x }) => x < reach) || both(({ x }) => x > width - reach);
    return along <= across * maxSlope && (both(({ y }) => y < reach) || both(({ y }) => y > height - reach));
  };
  const holes = discs.filter((disc) => discs.some((other) => areAlong(disc, other)));
  return new Set(holes.flatMap(({ points }) => points));
}
