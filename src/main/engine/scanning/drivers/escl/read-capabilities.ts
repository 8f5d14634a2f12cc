import type { PageColor, PaperSource, ScannerCapabilities } from '../../../../../shared/scanning.ts';
import type { Resolutions } from '../nearest.ts';
import { below, textBelow, type XmlElement } from './xml-tree.ts';

/** eSCL measures in 1/300 inch ("ThreeHundredthsOfInches"). */
export const unitsPerMm = 300 / 25.4;

/** The colour modes of eSCL (Mopria eSCL 2.97, ColorMode), of each colour the one that is asked for first. */
const colorModes: readonly (readonly [PageColor, string])[] = [
  ['black-white', 'BlackAndWhite1'],
  ['grey', 'Grayscale8'],
  ['grey', 'Grayscale16'],
  ['color', 'RGB24'],
  ['color', 'RGB48'],
];
const usualResolutions = [75, 100, 150, 200, 300, 400, 600, 1_200];
/** A4, for a device that does not say how large its paper may be: 210 by 297 mm. */
const a4 = { width: 2_480, height: 3_508 };
/** The version for devices that do not name one. */
const usualVersion = '2.6';

/** What a device can do from one place of paper; sizes in its own unit. */
export interface EsclSource {
  readonly source: PaperSource;
  /** Its word for each colour it has. */
  readonly modes: Readonly<Partial<Record<PageColor, string>>>;
  readonly resolutions: Resolutions;
  readonly width: number;
  readonly height: number;
}

/** A UUID as everybody writes it; devices write it as a URN, in braces and in capitals, too. */
export function plainUuid(text: string | null | undefined): string | null {
  return /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(text?.toLowerCase() ?? '')?.[0] ?? null;
}

/** The capabilities of a device, by its own account. */
export interface EsclCapabilities {
  readonly name: string | null;
  /** What stays when its address changes; null where it does not say. */
  readonly uuid: string | null;
  readonly version: string;
  readonly sources: readonly EsclSource[];
  readonly capabilities: ScannerCapabilities;
  /** Media types it can send pages as, and those it takes in the field that came with version 2.1. */
  readonly formats: readonly string[];
  readonly formatsExt: readonly string[];
  /** What scans may be meant for. */
  readonly intents: readonly string[];
  /** Bounds of its brightness and contrast; null where it has none. */
  readonly brightness: EsclRange | null;
  readonly contrast: EsclRange | null;
}

/** Bounds of a value, in the device's own unit, and what it takes by itself. */
export interface EsclRange {
  readonly min: number;
  readonly max: number;
  readonly normal: number;
}

function textsOf(element: XmlElement, name: string): readonly string[] {
  return [...new Set(below(element, name).map(({ text }) => text.trim()))];
}

function numbersOf(elements: readonly XmlElement[]): readonly number[] {
  return elements.map(({ text }) => Number(text.trim())).filter((value) => Number.isFinite(value) && value > 0);
}

function resolutionsOf(elements: readonly XmlElement[]): Resolutions {
  const all = (name: string): readonly XmlElement[] => elements.flatMap((each) => below(each, name));
  const listed = numbersOf(all('DiscreteResolution').flatMap((each) => below(each, 'XResolution')));
  const [wide] = all('XResolutionRange');
  const [min, max] = wide === undefined ? [] : ['Min', 'Max'].map((part) => Number(textBelow(wide, part)));
  const range = min !== undefined && max !== undefined && max >= min && min > 0 ? { min, max } : null;
  const usual = usualResolutions.filter((dpi) => range !== null && dpi >= range.min && dpi <= range.max);
  const values = [...new Set([...listed, ...usual])].sort((one, other) => one - other);
  return { values: values.length === 0 && range === null ? [300] : values, range };
}

/** A place of paper with the profiles it names: they stand in it, or once for all places under a name that it refers to. */
function sourceOf(source: PaperSource, element: XmlElement, root: XmlElement): EsclSource {
  const named = new Set(below(element, 'SettingProfile').flatMap(({ attributes }) => attributes['ref'] ?? []));
  const shared = below(root, 'SettingProfile').filter(({ attributes }) => named.has(attributes['name'] ?? ''));
  const told = [element, ...shared];
  const words = new Set(told.flatMap((each) => textsOf(each, 'ColorMode')));
  const modes: Partial<Record<PageColor, string>> = {};
  for (const [color, word] of colorModes) if (words.has(word)) modes[color] ??= word;
  const [width = a4.width] = numbersOf(below(element, 'MaxWidth'));
  const [height = a4.height] = numbersOf(below(element, 'MaxHeight'));
  return {
    source,
    modes: Object.keys(modes).length === 0 ? { color: 'RGB24' } : modes,
    resolutions: resolutionsOf(told),
    width,
    height,
  };
}

function rangeOf(element: XmlElement, name: string): EsclRange | null {
  const [range] = below(element, name);
  if (range === undefined) return null;
  const [min, max, normal] = ['Min', 'Max', 'Normal'].map((part) => Number(textBelow(range, part)));
  if (min === undefined || max === undefined || !(max > min)) return null;
  return {
    min,
    max,
    normal: normal !== undefined && normal >= min && normal <= max ? normal : (min + max) / 2,
  };
}

function colorsOf({ modes }: EsclSource): readonly PageColor[] {
  return (['black-white', 'grey', 'color'] as const).filter((color) => modes[color] !== undefined);
}

/** Reads `ScannerCapabilities`; null where that is not what the device sent. */
export function readEsclCapabilities(root: XmlElement | null): EsclCapabilities | null {
  if (root?.name !== 'ScannerCapabilities') return null;
  const of = (source: PaperSource, ...names: readonly string[]): readonly EsclSource[] =>
    names
      .flatMap((name) => below(root, name))
      .slice(0, 1)
      .map((element) => sourceOf(source, element, root));
  const sources = [
    ...of('flatbed', 'PlatenInputCaps'),
    // A device that always reads both sides can give one of them.
    ...of('feeder', 'AdfSimplexInputCaps', 'AdfDuplexInputCaps'),
    ...of('duplex', 'AdfDuplexInputCaps'),
  ];
  if (sources.length === 0) return null;
  const brightness = rangeOf(root, 'BrightnessSupport');
  const contrast = rangeOf(root, 'ContrastSupport');
  const version = textBelow(root, 'Version') ?? '';
  return {
    name: textBelow(root, 'MakeAndModel'),
    uuid: plainUuid(textBelow(root, 'UUID')),
    version: /^2\.\d+$/.test(version) ? version : usualVersion,
    sources,
    capabilities: {
      sources: sources.map((each) => ({
        source: each.source,
        resolutions: [...each.resolutions.values],
        colors: [...colorsOf(each)],
        widthMm: Math.round(each.width / unitsPerMm),
        heightMm: Math.round(each.height / unitsPerMm),
      })),
      brightness: brightness !== null,
      contrast: contrast !== null,
    },
    formats: textsOf(root, 'DocumentFormat'),
    formatsExt: textsOf(root, 'DocumentFormatExt'),
    intents: [...textsOf(root, 'Intent'), ...textsOf(root, 'SupportedIntent')],
    brightness,
    contrast,
  };
}
