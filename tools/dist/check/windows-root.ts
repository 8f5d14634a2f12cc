import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, runStep } from '../../run-step.ts';
import { makePrefix } from '../../windows/prepare.ts';
import { startWindowsNode, wineEnvironment, type WindowsRun } from '../../windows/wine-node.ts';

/** A Windows of its own, which Wine runs; its drives C: and D: are folders (absolute). */
export interface CheckedWindows {
  readonly c: string;
  readonly d: string;
  /** Runs a program with a command line as it is typed, and waits for its end. */
  readonly run: (program: string, line: string) => Promise<WindowsEnding>;
  /** Starts one that goes on. */
  readonly start: (program: string, line: string) => WindowsRun;
  /** A value of the registry (of other letters than English ones only a part comes through); null where there is none. `key` begins with HKLM or HKCU. */
  readonly registry: (key: string, name: string) => Promise<string | null>;
  readonly powerOff: () => Promise<void>;
}

/** How a program ended: Windows' own exit code (Linux has only eight bits of it), and what it said. */
export interface WindowsEnding {
  readonly code: number;
  readonly output: string;
}

/** Run by Windows' Node: starts a program with a line that nothing quotes once more, and says its exit code. */
const verbatim = `
const { spawnSync } = require('node:child_process');
const [program, line] = process.argv.slice(1);
const { status, error } = spawnSync(program, [line], { argv0: '"' + program + '"', windowsVerbatimArguments: true, stdio: ['ignore', 'inherit', 'inherit'] });
console.log('exit code ' + (status ?? error));
`;

/** How long a program may take, ms: an installer packs out more than 100 MB. */
const maxMs = 300_000;

/** Makes a Windows in `folder` (absolute; replaced). `node` is Windows' Node, which starts all else. */
export async function makeWindows(folder: string, node: string): Promise<CheckedWindows> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await makePrefix(folder);
  const preload = join(projectRoot, 'tools/windows/network-preload.cjs');
  const windows = { prefix: folder, node, preload };
  const start = (program: string, line: string): WindowsRun =>
    startWindowsNode(windows, ['-e', verbatim, program, line], { cwd: folder, maxMs });
  const run = async (program: string, line: string): Promise<WindowsEnding> => {
    const { stdout, stderr } = await start(program, line).ended;
    const code = /exit code (\d+)\s*$/u.exec(stdout)?.[1];
    const output = `${stdout.replace(/exit code .*\s*$/u, '')}${stderr}`;
    return { code: code === undefined ? -1 : Number(code), output };
  };
  return {
    c: join(folder, 'drive_c'),
    d: join(folder, 'drive_d'),
    run,
    start,
    async registry(key, name) {
      const { output } = await run('C:\\windows\\system32\\reg.exe', `query "${key}" /v "${name}"`);
      return new RegExp(`^\\s*${name}\\s+REG_\\w+\\s+(.*?)\\s*$`, 'imu').exec(output)?.[1] ?? null;
    },
    async powerOff() {
      await runStep('wineserver-stable', ['-k'], { env: wineEnvironment(folder), capture: 'all' });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a file says, in UTF-16 with a mark or in UTF-8; empty where it is not there. */
export async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  return bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) ? bytes.toString('utf16le') : bytes.toString('utf8');
}
