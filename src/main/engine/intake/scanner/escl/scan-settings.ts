import type { Outcome } from '../../../../../shared/faults.ts';
import type { PageColor } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { ScanRequest } from '../driver.ts';
import { unitsPerMm, type EsclCapabilities, type EsclRange } from './read-capabilities.ts';

const modes: Readonly<Record<PageColor, string>> = {
  color: 'RGB24',
  grey: 'Grayscale8',
  'black-white': 'BlackAndWhite1',
};

/** Pages come best as pictures: PDF would have to be taken apart again. PNG loses nothing, JPEG is what every device has. */
const formatsByColor: Readonly<Record<PageColor, readonly string[]>> = {
  color: ['image/jpeg', 'image/png', 'image/tiff'],
  grey: ['image/jpeg', 'image/png', 'image/tiff'],
  'black-white': ['image/png', 'image/tiff', 'image/jpeg'],
};

function valueIn(range: EsclRange, value: number): number {
  const room = value < 0 ? range.normal - range.least : range.most - range.normal;
  return Math.round(range.normal + (value / 100) * room);
}

/** The body of `POST ScanJobs` for a request; `scanner-refused` where the device has no such source, mode or resolution. */
export function scanSettings(device: EsclCapabilities, request: ScanRequest): Outcome<string> {
  const source = device.capabilities.sources.find((each) => each.source === request.source);
  if (source === undefined) return failure('scanner-refused', { setting: request.source });
  if (!source.colors.includes(request.color)) return failure('scanner-refused', { setting: request.color });
  if (!source.resolutions.includes(request.resolution)) {
    return failure('scanner-refused', { setting: `${request.resolution} dpi` });
  }
  const format = formatsByColor[request.color].find((each) => device.formats.includes(each)) ?? 'image/jpeg';
  const width = Math.round(Math.min(request.widthMm, source.widthMm) * unitsPerMm);
  const height = Math.round(Math.min(request.heightMm, source.heightMm) * unitsPerMm);
  const adjusted = (['Brightness', 'Contrast'] as const).flatMap((name) => {
    const range = name === 'Brightness' ? device.brightness : device.contrast;
    const value = name === 'Brightness' ? request.brightness : request.contrast;
    return range === null || value === 0 ? [] : [`<scan:${name}>${valueIn(range, value)}</scan:${name}>`];
  });
  return success(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<scan:ScanSettings xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">',
      '<pwg:Version>2.6</pwg:Version>',
      '<scan:Intent>Document</scan:Intent>',
      '<pwg:ScanRegions><pwg:ScanRegion>',
      '<pwg:ContentRegionUnits>escl:ThreeHundredthsOfInches</pwg:ContentRegionUnits>',
      `<pwg:XOffset>0</pwg:XOffset><pwg:YOffset>0</pwg:YOffset><pwg:Width>${width}</pwg:Width><pwg:Height>${height}</pwg:Height>`,
      '</pwg:ScanRegion></pwg:ScanRegions>',
      `<pwg:InputSource>${request.source === 'flatbed' ? 'Platen' : 'Feeder'}</pwg:InputSource>`,
      ...(request.source === 'flatbed' ? [] : [`<scan:Duplex>${request.source === 'duplex'}</scan:Duplex>`]),
      `<scan:ColorMode>${modes[request.color]}</scan:ColorMode>`,
      `<scan:XResolution>${request.resolution}</scan:XResolution><scan:YResolution>${request.resolution}</scan:YResolution>`,
      `<pwg:DocumentFormat>${format}</pwg:DocumentFormat><scan:DocumentFormatExt>${format}</scan:DocumentFormatExt>`,
      ...adjusted,
      '</scan:ScanSettings>',
    ].join('\n'),
  );
}
