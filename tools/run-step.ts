import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The project's root folder (absolute). */
export const projectRoot = join(import.meta.dirname, '..');

/** What children are given: a library may change this process's own environment (Vite sets NODE_ENV while it builds). */
export const environment: Readonly<NodeJS.ProcessEnv> = { ...process.env };

/** How a child process ended: `status` is its exit status, 128 + signal-like 255 where a signal ended it; `output` is set where it was captured. */
export interface StepEnd {
  readonly status: number;
  readonly output: string;
}

/** The path of a command that `npm ci` put into the project (absolute). */
export function projectCommand(name: string): string {
  return join(projectRoot, 'node_modules', '.bin', name);
}

/**
 * Runs a command in the project's root and waits for its end. Its output goes to ours, or with `capture` into the answer (stdout only, or `all`).
 * A command that can't be started ends with status 127 and says why on stderr.
 */
export function runStep(
  command: string,
  args: readonly string[],
  options: {
    readonly capture?: boolean | 'all';
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<StepEnd> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? projectRoot,
      env: { ...environment, ...options.env },
      stdio: [
        'inherit',
        options.capture === undefined || options.capture === false ? 'inherit' : 'pipe',
        options.capture === 'all' ? 'pipe' : 'inherit',
      ],
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve({ status: 127, output: '' });
    });
    child.once('close', (code) => resolve({ status: code ?? 255, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** Runs one act under a heading and prints how long it took; returns what the act answered. */
export async function underHeading<T>(heading: string, act: () => Promise<T>): Promise<T> {
  process.stdout.write(`\n── ${heading} ${'─'.repeat(Math.max(3, 76 - heading.length))}\n`);
  const start = performance.now();
  const answer = await act();
  process.stdout.write(`   ${heading}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return answer;
}
