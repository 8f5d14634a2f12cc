import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { rename, rm } from '../../../platform/disk/patient-files.ts';
import type { Outcome } from '../../../../../shared/faults.ts';
import type { ScannerView } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { Raster } from '../../pages/analysis/raster.ts';
import type { DrivenPage, PageTaker, ScannerDriver, ScanRequest } from '../driver.ts';
import { pagesOfFile } from '../pages-of-file.ts';
import { saneCapabilities } from './capabilities.ts';
import { readSaneOptions, type SaneOption } from './read-options.ts';
import { batchEnded, saneFault } from './sane-faults.ts';
import {
  askScanimage,
  maxErrors,
  startProgram,
  textOf,
  type SanePatience,
  type SanePrograms,
  type StartedProgram,
} from './sane-programs.ts';
import { chosenSource, planScan, type SanePlan } from './scan-arguments.ts';

/** `scanimage` says this when a call to the driver failed: it ends then. */
const failedCall = /\bsane_(start|read|open|control_option|get_parameters): /u;

const usualPatience: SanePatience = { endMs: 20_000, silenceMs: 30_000, warmUpMs: 90_000 };

/** Dots from left to right of a page that is compared with the one before: some 200 dpi of A4, at which each digit is another. */
const comparedWidth = 1_700;
/** So many pages in a row that are alike end a run from what may be a glass. */
const maxAlike = 3;
/** How `scanimage` says how far a page is; of one whose length nobody knows it says that alone. */
const measured = /^Progress: \d/;

/** The format in which `scanimage -f` is asked for its devices: name, vendor and model, with tabs between. */
const listFormat = '%d\t%v\t%m%n';

/** Reads the list of devices in {@link listFormat}. Lines that are no device are passed over. */
function readScannerList(output: string): readonly ScannerView[] {
  return output.split('\n').flatMap((line) => {
    const [device, vendor, model] = line.split('\t');
    if (device === undefined || device === '' || vendor === undefined || model === undefined) return [];
    const maker = vendor === 'Noname' ? '' : vendor;
    const name = model.startsWith(maker) ? model : `${maker} ${model}`;
    return [{ id: `sane:${device}`, driver: 'sane', name: name.trim() === '' ? device : name.trim() }];
  });
}

/** The options of a device once `set` is set. A device that says nothing for so long is off. */
async function optionsOf(
  programs: SanePrograms,
  device: string,
  set: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<readonly SaneOption[]>> {
  const limit = AbortSignal.timeout(programs.patience.silenceMs);
  const args = [`--device-name=${device}`, ...set, '-A'];
  const answer = await askScanimage(programs, args, AbortSignal.any([signal, limit]));
  if (answer === null) return failure('scanner-software-missing', { program: 'scanimage' });
  const options = readSaneOptions(answer.output);
  if (options.length > 0) return success(options);
  if (limit.aborted) return failure('scanner-off', {}, 'no answer');
  const problem = saneFault(answer.errors, answer.status, 0);
  return problem === null ? success(options) : { ok: false, fault: problem };
}

/** The source to scan from, and the options of the device once it is set: they are others than before. */
async function placeOf(programs: SanePrograms, device: string, asked: ScanRequest['source'], signal: AbortSignal) {
  const before = await optionsOf(programs, device, [], signal);
  if (!before.ok) return before;
  const chosen = chosenSource(before.value, asked);
  if (!chosen.ok) return chosen;
  if (chosen.value.args.length === 0) return success({ chosen: chosen.value, options: before.value });
  const options = await optionsOf(programs, device, chosen.value.args, signal);
  return options.ok ? success({ chosen: chosen.value, options: options.value }) : options;
}

/**
 * Hands each page over as its name appears. What may be a glass (`isUnsure`) is asked for each page, and for no more after three that
 * are alike: nothing is drawn in then that nobody takes. It draws the next one in meanwhile, unless that may be one too many.
 */
async function takePages({ stdin, stdout }: ChildProcessWithoutNullStreams, taker: PageTaker, plan: SanePlan) {
  const ask = (): boolean => plan.isUnsure && stdin.write('\n');
  let [pages, alike, isEnded]: [number, number, boolean] = [0, 1, false];
  let before: Raster | null = null;
  ask();
  for await (const path of createInterface({ input: stdout })) {
    const isHeld = alike === maxAlike - 1;
    if (!isHeld) ask();
    const page = await packed(path, pages + 1);
    if (plan.isUnsure) {
      const { isSamePicture, readRaster } = await import('../../pages/analysis/raster.ts');
      const seen = await readRaster(page.path, comparedWidth).catch(() => null);
      alike = seen !== null && before !== null && isSamePicture(seen, before) ? alike + 1 : 1;
      before = seen;
    }
    await taker.take({ ...page, ...plan.fit });
    pages += 1;
    if (!isHeld) continue;
    if (alike < maxAlike) ask();
    else {
      isEnded = true;
      stdin.end();
    }
  }
  return { pages, isEnded };
}

/** Reads the error output of a run to its end, and kills a run that gets nowhere. */
function watchErrors({ child, mustEnd }: StartedProgram, { silenceMs, warmUpMs }: SanePatience) {
  let lastSign = '';
  let isSilent = false;
  let timer = setTimeout(kill, warmUpMs);
  function kill(): void {
    isSilent = true;
    child.kill('SIGKILL');
  }
  const errors = textOf(child.stderr, maxErrors, (text) => {
    const sign = lastLine(text);
    // A remote `saned` that has gone leaves `scanimage` repeating the same progress for ever.
    if (sign === lastSign) return;
    lastSign = sign;
    clearTimeout(timer);
    if (failedCall.test(text) || batchEnded.test(text)) mustEnd();
    else timer = setTimeout(kill, measured.test(sign) ? silenceMs : warmUpMs);
  });
  return {
    errors,
    isSilent: () => isSilent,
    end: () => {
      clearTimeout(timer);
    },
  };
}

async function scan(
  programs: SanePrograms,
  device: string,
  request: ScanRequest,
  taker: PageTaker,
  signal: AbortSignal,
): Promise<Outcome<{ readonly pages: number }>> {
  const isStopped = (): boolean => signal.aborted;
  const place = await placeOf(programs, device, request.source, signal);
  if (isStopped()) return success({ pages: 0 });
  if (!place.ok) return place;
  const { options, chosen } = place.value;
  const plan = planScan(device, options, chosen, request, taker.folder);
  if (!plan.ok) return plan;
  const hidden = (text: string): string => text.replaceAll(taker.folder, 'FOLDER');
  taker.trace?.({ options });
  taker.trace?.({ program: plan.value.args.map(hidden) });
  const started = await startProgram(programs, 'scanimage', plan.value.args, signal);
  if (started === null) return failure('scanner-software-missing', { program: 'scanimage' });
  for (const note of plan.value.notes) taker.note(note);
  const { child, ended, stop } = started;
  const watch = watchErrors(started, programs.patience);
  let taken;
  try {
    taken = await takePages(child, taker, plan.value);
  } catch (error) {
    // A page could not be taken: the device must not go on.
    stop();
    throw error;
  } finally {
    await ended.finally(watch.end);
  }
  const { pages, isEnded } = taken;
  const errors = await watch.errors;
  taker.trace?.({ said: hidden(errors), status: child.exitCode });
  if (isEnded) {
    taker.note({ about: 'source', asked: request.source, done: chosen.source, unsure: true });
    return success({ pages });
  }
  if (watch.isSilent()) return failure('scanner-off', {}, 'silent in the middle of a run');
  if (isStopped()) return success({ pages });
  // SANE's own client for other computers crashes where the other end goes between two pages.
  if (child.exitCode === null && device.startsWith('net:') && !batchEnded.test(errors)) {
    return failure('scanner-off', {}, 'the driver crashed');
  }
  const problem = saneFault(errors, child.exitCode, pages);
  return problem === null ? success({ pages }) : { ok: false, fault: problem };
}

/**
 * Scanners through SANE's own `scanimage` (Debian: sane-utils). `environment` is that of the process with what tests need of their
 * own (`SANE_CONFIG_DIR`).
 */
export function createSaneDriver(environment: NodeJS.ProcessEnv, patience = usualPatience): ScannerDriver {
  const programs: SanePrograms = { env: { ...environment, LC_ALL: 'C' }, patience };
  return {
    name: 'sane',
    async list(signal) {
      const answer = await askScanimage(programs, ['-f', listFormat], signal);
      return success(answer === null ? [] : readScannerList(answer.output));
    },
    async capabilities(scannerId, signal) {
      const options = await optionsOf(programs, deviceOf(scannerId), [], signal);
      return options.ok ? success(saneCapabilities(options.value)) : options;
    },
    scan: (scannerId, ...run) => scan(programs, deviceOf(scannerId), ...run),
  };
}

/** The last whole line of a text; progress is written over itself. */
function lastLine(text: string): string {
  return text.split(/[\r\n]+/).at(-2) ?? '';
}

/** A page as it is kept: packed, with no more than 8 bits a sample. One that can't be packed is a page all the same. */
async function packed(path: string, number: number): Promise<DrivenPage> {
  if (extname(path) !== '.tif') return { path, mediaType: 'image/png' };
  const folder = dirname(path);
  const [page] = (await pagesOfFile(path, folder, () => `taken-${number}`)) ?? [];
  if (page === undefined) return { path, mediaType: 'image/tiff' };
  const named = join(folder, `page-${number}.png`);
  await rename(page.path, named);
  await rm(path, { force: true });
  return { path: named, mediaType: page.mediaType };
}

function deviceOf(scannerId: string): string {
  return scannerId.replace(/^sane:/, '');
}
