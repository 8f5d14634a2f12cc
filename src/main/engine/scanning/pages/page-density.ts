/** Resolutions that programs write without knowing the real one: those of screens, dots per inch. */
const guesses: ReadonlySet<number> = new Set([72, 96]);
const usual = [75, 100, 150, 200, 240, 300, 400, 600] as const;
/** The long side of A4, in inches. */
const longSide = 11.69;

/** The resolution in a file, dots per inch; null where it has none, or only that of a screen. */
export function statedDensity(density: number | undefined): number | null {
  return density === undefined || density <= 1 || guesses.has(Math.round(density)) ? null : density;
}

/** The resolution of a picture without one: as if it were a page of A4, rounded to a usual resolution where that is near. */
export function guessedDensity(width: number, height: number): number {
  const exact = Math.max(width, height) / longSide;
  const near = usual.find((each) => Math.abs(each - exact) / each < 0.03);
  return near ?? Math.max(1, Math.round(exact * 10) / 10);
}
