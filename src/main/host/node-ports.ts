import { getRandomValues } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Clock, Notifier, Ports, SecretStore, WorkerName } from '../engine/platform/ports.ts';
import { createFileLog } from './file-log.ts';
import { systemLanguage } from './system-language.ts';

/** What a host on plain Node decides itself. */
export interface NodePortsOptions {
  readonly dataDirectory: string;
  /** See `Ports.paths`. */
  readonly stateDirectory?: string | undefined;
  readonly secrets: SecretStore;
  readonly notifier: Notifier;
  /** Absent: by the environment of the process. */
  readonly systemLanguage?: Ports['systemLanguage'];
  readonly measured?: Ports['measured'];
  /** Folder of the built worker threads; absent: found beside the running program. */
  readonly workersDirectory?: string;
}

/** The ports of a real machine, and `close`, which writes out what the log still holds. */
export interface NodePorts extends Ports {
  close(): void;
}

/** Longer waits of Node's own timers are over at once, ms: they are waited in pieces. */
const maxTimerMs = 2 ** 31 - 1;

/** The computer's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, act, options) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      timer = setTimeout(() => (leftMs > maxTimerMs ? wait(leftMs - maxTimerMs) : act()), Math.min(leftMs, maxTimerMs));
      if (options?.unref === true) timer.unref();
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};

const drawn = new Uint32Array(1_024);
let used = drawn.length;

/** Chance from the system's generator, so that ids of two stations don't meet; drawn in stocks, since each call of it is dear. */
export function systemRandom(): number {
  if (used === drawn.length) {
    getRandomValues(drawn);
    used = 0;
  }
  const next = drawn[used] ?? 0;
  used += 1;
  return next / 2 ** 32;
}

/** Makes the ports of a real machine: its clock, chance, threads, and a log in `logs/` of the data directory. */
export function createNodePorts(options: NodePortsOptions): NodePorts {
  const log = createFileLog({ folder: join(options.dataDirectory, 'logs'), now: () => systemClock.now() });
  return {
    clock: systemClock,
    random: systemRandom,
    secrets: options.secrets,
    notifier: options.notifier,
    log,
    measured: options.measured,
    systemLanguage: options.systemLanguage ?? (() => systemLanguage(process.env)),
    paths: { dataDirectory: options.dataDirectory, stateDirectory: options.stateDirectory },
    startWorker: (name, workerData) =>
      new Worker(join(options.workersDirectory ?? findWorkersDirectory(), `${name}.js`), { workerData }),
    close: () => log.flush(),
  };
}

/**
 * The built worker threads: `out/workers`, seen from `out/cli/index.js`, from a shared chunk in `out/chunks` or in `out/main/chunks`;
 * from the sources (tests, tools) the last build's.
 */
function findWorkersDirectory(): string {
  const name: WorkerName = 'journal';
  const places = ['../workers', '../../workers', '../../../out/workers'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const found = places.find((place) => existsSync(join(place, `${name}.js`)));
  if (found === undefined) throw new Error(`The worker threads are not built: looked in ${places.join(' and ')}`);
  return found;
}
