/** What programs write that do not know (dots per inch): the usual resolutions of screens. */
const guesses: ReadonlySet<number> = new Set([72, 96]);
const usual = [75, 100, 150, 200, 240, 300, 400, 600] as const;
/** The long side of A4, in inches. */
const longSide = 11.69;

/** The resolution a file tells of, in dots per inch; null where it says nothing or what everybody says who does not know. */
export function toldDensity(density: number | undefined): number | null {
  return density === undefined || density <= 1 || guesses.has(Math.round(density)) ? null : density;
}

/** The resolution of a picture that tells none: as if it were a page of A4, rounded to what scanners do where that is near. */
export function guessedDensity(width: number, height: number): number {
  const exact = Math.max(width, height) / longSide;
  const near = usual.find((each) => Math.abs(each - exact) / each < 0.03);
  return near ?? Math.max(1, Math.round(exact * 10) / 10);
}
