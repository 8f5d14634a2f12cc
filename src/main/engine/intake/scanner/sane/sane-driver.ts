import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { PageTaker, ScannerDriver } from '../driver.ts';
import { saneCapabilities } from './capabilities.ts';
import { listFormat, readScannerList } from './read-list.ts';
import { readSaneOptions, type SaneOption } from './read-options.ts';
import { saneFault } from './sane-faults.ts';
import { scanArguments } from './scan-arguments.ts';

/** Most that is kept of the error output of a run, characters. */
const mostErrors = 20_000;
/** What `scanimage` says when a call to the driver failed: it ends then. */
const failedCall = /\bsane_(start|read|open|control_option|get_parameters): /u;

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
  async function start(args: readonly string[], signal: AbortSignal) {
    const child = spawn('scanimage', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let patience: NodeJS.Timeout | undefined;
    const mustEnd = (): void => {
      patience ??= setTimeout(() => child.kill('SIGKILL'), patienceMs);
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
    const started = await start(args, signal);
    if (started === null) return null;
    const { child, ended } = started;
    const [output, errors] = await Promise.all([textOf(child.stdout, 1_000_000), textOf(child.stderr, mostErrors)]);
    await ended;
    return { status: child.exitCode, output, errors };
  }

  async function optionsOf(device: string, signal: AbortSignal): Promise<Outcome<readonly SaneOption[]>> {
    const answer = await run([`--device-name=${device}`, '-A'], signal);
    if (answer === null) return failure('scanner-software-missing', { program: 'scanimage' });
    const options = readSaneOptions(answer.output);
    const problem = options.length > 0 ? null : saneFault(answer.errors, answer.status, 0);
    return problem === null ? success(options) : { ok: false, fault: problem };
  }

  /** Hands each page over as its name appears; answers how many. */
  async function takePages(lines: Readable, taker: PageTaker): Promise<number> {
    let pages = 0;
    for await (const path of createInterface({ input: lines })) {
      await taker.take({ path, mediaType: 'image/png' });
      pages += 1;
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
      const options = await optionsOf(deviceOf(scannerId), signal);
      return options.ok ? success(saneCapabilities(options.value)) : options;
    },
    async scan(scannerId, request, taker, signal) {
      const device = deviceOf(scannerId);
      const isStopped = (): boolean => signal.aborted;
      const options = await optionsOf(device, signal);
      if (isStopped()) return success({ pages: 0 });
      if (!options.ok) return options;
      const args = scanArguments(device, options.value, request, taker.folder);
      if (!args.ok) return args;
      const started = await start(args.value, signal);
      if (started === null) return failure('scanner-software-missing', { program: 'scanimage' });
      const { child, ended, stop, mustEnd } = started;
      const errors = textOf(child.stderr, mostErrors, (text) => {
        if (failedCall.test(text)) mustEnd();
      });
      let pages;
      try {
        pages = await takePages(child.stdout, taker);
      } catch (error) {
        // A page could not be taken: the device must not go on.
        stop();
        throw error;
      }
      await ended;
      const problem = isStopped() ? null : saneFault(await errors, child.exitCode, pages);
      return problem === null ? success({ pages }) : { ok: false, fault: problem };
    },
  };
}

function deviceOf(scannerId: string): string {
  return scannerId.replace(/^sane:/, '');
}
