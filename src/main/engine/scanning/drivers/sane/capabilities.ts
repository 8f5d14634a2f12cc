import {
  paperSources,
  type PageColor,
  type PaperSource,
  type ScannerCapabilities,
} from '../../../../../shared/scanning.ts';
import type { Resolutions } from '../nearest.ts';
import type { SaneOption } from './read-options.ts';

/** Backends name the same thing differently; these are the words of those in sane-backends 1.3, of makers' own and of sane-airscan. */
const modeWords: Readonly<Record<PageColor, RegExp>> = {
  color: /colou?r|rgb/i,
  grey: /gr[ae]y/i,
  'black-white': /lineart|black|binary|halftone|monochrome|bw|b&w|diffusion|dither/i,
};
/** Words of modes that have one bit a pixel, whatever else they are called ("Gray[Error Diffusion]"). */
const oneBit = /diffusion|halftone|dither/i;
/** Modes of second choice: they lose something, or give more bits than needed. */
const second = /\[|fast|16|48|halftone|diffusion|dither/i;
const sourceWords: readonly (readonly [PaperSource, RegExp])[] = [
  ['duplex', /duplex|both|2.?sided|double.?sided/i],
  ['feeder', /adf|feeder|front|sheet|automatic/i],
  ['flatbed', /flatbed|glass|normal|platen|table/i],
];
/** Sources that see no page, or the back of one alone. */
const otherSource = /back|transparen|negative|slide|card/i;
/** Options that only devices with a feeder have. */
const feederOption = /^(?:page-loaded|page-width|page-height|adf.*|.*feed.*|eject|load)$/i;
/** Resolutions people choose from where a device takes any. */
const usualResolutions = [75, 100, 150, 200, 240, 300, 400, 600, 1_200];
/** Where a device does not say how large its paper may be: A4. */
const a4 = { widthMm: 210, heightMm: 297 };

/** An option by the first of these names that a device lets one set. */
export function optionOf(options: readonly SaneOption[], ...names: readonly string[]): SaneOption | undefined {
  return names.flatMap((name) => options.find((each) => each.name === name && !each.inactive) ?? [])[0];
}

/** The device's own word for a colour mode; null where it has none. */
export function modeWord(options: readonly SaneOption[], color: PageColor): string | null {
  const isOne = (value: string): boolean => color === 'black-white' || !oneBit.test(value);
  const isOther = (value: string): boolean => color === 'black-white' && modeWords.color.test(value);
  const words = (optionOf(options, 'mode')?.values ?? []).filter(
    (value) => modeWords[color].test(value) && isOne(value) && !isOther(value),
  );
  return words.find((value) => !second.test(value)) ?? words[0] ?? null;
}

/** The colours that a device has; one without a choice has colour, as far as anybody can tell. */
export function colorsOf(options: readonly SaneOption[]): readonly PageColor[] {
  const colors = (['color', 'grey', 'black-white'] as const).filter((color) => modeWord(options, color) !== null);
  return colors.length === 0 ? ['color'] : colors;
}

/** How both sides, or one, are asked for at a device whose sources don't say it: by a switch, or by a list. */
function sidesOf(options: readonly SaneOption[]): { readonly both: string; readonly one: string } | null {
  const chosen = optionOf(options, 'adf-mode', 'adf_mode', 'duplex', 'sides');
  const both = chosen?.values.find((value) => /^(?:yes|on|duplex|both|.*two.?sided.*)$/i.test(value));
  const one = chosen?.values.find((value) => /^(?:no|off|simplex|none|.*(?:one|single).?sided.*)$/i.test(value));
  if (chosen === undefined || both === undefined || one === undefined) return null;
  return { both: `--${chosen.name}=${both}`, one: `--${chosen.name}=${one}` };
}

/**
 * The sources of a device, each with the arguments of `scanimage` that choose it. One without a choice is a glass, unless it has
 * options that only feeders have: a glass would be scanned again and again.
 */
export function sourceArguments(options: readonly SaneOption[]): ReadonlyMap<PaperSource, readonly string[]> {
  const words = optionOf(options, 'source')?.values ?? [];
  const found = new Map<PaperSource, readonly string[]>();
  for (const [source, pattern] of sourceWords) {
    const isMeant = (value: string): boolean => sourceWords.find(([, each]) => each.test(value))?.[0] === source;
    const own = words.find((value) => pattern.test(value) && isMeant(value) && !otherSource.test(value));
    if (own !== undefined) found.set(source, [`--source=${own}`]);
  }
  if (found.size === 0) found.set(options.some(({ name }) => feederOption.test(name)) ? 'feeder' : 'flatbed', []);
  const [feeder, sides] = [found.get('feeder'), sidesOf(options)];
  if (feeder !== undefined && sides !== null) {
    if (!found.has('duplex')) found.set('duplex', [...feeder, sides.both]);
    found.set('feeder', [...feeder, sides.one]);
  }
  return found;
}

/** The resolutions of a device; null where it lets nobody choose. */
export function resolutionsOf(options: readonly SaneOption[]): Resolutions | null {
  const resolution = optionOf(options, 'resolution', 'x-resolution');
  if (resolution === undefined) return null;
  const { range } = resolution;
  const listed = range === null ? resolution.values.map(Number) : usualResolutions;
  const values = listed.filter((dpi) => dpi > 0 && (range === null || (dpi >= range.min && dpi <= range.max)));
  return { values: values.sort((one, other) => one - other), range };
}

/** The largest paper of the source that is set, mm. How much pixels are hangs on a resolution that is not set yet. */
export function maxPaperSize(options: readonly SaneOption[]): { readonly widthMm: number; readonly heightMm: number } {
  const max = (name: string): number | undefined => {
    const option = optionOf(options, name);
    return option?.inPixels === true ? undefined : option?.range?.max;
  };
  return { widthMm: max('x') ?? a4.widthMm, heightMm: max('y') ?? a4.heightMm };
}

/** What a device can do, from its options. */
export function saneCapabilities(options: readonly SaneOption[]): ScannerCapabilities {
  const sources = sourceArguments(options);
  return {
    sources: paperSources
      .filter((source) => sources.has(source))
      .map((source) => ({
        source,
        resolutions: [...(resolutionsOf(options)?.values ?? [])],
        colors: [...colorsOf(options)],
        ...maxPaperSize(options),
      })),
    brightness: optionOf(options, 'brightness') !== undefined,
    contrast: optionOf(options, 'contrast') !== undefined,
  };
}
