import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** How long a device is waited for, ms. */
export interface SanePatience {
  /** Until one that failed, or was told to stop, ends by itself: drivers exist that never return from their end. */
  readonly endMs: number;
  /** While it gets nowhere in the middle of a page: then its other end has gone. */
  readonly silenceMs: number;
  /** The same before its first sign of a page, and where it does not say how far a page is: a lamp warms up. */
  readonly warmUpMs: number;
}

/** How programs of SANE are run. */
export interface SanePrograms {
  readonly env: NodeJS.ProcessEnv;
  readonly patience: SanePatience;
}

/** A program that runs. */
export interface StartedProgram {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<unknown>;
  /** Asks it to end, and makes it end where it does not. */
  stop(): void;
  /** From now on it has so long to end by itself as it was started with. */
  mustEnd(): void;
}

/** The answer of `scanimage` to a question. */
export interface ScanimageAnswer {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Maximum of the error output of a run that is kept, characters. */
export const maxErrors = 20_000;
const maxOutput = 1_000_000;
/** Time for a question that was answered to end, ms: it has nothing at the device to be brought to an end. */
const answerEndMs = 500;

/** The last `max` characters of a stream; `onText` gets them each time that something comes. */
export async function textOf(stream: Readable, max: number, onText?: (text: string) => void): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    text = (text + String(chunk)).slice(-max);
    onText?.(text);
  }
  return text;
}

/** Starts a program; null where it is not on this computer. SIGTERM lets `scanimage` tell the device to stop. */
export async function startProgram(
  { env, patience }: SanePrograms,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  endMs = patience.endMs,
): Promise<StartedProgram | null> {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  // A program that has ended reads nothing more.
  child.stdin.on('error', () => undefined);
  let ending: NodeJS.Timeout | undefined;
  const mustEnd = (): void => {
    ending ??= setTimeout(() => child.kill('SIGKILL'), endMs);
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
  // The caller awaits it; a program that is not there is told below.
  ended.catch(() => undefined);
  try {
    await once(child, 'spawn');
  } catch {
    return null;
  }
  return { child, ended, stop, mustEnd };
}

/**
 * Asks `scanimage` a question; null where it is not on this computer. Its answer is whole when it ends, or when no more comes of it: a
 * driver that never returns from its end keeps what was answered unless each line is written at once.
 */
export async function askScanimage(
  programs: SanePrograms,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ScanimageAnswer | null> {
  const { endMs } = programs.patience;
  const answered = new AbortController();
  const given = AbortSignal.any([signal, answered.signal]);
  const ending = Math.min(endMs, answerEndMs);
  const started =
    (await startProgram(programs, 'stdbuf', ['-oL', 'scanimage', ...args], given, ending)) ??
    (await startProgram(programs, 'scanimage', args, given, ending));
  if (started === null) return null;
  const { child, ended } = started;
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      answered.abort();
    }, endMs / 4);
  };
  const [output, errors] = await Promise.all([
    textOf(child.stdout, maxOutput, settle),
    textOf(child.stderr, maxErrors),
  ]);
  await ended;
  clearTimeout(timer);
  // The exit status of `stdbuf`, and of a shell, where there is no such program.
  return child.exitCode === 127 ? null : { status: child.exitCode, output, errors };
}
