import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endedAtWord } from './station/ended-at.ts';
import { z } from 'zod';
import { stationReportSchema } from './station/station-order.ts';
import type { StationOrder, StationReport } from './station/station-order.ts';

/** How a process with stations ended: by itself with their reports, or killed; `at` = the step it was killed at, where it was told one. */
export type StationEnd =
  | { readonly kind: 'reported'; readonly reports: readonly StationReport[] }
  | { readonly kind: 'killed'; readonly at: string | null }
  | { readonly kind: 'failed'; readonly why: string };

/** Stations in a process of their own. */
export interface StationProcess {
  /** MiB that it holds in memory now. Linux tells. */
  memory(): Promise<number>;
  /** Resolves when all have begun to work, or the process has ended before. */
  readonly working: Promise<void>;
  readonly ended: Promise<StationEnd>;
  /** Ends it without warning. */
  kill(): Promise<StationEnd>;
  /** Lets stations that wait end by themselves. */
  finish(): Promise<StationEnd>;
  /** Stops its processor time (`SIGSTOP`), and gives it back. */
  freeze(): void;
  thaw(): void;
}

/** How it is started beside its order. */
export interface StationOptions {
  /** It ends without warning at its step of that number (from 1); see station/steps.ts. */
  readonly endAtStep?: number;
  /** Program that starts it, with its own arguments: `faketime +2h`. */
  readonly wrap?: readonly string[];
}

/** Starts stations, built by `buildStation` into `builtDirectory`. */
export function startStations(
  builtDirectory: string,
  orders: readonly Omit<StationOrder, 'workersDirectory'>[],
  { endAtStep, wrap = [] }: StationOptions = {},
): StationProcess {
  const built = (name: string): string => join(builtDirectory, `${name}.js`);
  const counting = endAtStep === undefined ? [] : ['--import', built('steps')];
  const [program = process.execPath, ...args]: readonly string[] = [
    ...wrap,
    process.execPath,
    ...counting,
    built('station'),
    JSON.stringify(orders.map((order) => ({ ...order, workersDirectory: builtDirectory }))),
  ];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(endAtStep === undefined ? {} : { MAILROOM_END_AT_STEP: String(endAtStep) }) },
  });
  let printed = '';
  let complaints = '';
  let begun: () => void = () => undefined;
  const working = new Promise<void>((resolve) => {
    begun = resolve;
  });
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
    if (printed.includes('working\n')) begun();
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
  const ended = once(child, 'close').then((): StationEnd => {
    begun();
    const lines = printed.trimEnd().split('\n');
    if (child.signalCode === 'SIGKILL' || child.exitCode === 137) {
      const at = lines.find((line) => line.startsWith(endedAtWord)) ?? null;
      return { kind: 'killed', at: at === null ? null : at.slice(endedAtWord.length) };
    }
    if (child.exitCode !== 0)
      return { kind: 'failed', why: `${String(child.exitCode)} ${lines.at(-1) ?? ''} ${complaints}` };
    return { kind: 'reported', reports: z.array(stationReportSchema).parse(JSON.parse(lines.at(-1) ?? '')) };
  });
  return {
    async memory() {
      const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8');
      return Number(/VmRSS:\s*(\d+)/u.exec(status)?.[1]) / 1_024;
    },
    working,
    ended,
    async kill() {
      child.kill('SIGKILL');
      return ended;
    },
    async finish() {
      child.kill('SIGUSR2');
      return ended;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
