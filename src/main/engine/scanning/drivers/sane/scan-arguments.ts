import { join } from 'node:path';
import type { Outcome } from '../../../../../shared/faults.ts';
import type { ScanNote } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { DrivenPage, ScanRequest } from '../driver.ts';
import { fittingOf, nearestColor, nearestNotes, nearestResolution, nearestSource, paperOffset } from '../nearest.ts';
import { colorsOf, maxPaperSize, modeWord, optionOf, resolutionsOf, sourceArguments } from './capabilities.ts';
import type { SaneOption } from './read-options.ts';

/** The range of our brightness and contrast. */
const ours = 100;

/** A run as it is asked of `scanimage`. */
export interface SanePlan {
  readonly args: readonly string[];
  /** What is done otherwise than it was asked. */
  readonly notes: readonly ScanNote[];
  /** Nobody knows whether the device is a feeder, nor how many pages it has: it waits for a new line before each. */
  readonly isUnsure: boolean;
  /** What is to be done with its pages afterwards. */
  readonly fit: Pick<DrivenPage, 'fit'>;
}

function isSource({ name }: SaneOption): boolean {
  return name === 'source';
}

function scaled(option: SaneOption, value: number): string {
  const { min, max } = option.range ?? { min: -ours, max: ours };
  const middle = (min + max) / 2;
  return String(Math.round(middle + (value / ours) * ((max - min) / 2)));
}

/** The source to scan from with the arguments that choose it. `scanner-refused` where none will do. */
export function chosenSource(
  options: readonly SaneOption[],
  asked: ScanRequest['source'],
): Outcome<{ readonly source: ScanRequest['source']; readonly args: readonly string[] }> {
  const sources = sourceArguments(options);
  const source = nearestSource(asked, [...sources.keys()]);
  const args = source === null ? undefined : sources.get(source);
  return source === null || args === undefined
    ? failure('scanner-refused', { setting: asked })
    : success({ source, args });
}

/** Options that a profile sets by their own names; only those the device has: `scanimage` has others, which name files. */
function freeArguments(options: readonly SaneOption[], free: ScanRequest['options']): Outcome<readonly string[]> {
  const named = Object.entries(free ?? {});
  // An option that is inactive now may become active with the mode.
  const unknown = named.find(([name]) => options.every((each) => each.name !== name));
  if (unknown !== undefined) return failure('scanner-refused', { setting: unknown[0] });
  return success(named.map(([name, value]) => (name.length === 1 ? `-${name}=${value}` : `--${name}=${value}`)));
}

/**
 * The command line of `scanimage` for a request. `options` are those that the device has once its source is set: what it takes and
 * how large its paper may be hangs on that. `scanner-refused` where it has nothing of which what is asked for could be made.
 */
export function planScan(
  device: string,
  options: readonly SaneOption[],
  chosen: { readonly source: ScanRequest['source']; readonly args: readonly string[] },
  request: ScanRequest,
  folder: string,
): Outcome<SanePlan> {
  const color = nearestColor(request.color, colorsOf(options));
  if (color === null && optionOf(options, 'mode') !== undefined) {
    return failure('scanner-refused', { setting: request.color });
  }
  const resolutions = resolutionsOf(options);
  const resolution = resolutions === null ? request.resolution : nearestResolution(request.resolution, resolutions);
  if (resolution === null) return failure('scanner-refused', { setting: `${request.resolution} dpi` });
  const free = freeArguments(options, request.options);
  if (!free.ok) return free;
  const max = maxPaperSize(options);
  const done: ScanRequest = {
    ...request,
    source: chosen.source,
    color: color ?? request.color,
    resolution,
    widthMm: Math.min(request.widthMm, max.widthMm),
    heightMm: Math.min(request.heightMm, max.heightMm),
  };
  const set = (value: number, ...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const option = optionOf(options, name);
      const said = option?.inPixels === true ? Math.round((value / 25.4) * done.resolution) : value;
      return option === undefined ? [] : name.length === 1 ? [`-${name}`, String(said)] : [`--${name}=${said}`];
    });
  const mode = modeWord(options, done.color);
  const hasEightBits = optionOf(options, 'depth')?.values.includes('8') === true && done.color !== 'black-white';
  const adjusted = (['brightness', 'contrast'] as const).flatMap((name) => {
    const option = optionOf(options, name);
    return option === undefined || request[name] === 0 ? [] : [`--${name}=${scaled(option, request[name])}`];
  });
  // A device that takes the width of the paper finds its place itself.
  const offset = optionOf(options, 'page-width') === undefined ? paperOffset(done, max.widthMm) : 0;
  // A driver without a choice of sources may stand for a feeder all the same.
  const mayFeed = request.source === 'feeder' && chosen.source === 'flatbed' && !options.some(isSource);
  const count = chosen.source === 'flatbed' && !mayFeed ? 1 : request.pages;
  const isUnsure = mayFeed && count === undefined;
  return success({
    args: [
      `--device-name=${device}`,
      // The one format in which `scanimage` writes pages whose length nobody knows before they end, or that come in three passes.
      '--format=tiff',
      `--batch=${join(folder, 'page-%d.tif')}`,
      '--batch-print',
      '--progress',
      ...chosen.args,
      ...(mode === null ? [] : [`--mode=${mode}`]),
      ...(hasEightBits ? ['--depth=8'] : []),
      ...set(
        resolution,
        ...(optionOf(options, 'resolution') === undefined ? ['x-resolution', 'y-resolution'] : ['resolution']),
      ),
      ...set(done.widthMm, 'page-width'),
      ...set(done.heightMm, 'page-height'),
      ...(offset > 0 ? set(offset, 'l') : []),
      ...set(done.widthMm, 'x'),
      ...set(done.heightMm, 'y'),
      ...adjusted,
      ...free.value,
      ...(count === undefined ? [] : [`--batch-count=${count}`]),
      ...(isUnsure ? ['--batch-prompt'] : []),
    ],
    notes: nearestNotes(request, done).filter(({ about }) => !mayFeed || about !== 'source'),
    isUnsure,
    fit: fittingOf(request, done),
  });
}
