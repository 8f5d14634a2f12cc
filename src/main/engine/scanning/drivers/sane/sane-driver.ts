import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { rename, rm } from '../../../platform/disk/patient-files.ts';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';
import { diskFault } from '../../disk-fault.ts';
import type { Raster } from '../../pages/analysis/raster.ts';
import type { DrivenPage, PageTaker, ScannerDriver, ScanRequest } from '../driver.ts';
import { saneCapabilities } from './capabilities.ts';
import { listFormat, readScannerList } from './read-list.ts';
import { readSaneOptions, type SaneOption } from './read-options.ts';
import { batchEnded, saneFault } from './sane-faults.ts';
import { chosenSource, planScan, type SanePlan } from './scan-arguments.ts';

/** Most that is kept of the error output of a run, characters. */
const mostErrors = 20_000;
/** What `scanimage` says when a call to the driver failed: it ends then. */
const failedCall = /\bsane_(start|read|open|control_option|get_parameters): /u;

/** How long a device is waited for, ms. */
export interface SanePatience {
  /** Until one that failed, or was told to stop, ends by itself: drivers exist that never return from their end. */
  readonly endMs: number;
  /** While it gets nowhere in the middle of a page: then its other end has gone. */
  readonly silenceMs: number;
  /** The same before its first sign of a page, and where it does not say how far a page is: a lamp warms up. */
  readonly warmUpMs: number;
}

const usualPatience: SanePatience = { endMs: 20_000, silenceMs: 30_000, warmUpMs: 90_000 };

/** How long a question that was answered may take to end, ms: it has nothing at the device to be brought to an end. */
const answerEndMs = 500;
/** Dots from left to right of a page that is compared with the one before: some 200 dpi of A4, at which each digit is another. */
const comparedWidth = 1_700;
/** So many pages in a row that are alike end a run from what may be a glass. */
const mostAlike = 3;
/** How `scanimage` says how far a page is; of one whose length nobody knows it says that alone. */
const measured = /^Progress: \d/;

interface Run {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

async function textOf(stream: Readable, most: number, onText?: (text: string) => void): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    text = (text + String(chunk)).slice(-most);
    onText?.(text);
  }
  return text;
}

/**
 * Scanners through SANE's own `scanimage` (Debian: sane-utils). `environment` is that of the process with what tests need of their
 * own (`SANE_CONFIG_DIR`).
 */
export function createSaneDriver(environment: NodeJS.ProcessEnv, patience = usualPatience): ScannerDriver {
  const env = { ...environment, LC_ALL: 'C' };

  /** Starts a program; null where it is not on this computer. SIGTERM lets `scanimage` tell the device to stop. */
  async function start(program: string, args: readonly string[], signal: AbortSignal, patienceToEnd = patience.endMs) {
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    // One that ended hears nothing more.
    child.stdin.on('error', () => undefined);
    let ending: NodeJS.Timeout | undefined;
    const mustEnd = (): void => {
      ending ??= setTimeout(() => child.kill('SIGKILL'), patienceToEnd);
    };
    const stop = (): void => {
      child.kill('SIGTERM');
      child.stdin.end();
      mustEnd();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const ended = once(child, 'close').finally(() => {
      signal.removeEventListener('abort', stop);
      clearTimeout(ending);
    });
    // Awaited by whoever reads the run to its end; a program that is not there is told below.
    ended.catch(() => undefined);
    try {
      await once(child, 'spawn');
    } catch {
      return null;
    }
    return { child, ended, stop, mustEnd };
  }

  /**
   * Asks `scanimage` a question. Its answer is whole when it ends, or when no more comes of it: a driver that never returns from its
   * end keeps what was answered unless each line is written at once.
   */
  async function run(args: readonly string[], signal: AbortSignal): Promise<Run | null> {
    const [answered, ending] = [new AbortController(), Math.min(patience.endMs, answerEndMs)];
    const given = AbortSignal.any([signal, answered.signal]);
    const started =
      (await start('stdbuf', ['-oL', 'scanimage', ...args], given, ending)) ??
      (await start('scanimage', args, given, ending));
    if (started === null) return null;
    const { child, ended } = started;
    let timer: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        answered.abort();
      }, patience.endMs / 4);
    };
    const [output, errors] = await Promise.all([
      textOf(child.stdout, 1_000_000, settle),
      textOf(child.stderr, mostErrors),
    ]);
    await ended;
    clearTimeout(timer);
    // As `stdbuf` and the shell say that there is no such program.
    return child.exitCode === 127 ? null : { status: child.exitCode, output, errors };
  }

  /** The options of a device once `set` is set. Who says nothing for so long is off. */
  async function optionsOf(
    device: string,
    set: readonly string[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly SaneOption[]>> {
    const limit = AbortSignal.timeout(patience.silenceMs);
    const answer = await run([`--device-name=${device}`, ...set, '-A'], AbortSignal.any([signal, limit]));
    if (answer === null) return failure('scanner-software-missing', { program: 'scanimage' });
    const options = readSaneOptions(answer.output);
    if (options.length > 0) return success(options);
    if (limit.aborted) return failure('scanner-off', {}, 'no answer');
    const problem = saneFault(answer.errors, answer.status, 0);
    return problem === null ? success(options) : { ok: false, fault: problem };
  }

  /** The source to scan from, and the options that the device has once it is set: others than before. */
  async function placeOf(device: string, asked: ScanRequest['source'], signal: AbortSignal) {
    const before = await optionsOf(device, [], signal);
    if (!before.ok) return before;
    const chosen = chosenSource(before.value, asked);
    if (!chosen.ok || chosen.value.args.length === 0) {
      return chosen.ok ? success({ chosen: chosen.value, options: before.value }) : chosen;
    }
    const options = await optionsOf(device, chosen.value.args, signal);
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
      const isHeld = alike === mostAlike - 1;
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
      if (alike < mostAlike) ask();
      else {
        isEnded = true;
        stdin.end();
      }
    }
    return { pages, isEnded };
  }

  return {
    name: 'sane',
    async list(signal) {
      const answer = await run(['-f', listFormat], signal);
      return success(answer === null ? [] : readScannerList(answer.output));
    },
    async capabilities(scannerId, signal) {
      const options = await optionsOf(deviceOf(scannerId), [], signal);
      return options.ok ? success(saneCapabilities(options.value)) : options;
    },
    async scan(scannerId, request, taker, signal) {
      const device = deviceOf(scannerId);
      const isStopped = (): boolean => signal.aborted;
      const place = await placeOf(device, request.source, signal);
      if (isStopped()) return success({ pages: 0 });
      if (!place.ok) return place;
      const plan = planScan(device, place.value.options, place.value.chosen, request, taker.folder);
      if (!plan.ok) return plan;
      const hidden = (text: string): string => text.replaceAll(taker.folder, 'FOLDER');
      taker.trace?.({ options: place.value.options });
      taker.trace?.({ program: plan.value.args.map(hidden) });
      const started = await start('scanimage', plan.value.args, signal);
      if (started === null) return failure('scanner-software-missing', { program: 'scanimage' });
      for (const note of plan.value.notes) taker.note(note);
      const { child, ended, stop, mustEnd } = started;
      const silence = { isTooLong: false, sign: '', timer: setTimeout(tooLong, patience.warmUpMs) };
      function tooLong(): void {
        silence.isTooLong = true;
        child.kill('SIGKILL');
      }
      const errors = textOf(child.stderr, mostErrors, (text) => {
        const sign = lastLine(text);
        // A remote `saned` that has gone leaves `scanimage` saying for ever how far it is.
        if (sign === silence.sign) return;
        silence.sign = sign;
        clearTimeout(silence.timer);
        if (failedCall.test(text) || batchEnded.test(text)) mustEnd();
        else silence.timer = setTimeout(tooLong, measured.test(sign) ? patience.silenceMs : patience.warmUpMs);
      });
      let taken;
      try {
        taken = await takePages(child, taker, plan.value);
      } catch (error) {
        // A page could not be taken: the device must not go on.
        stop();
        throw error;
      } finally {
        await ended.finally(() => clearTimeout(silence.timer));
      }
      const { pages, isEnded } = taken;
      taker.trace?.({ said: hidden(await errors), status: child.exitCode });
      if (isEnded) {
        taker.note({ about: 'source', asked: request.source, done: place.value.chosen.source, unsure: true });
        return success({ pages });
      }
      if (silence.isTooLong) return failure('scanner-off', {}, 'silent in the middle of a run');
      if (isStopped()) return success({ pages });
      // SANE's own client for other computers crashes where the other end goes between two pages.
      if (child.exitCode === null && device.startsWith('net:') && !batchEnded.test(await errors)) {
        return failure('scanner-off', {}, 'the driver crashed');
      }
      const problem = saneFault(await errors, child.exitCode, pages);
      return problem === null ? success({ pages }) : { ok: false, fault: problem };
    },
  };
}

/** The last line of a text that is whole; progress is written over itself. */
function lastLine(text: string): string {
  return text.split(/[\r\n]+/).at(-2) ?? '';
}

/** A page as it is kept: packed, with no more than 8 bits a sample. One that can't be packed is a page all the same. */
async function packed(path: string, number: number): Promise<DrivenPage> {
  if (extname(path) !== '.tif') return { path, mediaType: 'image/png' };
  const folder = dirname(path);
  // Loaded with what needs it: a station without a scanner starts sooner and is smaller without the library for pictures.
  const { importPictures } = await import('../../pages/import-pictures.ts');
  const taken = await importPictures(path, folder, () => `taken-${number}`).catch((error: unknown) => {
    if (diskFault(error) !== null) throw error;
    return [];
  });
  const [page] = taken;
  if (page === undefined) return { path, mediaType: 'image/tiff' };
  const named = join(folder, `page-${number}.png`);
  await rename(page.path, named);
  await rm(path, { force: true });
  return { path: named, mediaType: page.mediaType };
}

function deviceOf(scannerId: string): string {
  return scannerId.replace(/^sane:/, '');
}
