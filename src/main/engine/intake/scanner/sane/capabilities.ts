import type { PageColor, PaperSource, ScannerCapabilities } from '../../../../../shared/scanning.ts';
import type { SaneOption } from './read-options.ts';

/** Backends name the same thing differently; these are the words of those in sane-backends 1.1 and of sane-airscan. */
const modeWords: readonly (readonly [PageColor, RegExp])[] = [
  ['color', /^(?:24.?bit )?colou?r/i],
  ['grey', /^(?:8.?bit )?(?:true )?gr[ae]y/i],
  ['black-white', /^(?:lineart|black|binary|halftone|monochrome|bw|b&w)/i],
];
const sourceWords: readonly (readonly [PaperSource, RegExp])[] = [
  ['duplex', /duplex|both|2.?sided/i],
  ['feeder', /adf|feeder|front|sheet/i],
  ['flatbed', /flatbed|glass|normal|platen/i],
];
/** Resolutions people choose from where a device takes any. */
const usualResolutions = [75, 100, 150, 200, 240, 300, 400, 600, 1_200];
/** Where a device does not say how large its paper may be: A4. */
const a4 = { widthMm: 210, heightMm: 297 };

function option(options: readonly SaneOption[], name: string): SaneOption | undefined {
  return options.find((each) => each.name === name);
}

/** The device's own word for a colour mode; null where it has none. */
export function modeWord(options: readonly SaneOption[], color: PageColor): string | null {
  const pattern = modeWords.find(([known]) => known === color)?.[1];
  return option(options, 'mode')?.values.find((value) => pattern?.test(value) === true) ?? null;
}

/** The paper source that a device's own word means; null where it is none of ours. */
function sourceOf(word: string): PaperSource | null {
  return sourceWords.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

/** The device's own word for a paper source; null where it has none. */
export function sourceWord(options: readonly SaneOption[], source: PaperSource): string | null {
  return option(options, 'source')?.values.find((value) => sourceOf(value) === source) ?? null;
}

function resolutionsOf(options: readonly SaneOption[]): readonly number[] {
  const resolution = option(options, 'resolution');
  if (resolution === undefined) return [];
  const { range } = resolution;
  if (range !== null) return usualResolutions.filter((dpi) => dpi >= range.least && dpi <= range.most);
  return resolution.values.map(Number).filter((dpi) => Number.isFinite(dpi) && dpi > 0);
}

/** What a device can do, from its options. One without a choice of sources is a flatbed, as far as anybody can tell. */
export function saneCapabilities(options: readonly SaneOption[]): ScannerCapabilities {
  const words = option(options, 'source')?.values ?? [];
  const sources = [...new Set(words.flatMap((word) => sourceOf(word) ?? []))];
  const colors = modeWords.flatMap(([color]) => (modeWord(options, color) === null ? [] : [color]));
  const widthMm = option(options, 'x')?.range?.most ?? a4.widthMm;
  const heightMm = option(options, 'y')?.range?.most ?? a4.heightMm;
  const usable = (name: string): boolean => option(options, name)?.inactive === false;
  return {
    sources: (sources.length === 0 ? (['flatbed'] as const) : sources).map((source) => ({
      source,
      resolutions: [...resolutionsOf(options)].sort((one, other) => one - other),
      colors: colors.length === 0 ? ['color'] : colors,
      widthMm,
      heightMm,
    })),
    brightness: usable('brightness'),
    contrast: usable('contrast'),
  };
}
