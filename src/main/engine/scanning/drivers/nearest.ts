import type { Outcome } from '../../../../shared/faults.ts';
import type { PageColor, PaperSource, ScannerCapabilities, ScanNote } from '../../../../shared/scanning.ts';
import { failure, success } from '../../faults/fault.ts';
import type { ScanRequest } from './driver.ts';

/** Colours to scan in for the wanted one, the best first: grey can be made of colour, but not colour of grey. */
const colorsFor: Readonly<Record<PageColor, readonly PageColor[]>> = {
  color: ['color'],
  grey: ['grey', 'color'],
  'black-white': ['black-white', 'grey', 'color'],
};

/** Sources that serve for the wanted one, the best first. A feeder with one eye can't give both sides. */
const sourcesFor: Readonly<Record<PaperSource, readonly PaperSource[]>> = {
  flatbed: ['flatbed', 'feeder'],
  feeder: ['feeder', 'flatbed'],
  duplex: ['duplex'],
};

/** The resolutions of a device (dots per inch): those of a list, or all of a range. */
export interface Resolutions {
  readonly values: readonly number[];
  readonly range: { readonly min: number; readonly max: number } | null;
}

/** The colour to scan in, of those a device has; null where what is asked for can't be made of any. */
export function nearestColor(asked: PageColor, colors: readonly PageColor[]): PageColor | null {
  return colorsFor[asked].find((each) => colors.includes(each)) ?? null;
}

/** The source to scan from, of those a device has; null where none will do. */
export function nearestSource(asked: PaperSource, sources: readonly PaperSource[]): PaperSource | null {
  return sourcesFor[asked].find((each) => sources.includes(each)) ?? null;
}

/** The resolution to scan with: what is asked for, else the next higher; null where a device has only lower ones. */
export function nearestResolution(asked: number, { values, range }: Resolutions): number | null {
  if (values.includes(asked)) return asked;
  if (range !== null && asked <= range.max) return Math.max(asked, range.min);
  const higher = values.filter((each) => each > asked);
  return higher.length === 0 ? null : Math.min(...higher);
}

/** Distance of the paper from the left edge of a feeder that is `maxMm` wide, mm; 0 on a glass. */
export function paperOffset({ source, align = 'left', widthMm }: ScanRequest, maxMm: number): number {
  const share = { left: 0, center: 0.5, right: 1 }[align];
  return source === 'flatbed' ? 0 : Math.max(0, maxMm - widthMm) * share;
}

/** Minimum of missing paper that is reported as clipped, mm. */
const clippedBy = 1;

/** The differences between the request of a profile and the request to the device. */
export function nearestNotes(asked: ScanRequest, done: ScanRequest): readonly ScanNote[] {
  const sizeOf = ({ widthMm, heightMm }: ScanRequest): { widthMm: number; heightMm: number } => ({ widthMm, heightMm });
  const isClipped = asked.widthMm - done.widthMm >= clippedBy || asked.heightMm - done.heightMm >= clippedBy;
  return [
    ...(asked.source === done.source ? [] : [{ about: 'source' as const, asked: asked.source, done: done.source }]),
    ...(asked.color === done.color ? [] : [{ about: 'color' as const, asked: asked.color, done: done.color }]),
    ...(asked.resolution === done.resolution
      ? []
      : [{ about: 'resolution' as const, asked: asked.resolution, done: done.resolution }]),
    ...(isClipped ? [{ about: 'paper' as const, asked: sizeOf(asked), done: sizeOf(done) }] : []),
  ];
}

/** The request that comes nearest to the wanted one by the capabilities of a device. `scanner-refused` where none can serve. */
export function nearestRequest(asked: ScanRequest, { sources }: ScannerCapabilities): Outcome<ScanRequest> {
  const all = sources.map(({ source }) => source);
  const place = sources.find(({ source }) => source === nearestSource(asked.source, all));
  if (place === undefined) return failure('scanner-refused', { setting: asked.source });
  const color = nearestColor(asked.color, place.colors);
  if (color === null) return failure('scanner-refused', { setting: asked.color });
  const resolution = nearestResolution(asked.resolution, { values: place.resolutions, range: null });
  if (resolution === null) return failure('scanner-refused', { setting: `${asked.resolution} dpi` });
  const [widthMm, heightMm] = [Math.min(asked.widthMm, place.widthMm), Math.min(asked.heightMm, place.heightMm)];
  return success({ ...asked, source: place.source, color, resolution, widthMm, heightMm });
}

/** The change that makes a scanned page what was asked for; absent: none. */
export function fittingOf(asked: ScanRequest, done: ScanRequest): { fit?: { scale: number; grey: boolean } } {
  const scale = asked.resolution / done.resolution;
  const grey = asked.color === 'grey' && done.color === 'color';
  return scale === 1 && !grey ? {} : { fit: { scale, grey } };
}
