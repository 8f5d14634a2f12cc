import { join } from 'node:path';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { ScanRequest } from '../driver.ts';
import { modeWord, sourceWord } from './capabilities.ts';
import type { SaneOption } from './read-options.ts';

/** The range of our brightness and contrast. */
const ours = 100;

function scaled(option: SaneOption, value: number): string {
  const { least, most } = option.range ?? { least: -ours, most: ours };
  const middle = (least + most) / 2;
  return String(Math.round(middle + (value / ours) * ((most - least) / 2)));
}

/**
 * The command line of `scanimage` for a request, after the device's own options. `scanner-refused` where the device has no such
 * source, mode or resolution: it would silently take another one.
 */
export function scanArguments(
  device: string,
  options: readonly SaneOption[],
  request: ScanRequest,
  folder: string,
): Outcome<readonly string[]> {
  const named = (name: string): SaneOption | undefined => options.find((each) => each.name === name);
  const args = [`--device-name=${device}`, '--format=png', `--batch=${join(folder, 'page-%d.png')}`, '--batch-print'];
  const source = sourceWord(options, request.source);
  if (source !== null) args.push(`--source=${source}`);
  else if (request.source !== 'flatbed' || named('source') !== undefined) {
    return failure('scanner-refused', { setting: request.source });
  }
  const mode = modeWord(options, request.color);
  if (mode !== null) args.push(`--mode=${mode}`);
  else if (named('mode') !== undefined) return failure('scanner-refused', { setting: request.color });
  const resolution = named('resolution');
  if (resolution !== undefined) {
    const { range, values } = resolution;
    const possible =
      range === null
        ? values.length === 0 || values.includes(String(request.resolution))
        : request.resolution >= range.least && request.resolution <= range.most;
    if (!possible) return failure('scanner-refused', { setting: `${request.resolution} dpi` });
    args.push(`--resolution=${request.resolution}`);
  }
  for (const [name, millimetres] of [
    ['x', request.widthMm],
    ['y', request.heightMm],
  ] as const) {
    const most = named(name)?.range?.most;
    if (most !== undefined) args.push(`-${name}`, String(Math.min(most, millimetres)));
  }
  for (const name of ['brightness', 'contrast'] as const) {
    const option = named(name);
    if (option !== undefined && !option.inactive && request[name] !== 0) {
      args.push(`--${name}=${scaled(option, request[name])}`);
    }
  }
  if (request.source === 'flatbed') args.push('--batch-count=1');
  else if (request.pages !== undefined) args.push(`--batch-count=${request.pages}`);
  return success(args);
}
