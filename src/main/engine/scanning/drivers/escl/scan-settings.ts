import type { Outcome } from '../../../../../shared/faults.ts';
import type { PageColor, ScanNote } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { DrivenPage, ScanRequest } from '../driver.ts';
import { fittingOf, paperOffset, nearestColor, nearestNotes, nearestResolution, nearestSource } from '../nearest.ts';
import { unitsPerMm, type EsclCapabilities, type EsclRange, type EsclSource } from './read-capabilities.ts';

/**
 * Pages come best as pictures. PNG loses nothing, JPEG is what every device has; out of a PDF pages are taken byte for byte, so it
 * comes before a JPEG of black and white only where there is nothing else.
 */
const formatsByColor: Readonly<Record<PageColor, readonly string[]>> = {
  color: ['image/jpeg', 'image/png', 'image/tiff', 'application/pdf'],
  grey: ['image/jpeg', 'image/png', 'image/tiff', 'application/pdf'],
  'black-white': ['image/png', 'image/tiff', 'image/jpeg', 'application/pdf'],
};

/** A job as it can be offered to a device. */
export interface JobPlan {
  /** The body of `POST ScanJobs`. */
  readonly settings: string;
  readonly source: ScanRequest['source'];
  /** What is done otherwise than it was asked. */
  readonly notes: readonly ScanNote[];
  /** What is to be done with its pages afterwards. */
  readonly fit: Pick<DrivenPage, 'fit'>;
}

const losing = 'image/jpeg';

/** The formats to ask for, the best first. */
function formatsFor({ color, lossless }: ScanRequest): readonly string[] {
  const formats = formatsByColor[color];
  return lossless === true ? [...formats.filter((each) => each !== losing), losing] : formats;
}

function valueIn(range: EsclRange, value: number): number {
  const room = value < 0 ? range.normal - range.min : range.max - range.normal;
  return Math.round(range.normal + (value / 100) * room);
}

/**
 * The body of `POST ScanJobs`: fields that a device does not speak of are not sent, some refuse them. `must`: the paper is to be taken
 * to the letter, as some devices want it, and no device need know.
 */
function settingsOf(
  device: EsclCapabilities,
  place: EsclSource,
  done: ScanRequest,
  { size, must }: { readonly size: readonly number[]; readonly must: boolean },
): string {
  const offered = [...device.formats, ...device.formatsExt];
  const format = formatsFor(done).find((each) => offered.includes(each)) ?? 'image/jpeg';
  const adjusted = (['Brightness', 'Contrast'] as const).flatMap((name) => {
    const range = name === 'Brightness' ? device.brightness : device.contrast;
    const value = name === 'Brightness' ? done.brightness : done.contrast;
    return range === null || value === 0 ? [] : [`<scan:${name}>${valueIn(range, value)}</scan:${name}>`];
  });
  const hasBothSides = device.sources.some(({ source }) => source === 'duplex');
  const offset = Math.floor(paperOffset(done, place.width / unitsPerMm) * unitsPerMm);
  const isGlass = done.source === 'flatbed';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<scan:ScanSettings xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">',
    `<pwg:Version>${device.version}</pwg:Version>`,
    ...(device.intents.includes('Document') ? ['<scan:Intent>Document</scan:Intent>'] : []),
    `<pwg:ScanRegions${must ? ' pwg:MustHonor="true"' : ''}><pwg:ScanRegion>`,
    '<pwg:ContentRegionUnits>escl:ThreeHundredthsOfInches</pwg:ContentRegionUnits>',
    `<pwg:XOffset>${offset}</pwg:XOffset><pwg:YOffset>0</pwg:YOffset><pwg:Width>${size[0]}</pwg:Width><pwg:Height>${size[1]}</pwg:Height>`,
    '</pwg:ScanRegion></pwg:ScanRegions>',
    `<pwg:InputSource>${isGlass ? 'Platen' : 'Feeder'}</pwg:InputSource>`,
    ...(isGlass || !hasBothSides ? [] : [`<scan:Duplex>${done.source === 'duplex'}</scan:Duplex>`]),
    `<scan:ColorMode>${place.modes[done.color] ?? 'RGB24'}</scan:ColorMode>`,
    `<scan:XResolution>${done.resolution}</scan:XResolution><scan:YResolution>${done.resolution}</scan:YResolution>`,
    ...(device.formatsExt.length > 0 && !device.formats.includes(format)
      ? []
      : [`<pwg:DocumentFormat>${format}</pwg:DocumentFormat>`]),
    ...(device.formatsExt.includes(format) ? [`<scan:DocumentFormatExt>${format}</scan:DocumentFormatExt>`] : []),
    ...adjusted,
    '</scan:ScanSettings>',
  ].join('\n');
}

/**
 * How a request can be offered to a device, the best first; a device that refuses a colour which it named is offered the next one.
 * `scanner-refused` where it has nothing of which what is asked for could be made.
 */
export function planJobs(device: EsclCapabilities, request: ScanRequest): Outcome<readonly [JobPlan, ...JobPlan[]]> {
  const named = nearestSource(
    request.source,
    device.sources.map(({ source }) => source),
  );
  const place = device.sources.find(({ source }) => source === named);
  if (place === undefined) return failure('scanner-refused', { setting: request.source });
  const resolution = nearestResolution(request.resolution, place.resolutions);
  if (resolution === null) return failure('scanner-refused', { setting: `${request.resolution} dpi` });
  const size = [
    Math.min(Math.round(request.widthMm * unitsPerMm), place.width),
    Math.min(Math.round(request.heightMm * unitsPerMm), place.height),
  ] as const;
  const rests = (['black-white', 'grey', 'color'] as const).map((_, index, all) =>
    all.slice(index).filter((color) => place.modes[color] !== undefined),
  );
  const colors = [...new Set(rests.flatMap((rest) => nearestColor(request.color, rest) ?? []))];
  const [first, ...others] = colors.flatMap((color, at) =>
    [false, ...(at === 0 ? [true] : [])].map((must): JobPlan => {
      const [widthMm, heightMm] = [size[0] / unitsPerMm, size[1] / unitsPerMm];
      const done = { ...request, source: place.source, resolution, color, widthMm, heightMm };
      return {
        settings: settingsOf(device, place, done, { size, must }),
        source: place.source,
        notes: nearestNotes(request, done),
        fit: fittingOf(request, done),
      };
    }),
  );
  return first === undefined
    ? failure('scanner-refused', { setting: request.color })
    : success([first, ...others] as const);
}
