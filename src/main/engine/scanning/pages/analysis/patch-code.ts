import { at, inkBrightness, paperBrightness, type Raster } from './raster.ts';

/** The six patch codes by their bars from the leading edge on: four bars, two of them wide (w) and two narrow (n), with narrow gaps. */
const codes: Readonly<Record<string, PatchCode>> = {
  wwnn: '1',
  wnnw: '2',
  wnwn: '3',
  nwwn: '4',
  nwnw: 'T',
  nnww: '6',
};

/** A patch code's name. */
export type PatchCode = '1' | '2' | '3' | '4' | '6' | 'T';

/** The bars of each code, for whoever prints one: `true` = wide. */
export function patchBars(code: PatchCode): readonly boolean[] {
  const bars = Object.entries(codes).find(([, name]) => name === code)?.[0] ?? '';
  return Array.from(bars, (bar) => bar === 'w');
}

/** Least and most that a wide bar may be of a narrow one: 2.5 by the standard, more or less after printing and scanning. */
const min = 1.7;
const max = 3.6;
/** Number of lines across the page that are read, and how many must agree. */
const lines = 24;
const agreeing = 5;

/** How much darker than the paper a bar is, of 255. */
const maxContrast = 90;
const minContrast = 25;

/** Lengths of dark and light stretches of a line, dark first. */
function runs(pixel: (index: number) => number, length: number, limit: number): readonly number[] {
  const found: number[] = [];
  let dark = true;
  let run = 0;
  for (let index = 0; index < length; index += 1) {
    const isDark = pixel(index) < limit;
    if (isDark === dark) run += 1;
    else {
      found.push(run);
      dark = isDark;
      run = 1;
    }
  }
  found.push(run);
  return found;
}

/** The code whose bars are these seven stretches (bar, gap, bar, …); null where they are none. */
function codeOf(stretches: readonly number[]): PatchCode | null {
  const bars = [0, 2, 4, 6].map((index) => stretches[index] ?? 0);
  const gaps = [1, 3, 5].map((index) => stretches[index] ?? 0);
  const [first = 0, second = 0, third = 0, fourth = 0] = [...bars].sort((one, other) => one - other);
  const narrow = (first + second) / 2;
  const wide = (third + fourth) / 2;
  if (narrow < 3 || second > first * 1.5 || fourth > third * 1.4) return null;
  if (wide < narrow * min || wide > narrow * max) return null;
  if (gaps.some((gap) => gap < narrow * 0.5 || gap > narrow * 1.8)) return null;
  return codes[bars.map((bar) => (bar > (narrow + wide) / 2 ? 'w' : 'n')).join('')] ?? null;
}

function codeInLine(pixel: (index: number) => number, length: number, limit: number): PatchCode | null {
  const stretches = runs(pixel, length, limit);
  for (let start = 0; start + 7 <= stretches.length; start += 2) {
    const before = start === 0 ? Infinity : (stretches[start - 1] ?? 0);
    const after = stretches[start + 7] ?? Infinity;
    const code = codeOf(stretches.slice(start, start + 7));
    const widest = Math.max(...stretches.slice(start, start + 7));
    // A code stands alone; text has no quiet zones.
    if (code !== null && before >= widest && after >= widest) return code;
  }
  return null;
}

/** The patch code on a page, read from the top, the bottom or a side; null where there is none that enough lines agree on. */
export function patchCode(raster: Raster): PatchCode | null {
  const paper = paperBrightness(raster);
  // Half of the way is dark for pale print, too; less contrast is no print.
  const limit = paper - Math.min(maxContrast, Math.max(minContrast, (paper - inkBrightness(raster)) / 2));
  const { width, height } = raster;
  const directions: readonly ((line: number) => PatchCode | null)[] = [
    (line) => codeInLine((index) => at(raster, Math.floor(((line + 0.5) * width) / lines), index), height, limit),
    (line) =>
      codeInLine((index) => at(raster, Math.floor(((line + 0.5) * width) / lines), height - 1 - index), height, limit),
    (line) => codeInLine((index) => at(raster, index, Math.floor(((line + 0.5) * height) / lines)), width, limit),
    (line) =>
      codeInLine((index) => at(raster, width - 1 - index, Math.floor(((line + 0.5) * height) / lines)), width, limit),
  ];
  for (const lookIn of directions) {
    const votes = new Map<PatchCode, number>();
    for (let line = 0; line < lines; line += 1) {
      const code = lookIn(line);
      if (code !== null) votes.set(code, (votes.get(code) ?? 0) + 1);
    }
    const [winner] = [...votes].sort(([, one], [, other]) => other - one);
    if (winner !== undefined && winner[1] >= agreeing) return winner[0];
  }
  return null;
}
