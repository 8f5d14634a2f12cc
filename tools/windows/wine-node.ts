import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '../run-step.ts';

/** A Windows in a folder: Wine's prefix, Windows' Node and what it loads before all else (absolute paths). */
export interface WindowsNode {
  readonly prefix: string;
  readonly node: string;
  readonly preload: string;
}

/** How a program on Windows ended. `status` 124: it was ended because it took longer than it may. */
export interface WindowsEnd {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running program; `pid` is that of Wine's process: SIGINT reaches the program as Ctrl+C, SIGKILL is a power cut. */
export interface WindowsRun {
  readonly pid: number | undefined;
  /** What it has printed so far. */
  readonly printed: () => Promise<string>;
  readonly ended: Promise<WindowsEnd>;
}

/** A path of this machine as Windows programs see it under Wine, whose drive Z: is the whole machine. */
function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/**
 * The environment in which Wine's programs run. Without .NET and a browser, which Wine would load from its own servers, and without what
 * puts shortcuts of Windows into the menus of this machine.
 */
export function wineEnvironment(prefix: string): Readonly<Record<string, string>> {
  return {
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
    DISPLAY: '',
  };
}

/**
 * Starts Windows' Node. Its output goes through files, because `node.exe` can't write to a pipe of Linux. The preload goes by
 * NODE_OPTIONS, so that what the program starts by itself has it too.
 */
export function startWindowsNode(
  windows: WindowsNode,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly maxMs: number;
    readonly env?: Readonly<Record<string, string>>;
  },
): WindowsRun {
  const folder = mkdtemp(join(tmpdir(), 'mailroom-wine-'));
  const paths = folder.then((at) => [join(at, 'stdout.txt'), join(at, 'stderr.txt')] as const);
  let pid: number | undefined;
  const ended = paths.then(async ([stdoutPath, stderrPath]) => {
    const streams = [openSync(stdoutPath, 'w'), openSync(stderrPath, 'w')] as const;
    const child = spawn('/usr/lib/wine/wine64', [windows.node, ...args], {
      cwd: options.cwd,
      env: {
        ...environment,
        ...wineEnvironment(windows.prefix),
        NODE_OPTIONS: `--require=${windowsPath(windows.preload).replaceAll('\\', '/')}`,
        ...options.env,
      },
      stdio: ['ignore', ...streams],
    });
    pid = child.pid;
    let late = false;
    const status = await new Promise<number>((resolve) => {
      const timer = setTimeout(() => {
        late = true;
        child.kill('SIGKILL');
      }, options.maxMs);
      const end = (code: number): void => {
        clearTimeout(timer);
        resolve(late ? 124 : code);
      };
      child.once('error', () => end(127));
      child.once('close', (code) => end(code ?? 255));
    });
    for (const stream of streams) closeSync(stream);
    const [stdout, stderr] = await Promise.all([readFile(stdoutPath, 'utf8'), readFile(stderrPath, 'utf8')]);
    await rm(await folder, { recursive: true, force: true });
    return { status, stdout, stderr };
  });
  return {
    get pid() {
      return pid;
    },
    printed: async () => readFile((await paths)[0], 'utf8').catch(() => ''),
    ended,
  };
}
