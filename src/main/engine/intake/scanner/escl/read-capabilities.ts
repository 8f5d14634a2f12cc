import type { PageColor, PaperSource, ScannerCapabilities } from '../../../../../shared/scanning.ts';
import { below, textBelow, type XmlElement } from './xml-tree.ts';

/** eSCL measures in 1/300 inch ("ThreeHundredthsOfInches"). */
export const unitsPerMm = 300 / 25.4;

/** The colour modes of eSCL (Mopria eSCL 2.97, ColorMode). */
const colorModes: Readonly<Record<string, PageColor>> = {
  RGB24: 'color',
  RGB48: 'color',
  Grayscale8: 'grey',
  Grayscale16: 'grey',
  BlackAndWhite1: 'black-white',
};
const usualResolutions = [75, 100, 150, 200, 300, 400, 600, 1_200];
/** A4, for a device that does not say how large its paper may be: 210 by 297 mm. */
const a4 = { width: 2_480, height: 3_508 };

/** What a device said of itself. */
export interface EsclCapabilities {
  readonly name: string | null;
  readonly capabilities: ScannerCapabilities;
  /** Media types it can send pages as. */
  readonly formats: readonly string[];
  /** Bounds of its brightness and contrast; null where it has none. */
  readonly brightness: EsclRange | null;
  readonly contrast: EsclRange | null;
}

/** Bounds of a value, in the device's own unit, and what it takes by itself. */
export interface EsclRange {
  readonly least: number;
  readonly most: number;
  readonly normal: number;
}

type SourceCapabilities = ScannerCapabilities['sources'][number];

function numbersOf(elements: readonly XmlElement[]): readonly number[] {
  return elements.map(({ text }) => Number(text.trim())).filter((value) => Number.isFinite(value) && value > 0);
}

function resolutionsOf(element: XmlElement): readonly number[] {
  const listed = numbersOf(below(element, 'DiscreteResolution').flatMap((each) => below(each, 'XResolution')));
  if (listed.length > 0) return listed;
  const [range] = below(element, 'XResolutionRange');
  if (range === undefined) return [];
  const least = Number(textBelow(range, 'Min'));
  const most = Number(textBelow(range, 'Max'));
  return usualResolutions.filter((dpi) => dpi >= least && dpi <= most);
}

function sourceOf(source: PaperSource, element: XmlElement): SourceCapabilities {
  const colors = below(element, 'ColorMode').flatMap(({ text }) => colorModes[text.trim()] ?? []);
  const [width = a4.width] = numbersOf(below(element, 'MaxWidth'));
  const [height = a4.height] = numbersOf(below(element, 'MaxHeight'));
  const resolutions = [...new Set(resolutionsOf(element))].sort((one, other) => one - other);
  return {
    source,
    resolutions: resolutions.length === 0 ? [300] : resolutions,
    colors: colors.length === 0 ? ['color'] : [...new Set(colors)],
    widthMm: Math.round(width / unitsPerMm),
    heightMm: Math.round(height / unitsPerMm),
  };
}

function rangeOf(element: XmlElement, name: string): EsclRange | null {
  const [range] = below(element, name);
  if (range === undefined) return null;
  const [least, most, normal] = ['Min', 'Max', 'Normal'].map((part) => Number(textBelow(range, part)));
  if (least === undefined || most === undefined || !(most > least)) return null;
  return {
    least,
    most,
    normal: normal !== undefined && normal >= least && normal <= most ? normal : (least + most) / 2,
  };
}

/** Reads `ScannerCapabilities`; null where that is not what the device sent. */
export function readEsclCapabilities(root: XmlElement | null): EsclCapabilities | null {
  if (root?.name !== 'ScannerCapabilities') return null;
  const of = (source: PaperSource, name: string): readonly SourceCapabilities[] =>
    below(root, name)
      .slice(0, 1)
      .map((element) => sourceOf(source, element));
  // A simplex description is that of the feeder; one side may be all there is, or both.
  const sources = [
    ...of('flatbed', 'PlatenInputCaps'),
    ...of('feeder', 'AdfSimplexInputCaps'),
    ...of('duplex', 'AdfDuplexInputCaps'),
  ];
  if (sources.length === 0) return null;
  const brightness = rangeOf(root, 'BrightnessSupport');
  const contrast = rangeOf(root, 'ContrastSupport');
  return {
    name: textBelow(root, 'MakeAndModel'),
    capabilities: { sources, brightness: brightness !== null, contrast: contrast !== null },
    formats: [
      ...new Set(
        ['DocumentFormat', 'DocumentFormatExt'].flatMap((name) => below(root, name).map(({ text }) => text.trim())),
      ),
    ],
    brightness,
    contrast,
  };
}
