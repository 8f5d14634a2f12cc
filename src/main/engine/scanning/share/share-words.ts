import { pageColors, type PaperSource, type ScannerCapabilities } from '../../../../shared/scanning.ts';
import type { ScanRequest } from '../drivers/driver.ts';
import { below, readXmlTree, textBelow } from '../drivers/escl/xml-tree.ts';
import { unitsPerMm } from '../drivers/escl/read-capabilities.ts';
import { nearestResolution, nearestSource } from '../drivers/nearest.ts';

/** Forms in which shared pages are given, the usual one first. */
export const shareFormats = ['image/jpeg', 'image/png', 'application/pdf'] as const;

/** What a client of a shared scanner asks for. */
export interface ShareOrder {
  /** From the corner of the paper to the far edges of what is asked for. */
  readonly request: ScanRequest;
  /** So much of it (shares of its width and height) is cut away on the left and above. */
  readonly from: { readonly left: number; readonly top: number };
  readonly format: (typeof shareFormats)[number];
}

/** How a shared scanner is called: what people see, and what stays. */
export interface ShareName {
  readonly name: string;
  readonly uuid: string;
}

/** Larger than any paper and any offset, in 1/300 inch. */
const maxUnits = 20_000;
/** Where a scanner lets nobody choose, dots per inch. */
const usualResolution = 300;

const namespaces =
  'xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm"';
const version = '<pwg:Version>2.6</pwg:Version>';

function escaped(text: string): string {
  return text.replace(/[&<>\p{Cc}]/gu, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? ' ');
}

function documentOf(name: string, parts: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<scan:${name} ${namespaces}>${version}${parts.join('')}</scan:${name}>\n`;
}

type Source = ScannerCapabilities['sources'][number];

function inputCaps(element: string, { resolutions, colors, widthMm, heightMm }: Source): string {
  const listed = resolutions.length === 0 ? [usualResolution] : resolutions;
  return [
    `<scan:${element}><scan:MinWidth>16</scan:MinWidth><scan:MaxWidth>${Math.floor(widthMm * unitsPerMm)}</scan:MaxWidth>`,
    `<scan:MinHeight>16</scan:MinHeight><scan:MaxHeight>${Math.floor(heightMm * unitsPerMm)}</scan:MaxHeight>`,
    '<scan:MaxScanRegions>1</scan:MaxScanRegions><scan:SettingProfiles><scan:SettingProfile><scan:ColorModes>',
    '<scan:ColorMode>Grayscale8</scan:ColorMode>',
    ...(colors.includes('color') ? ['<scan:ColorMode>RGB24</scan:ColorMode>'] : []),
    '</scan:ColorModes><scan:DocumentFormats>',
    ...shareFormats.map((format) => `<pwg:DocumentFormat>${format}</pwg:DocumentFormat>`),
    ...shareFormats.map((format) => `<scan:DocumentFormatExt>${format}</scan:DocumentFormatExt>`),
    '</scan:DocumentFormats><scan:SupportedResolutions><scan:DiscreteResolutions>',
    ...listed.map(
      (dpi) =>
        `<scan:DiscreteResolution><scan:XResolution>${dpi}</scan:XResolution><scan:YResolution>${dpi}</scan:YResolution></scan:DiscreteResolution>`,
    ),
    '</scan:DiscreteResolutions></scan:SupportedResolutions></scan:SettingProfile></scan:SettingProfiles>',
    `</scan:${element}>`,
  ].join('');
}

/** The `ScannerCapabilities` of a shared scanner (Mopria eSCL 2.97). Black and white is made by whoever asks for it, of grey. */
export function shareCapabilities({ name, uuid }: ShareName, { sources }: ScannerCapabilities): string {
  const capsOf = (element: string, wanted: PaperSource): string =>
    sources
      .filter(({ source }) => source === wanted)
      .map((source) => inputCaps(element, source))
      .join('');
  const glass = capsOf('PlatenInputCaps', 'flatbed');
  const feeder = capsOf('AdfSimplexInputCaps', 'feeder') + capsOf('AdfDuplexInputCaps', 'duplex');
  return documentOf('ScannerCapabilities', [
    `<pwg:MakeAndModel>${escaped(name)}</pwg:MakeAndModel><scan:UUID>${uuid}</scan:UUID>`,
    glass === '' ? '' : `<scan:Platen>${glass}</scan:Platen>`,
    feeder === '' ? '' : `<scan:Adf>${feeder}</scan:Adf>`,
  ]);
}

/** Its `ScannerStatus`; `feeder` is a state of eSCL's own. Jobs are not listed: they are their clients' alone. */
export function shareStatus(isWorking: boolean, feeder: string | null): string {
  return documentOf('ScannerStatus', [
    `<pwg:State>${isWorking ? 'Processing' : 'Idle'}</pwg:State>`,
    feeder === null ? '' : `<scan:AdfState>${feeder}</scan:AdfState>`,
  ]);
}

/** Reads `ScanSettings`; null where they are none, or ask for what can't be made of what the scanner has. */
export function readShareOrder(xml: string, { sources }: ScannerCapabilities): ShareOrder | null {
  const root = readXmlTree(xml);
  if (root?.name !== 'ScanSettings' || below(root, 'ScanRegion').length > 1) return null;
  const text = (name: string): string | null => textBelow(root, name);
  const isDuplex = text('Duplex') === 'true';
  const asked = text('InputSource') === 'Feeder' ? (isDuplex ? 'duplex' : 'feeder') : 'flatbed';
  const all = sources.map(({ source }) => source);
  // A feeder that sees both sides alone is a feeder, too.
  const named = nearestSource(asked, all) ?? nearestSource('duplex', all);
  const place = sources.find(({ source }) => source === named);
  if (place === undefined || (asked === 'duplex' && named !== 'duplex')) return null;
  const [left, top, width, height, resolution] = [
    Number(text('XOffset') ?? 0),
    Number(text('YOffset') ?? 0),
    Number(text('Width') ?? place.widthMm * unitsPerMm),
    Number(text('Height') ?? place.heightMm * unitsPerMm),
    Number(text('XResolution') ?? usualResolution),
  ];
  const isLength = (units: number): boolean => units >= 0 && units <= maxUnits;
  if (![left, top, width, height].every(isLength) || width === 0 || height === 0) return null;
  const { resolutions: values } = place;
  if (!Number.isInteger(resolution) || resolution <= 0) return null;
  if (values.length > 0 && nearestResolution(resolution, { values, range: null }) === null) return null;
  const mode = text('ColorMode') ?? 'RGB24';
  const wanted = mode.startsWith('RGB') ? pageColors : (['grey', 'color', 'black-white'] as const);
  const color = wanted.find((each) => place.colors.includes(each));
  const format = shareFormats.find((each) => each === (text('DocumentFormatExt') ?? text('DocumentFormat')));
  if (color === undefined) return null;
  const [right, bottom] = [left + width, top + height];
  return {
    request: {
      source: place.source,
      resolution,
      color: color === 'color' && !mode.startsWith('RGB') ? 'grey' : color,
      widthMm: right / unitsPerMm,
      heightMm: bottom / unitsPerMm,
      brightness: 0,
      contrast: 0,
      lossless: format === 'image/png',
    },
    from: { left: left / right, top: top / bottom },
    format: format ?? shareFormats[0],
  };
}
