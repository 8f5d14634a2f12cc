import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { rename, rm } from '../../../patient-files.ts';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';
import { diskFault } from '../disk-fault.ts';
import type { DrivenPage, PageTaker, ScannerDriver, ScanRequest } from '../driver.ts';
import { saneCapabilities } from './capabilities.ts';
import { listFormat, readScannerList } from './read-list.ts';
import { readSaneOptions, type SaneOption } from './read-options.ts';
import { batchEnded, saneFault } from './sane-faults.ts';
import { chosenSource, planScan } from './scan-arguments.ts';

/** Most that is kept of the error output of a run, characters. */
const mostErrors = 20_000;
/** What `scanimage` says when a call to the driver failed: it ends then. */
const failedCall = /\bsane_(start|read|open|control_option|get_parameters): /u;
/** How long a device may be silent in the middle of a page: then its other end has gone, ms. */
const silenceMs = 30_000;
/** The same before its first sign of a page: a lamp warms up, ms. */
const warmUpMs = 90_000;

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
 * own (`SANE_CONFIG_DIR`). Drivers of devices exist that never return from an end: whoever failed or was told to stop has
 * `patienceMs` to end by itself.
 */
export function createSaneDriver(environment: NodeJS.ProcessEnv, patienceMs = 30_000): ScannerDriver {
  const env = { ...environment, LC_ALL: 'C' };

  /** Starts `scanimage`; null where it is not on this computer. SIGTERM lets it tell the device to stop. */
  async function start(args: readonly string[], signal: AbortSignal, patienceToEnd = patienceMs) {
    const child = spawn('scanimage', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let patience: NodeJS.Timeout | undefined;
    const mustEnd = (): void => {
      patience ??= setTimeout(() => child.kill('SIGKILL'), patienceToEnd);
    };
    const stop = (): void => {
      child.kill('SIGTERM');
      mustEnd();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const ended = once(child, 'close').finally(() => {
      signal.removeEventListener('abort', stop);
      clearTimeout(patience);
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

  async function run(args: readonly string[], signal: AbortSignal): Promise<Run | null> {
    // A question has nothing at the device to be brought to an end.
    const started = await start(args, signal, Math.min(patienceMs, 500));
    if (started === null) return null;
    const { child, ended } = started;
    const [output, errors] = await Promise.all([textOf(child.stdout, 1_000_000), textOf(child.stderr, mostErrors)]);
    await ended;
    return { status: child.exitCode, output, errors };
  }

  /** The options of a device once `set` is set. Who says nothing for so long is off. */
  async function optionsOf(
    device: string,
    set: readonly string[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly SaneOption[]>> {
    const limit = AbortSignal.timeout(patienceMs);
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

  /** Hands each page over as its name appears; answers how many. */
  async function takePages(lines: Readable, taker: PageTaker, fit: Pick<DrivenPage, 'fit'>): Promise<number> {
    let pages = 0;
    for await (const path of createInterface({ input: lines })) {
      pages += 1;
      await taker.take({ ...(await packed(path, pages)), ...fit });
    }
    return pages;
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
      const started = await start(plan.value.args, signal);
      if (started === null) return failure('scanner-software-missing', { program: 'scanimage' });
      for (const note of plan.value.notes) taker.note(note);
      const { child, ended, stop, mustEnd } = started;
      const silence = { isTooLong: false, timer: setTimeout(tooLong, warmUpMs) };
      function tooLong(): void {
        silence.isTooLong = true;
        child.kill('SIGKILL');
      }
      const errors = textOf(child.stderr, mostErrors, (text) => {
        clearTimeout(silence.timer);
        if (failedCall.test(text) || batchEnded.test(text)) mustEnd();
        else silence.timer = setTimeout(tooLong, silenceMs);
      });
      let pages;
      try {
        pages = await takePages(child.stdout, taker, plan.value.fit);
      } catch (error) {
        // A page could not be taken: the device must not go on.
        stop();
        throw error;
      } finally {
        await ended.finally(() => clearTimeout(silence.timer));
      }
      if (silence.isTooLong) return failure('scanner-off', {}, 'silent in the middle of a run');
      const problem = isStopped() ? null : saneFault(await errors, child.exitCode, pages);
      return problem === null ? success({ pages }) : { ok: false, fault: problem };
    },
  };
}

/** A page as it is kept: packed, with no more than 8 bits a sample. One that can't be packed is a page all the same. */
async function packed(path: string, number: number): Promise<DrivenPage> {
  if (extname(path) !== '.tif') return { path, mediaType: 'image/png' };
  const folder = dirname(path);
  // Loaded with what needs it: a station without a scanner starts sooner and is smaller without the library for pictures.
  const { importPictures } = await import('../pages/import-pictures.ts');
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
