import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { runCommand } from '../../src/main/cli/run-command.ts';

/** Without these no program runs on Windows; by the last the tests there come along with Wine's network. */
const windowsNeeds = process.platform === 'win32' ? (['SystemRoot', 'TEMP', 'NODE_OPTIONS'] as const) : [];
const needed = Object.fromEntries(windowsNeeds.map((name) => [name, process.env[name] ?? '']));

/**
 * Windows gives signals to consoles alone, and Node ends a program there that it is to interrupt. So the command hears of one from its test,
 * and does as it does where Ctrl+C, Ctrl+Break or the end of its console tells it. Its threads load this too, and have no channel.
 */
const hearing = "process.on('message', (signal) => process.emit(signal, signal)); process.channel?.unref()";

/** Sends a signal as `kill` does elsewhere. */
function makeHear(child: ChildProcess): void {
  const end = child.kill.bind(child);
  child.kill = (signal) => (typeof signal === 'string' && signal !== 'SIGKILL' ? child.send(signal) : end(signal));
}

/** How a run of the command ended. */
export interface Ended {
  /** Exit status; null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The JSON objects of stdout; fails where a line is none. */
  json(): readonly unknown[];
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when the text was printed (stdout or stderr); rejects where the command ends before. */
  said(text: string): Promise<void>;
}

/** What a run gets besides its arguments. `wrap` is a program that starts it, with its own arguments. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly wrap?: readonly string[];
  /** stdin stays open, for answers that come later. */
  readonly keepInput?: boolean;
}

/** What a run within the tests' own process gets: `stdin` instead of a text, and what stands for a signal. */
export interface CallOptions extends Pick<RunOptions, 'env' | 'input'> {
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly interrupted?: Promise<void>;
}

/** The built command, as a script would use it. */
export interface MailroomCommand {
  /** Path of the built entry. */
  entry(): string;
  start(args: readonly string[], options?: RunOptions): Running;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /**
   * Runs it within the tests' own process: for tests of what it does and says. It sees nothing of this process's environment but
   * the home; how it deals with signals, pipes, terminals and its end is tested by `run` and `start`.
   */
  call(args: readonly string[], options?: CallOptions): Promise<Ended>;
}

const builtModule = z.object({
  runCommand: z.custom<typeof runCommand>((value) => typeof value === 'function'),
});

/** A stream that keeps what is written to it. */
function keepText(): { readonly stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    decodeStrings: true,
    write(piece: Buffer, _, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString('utf8') };
}

function ended(status: number | null, stdout: string, stderr: string): Ended {
  return {
    status,
    stdout,
    stderr,
    json: () =>
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line)),
  };
}

async function call(
  args: readonly string[],
  { env = {}, input = '', stdin, interrupted = new Promise(() => undefined) }: CallOptions = {},
): Promise<Ended> {
  const module = pathToFileURL(join(inject('workersDirectory'), 'run-command.js')).href;
  const { runCommand } = builtModule.parse(await import(/* @vite-ignore */ module));
  const [stdout, stderr] = [keepText(), keepText()];
  const status = await runCommand(
    {
      environment: { LC_ALL: 'C.UTF-8', ...env },
      stdout: stdout.stream,
      stderr: stderr.stream,
      stdin: stdin ?? Readable.from([Buffer.from(input)]),
      interrupted,
    },
    args,
  );
  return ended(status, stdout.text(), stderr.text());
}

/** The command as this run of the tests has built it; the tests of one file share a home. */
export function builtCommand(): MailroomCommand {
  let home = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'mailroom-home-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const entry = (): string => join(inject('workersDirectory'), '../cli/index.js');

  function start(args: readonly string[], options: RunOptions = {}): Running {
    const onWindows = process.platform === 'win32';
    const heard = onWindows ? ['--import', `data:text/javascript,${encodeURIComponent(hearing)}`] : [];
    const given = [...(options.wrap ?? []), process.execPath, ...heard, entry(), ...args];
    const [program = process.execPath, ...rest] = given;
    // Nothing of the tester's own environment: no credentials, no keychain, no proxies.
    const env = { ...needed, PATH: process.env['PATH'] ?? '', HOME: home, LC_ALL: 'C.UTF-8', ...options.env };
    const child: ChildProcess = onWindows
      ? spawn(program, rest, { env, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] })
      : spawn(program, rest, { env, stdio: 'pipe' });
    const { stdin, stdout: printed, stderr: warned } = child;
    if (stdin === null || printed === null || warned === null) throw new Error('the command has no pipes');
    if (onWindows) makeHear(child);
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    let stderr = '';
    printed.setEncoding('utf8').on('data', (piece: string) => (stdout += piece));
    warned.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
    stdin.on('error', () => undefined);
    if (options.keepInput !== true) stdin.end(options.input ?? '');
    const end = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve(ended(status, stdout, stderr)));
    });
    const said = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (stdout.includes(text) || stderr.includes(text)) resolve();
        };
        printed.on('data', look);
        warned.on('data', look);
        child.on('close', () => reject(new Error(`ended without saying ${text}: ${stdout}${stderr}`)));
        look();
      });
    return { child, ended: end, said };
  }

  return { entry, start, run: (args, options) => start(args, options).ended, call };
}
