import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A display of its own for the tests, so that windows, drops and pictures are real ones. */
export interface Display {
  /** Value of DISPLAY. */
  readonly name: string;
  stop(): Promise<void>;
}

/** Starts an X server of 1920 by 1200 on a free number, and a window manager on it. Throws where either cannot be started. */
export async function startDisplay(): Promise<Display> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset', '-dpi', '96'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const name = `:${await readNumber(server)}`;
  const windows = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: name } });
  await once(windows, 'spawn');
  return {
    name,
    async stop() {
      for (const child of [windows, server]) await end(child);
    },
  };
}

async function readNumber(server: ChildProcess): Promise<number> {
  const failed = once(server, 'exit').then(() => {
    throw new Error('Xvfb ended before it was ready');
  });
  const pipe = server.stdio[3];
  if (pipe === null || pipe === undefined) throw new Error('no pipe to Xvfb');
  const ready = once(pipe, 'data').then(([number]: unknown[]) => Number(String(number).trim()));
  return Promise.race([ready, failed]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** What tells the workers of a run their displays: names with blanks between. */
const displaysVariable = 'MAILROOM_TEST_DISPLAYS';

/** Playwright's global set-up: each worker has a display of its own, as focus and clipboard are one a display; answers what ends them. */
export default async function setUp({ workers }: { readonly workers: number }): Promise<() => Promise<void>> {
  const displays = await Promise.all(Array.from({ length: workers }, startDisplay));
  process.env[displaysVariable] = displays.map(({ name }) => name).join(' ');
  return async () => {
    for (const display of displays) await display.stop();
  };
}

/** In a worker: takes its display. Elsewhere nothing happens. */
export function takeDisplay(): void {
  const display = process.env[displaysVariable]?.split(' ')[Number(process.env['TEST_PARALLEL_INDEX'])];
  if (display !== undefined) process.env['DISPLAY'] = display;
}
