import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Command } from '../../src/shared/contract.ts';
import type { HotFolder } from '../../src/shared/settings.ts';
import type { TestStation } from '../support/engine.ts';

/** A station's engine in a process of its own. */
export interface EngineChild {
  /** Resolves with the first of: everything is at its end, or the process ended before. */
  readonly over: Promise<'done' | 'ended'>;
  /** Kills it without warning, this long after it began to work (ms); `done` where it was faster. */
  killAfter(ms: number): Promise<'done' | 'killed'>;
}

/** Starts it with these folders; it is killed when the test ends. */
export function startEngineChild(station: TestStation, ...hotFolders: readonly HotFolder[]): EngineChild {
  return startChild(station, { hotFolders, command: null });
}

/** Starts one that does an act on many items, and then watches these folders; it begins to work when the act is done with the first of them. */
export function startActingChild(
  station: TestStation,
  command: Extract<Command, { readonly act?: string | undefined }>,
  ...hotFolders: readonly HotFolder[]
): EngineChild {
  return startChild(station, { hotFolders, command: { ...command, act: 'act' } });
}

function startChild(
  station: TestStation,
  task: { readonly hotFolders: readonly HotFolder[]; readonly command: Command | null },
): EngineChild {
  const argument = JSON.stringify({
    dataDirectory: station.dataDirectory,
    workersDirectory: inject('workersDirectory'),
    secret: station.secret,
    settings: station.settings({ limits: { filesInFlight: 16, sockets: 8, unclearGraceMs: 1_000 } }),
    ...task,
  });
  const child: ChildProcess = spawn(
    process.execPath,
    [join(inject('workersDirectory'), 'engine-process.js'), argument],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exit = once(child, 'exit');
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(kill);

  let printed = '';
  let working: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    working = resolve;
  });
  const over = new Promise<'done' | 'ended'>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (printed.includes('working\n')) working();
    });
    child.once('close', () => {
      working();
      resolve(printed.includes('done\n') ? 'done' : 'ended');
    });
  });

  return {
    over,
    async killAfter(ms) {
      await begun;
      const first = await Promise.race([over, new Promise<'time'>((resolve) => setTimeout(() => resolve('time'), ms))]);
      await kill();
      return first === 'done' ? 'done' : 'killed';
    },
  };
}
