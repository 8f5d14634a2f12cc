import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runStep, type StepEnd } from '../../run-step.ts';
import type { SystemPackage } from '../../system-packages.ts';

/** What makes a clean Debian and boots it beside the one at work. */
export const debianRootPackages: readonly SystemPackage[] = [
  { name: 'debootstrap', brings: 'debootstrap' },
  { name: 'systemd-container', brings: 'systemd-nspawn' },
  { name: 'util-linux', brings: 'nsenter' },
];

/** An init to start it, and what the server package depends on: there before, so that the installation needs no network. */
const included = 'adduser,ca-certificates,dbus,debconf,init-system-helpers,libstdc++6,systemd,systemd-sysv';
/** What the window depends on besides, and a display to show it on. */
const forWindow = ['chromium', 'chromium-sandbox', 'xclip', 'xdotool', 'zenity', 'xvfb', 'xauth', 'procps'];
/** For what a clean Debian is prepared. */
export type DebianFor = 'server' | 'window';
const suite = 'bookworm';

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** What programs in it find around them: nothing of this machine. */
const inside = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  HOME: '/root',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** A clean Debian 12 in a folder of the cache (absolute), made once. Needs root and Debian's archive. */
async function cleanRoot(use: DebianFor): Promise<string> {
  // debootstrap can't bring a desktop's libraries into an order: apt does, in a copy of the clean one.
  const base = use === 'server' ? null : await cleanRoot('server');
  const packages = base === null ? included : [included, ...forWindow].join();
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const key = createHash('sha256').update(`${suite} ${packages}`).digest('hex').slice(0, 16);
  const root = join(cache, 'mailroom-packages', key);
  if (await isThere(root)) return root;
  const unfinished = `${root}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(unfinished), { recursive: true });
  const install = `apt-get update && apt-get install -y --no-install-recommends ${forWindow.join(' ')} && apt-get clean`;
  const steps: readonly (readonly [string, readonly string[]])[] =
    base === null
      ? [['debootstrap', ['--variant=minbase', `--include=${included}`, suite, unfinished]]]
      : [
          ['cp', ['-a', base, unfinished]],
          ['chroot', [unfinished, 'env', ...Object.entries(inside).map((each) => each.join('=')), 'sh', '-c', install]],
        ];
  for (const [command, args] of steps) {
    const { status, output } = await runStep(command, args, { capture: 'all' });
    if (status !== 0) throw new Error(`${command} ended with status ${String(status)}\n${output.slice(-2_000)}`);
  }
  await rename(unfinished, root);
  return root;
}

/** A booted Debian of its own, without network. */
export interface BootedDebian {
  /** The folder that it sees as `/` (absolute). */
  readonly root: string;
  /** Runs a command in it. */
  readonly run: (command: string, args: readonly string[]) => Promise<StepEnd>;
  /** Starts a command in it that goes on. */
  readonly start: (command: string, args: readonly string[]) => ChildProcess;
  readonly powerOff: () => Promise<void>;
}

function enter(init: number, command: string, args: readonly string[]): ChildProcess {
  const enters = [`--target=${String(init)}`, '--all', '--', command, ...args];
  return spawn('nsenter', enters, { stdio: ['ignore', 'pipe', 'pipe'], env: inside });
}

/** Waits for a command's end; its output is all that it said on both streams. */
function endOf(child: ChildProcess): Promise<StepEnd> {
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 255, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** The process that systemd-nspawn started: the init of the booted system, as this one knows it. */
async function childOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  const [first = ''] = text.trim().split(' ');
  if (!/^\d+$/u.test(first)) throw new Error('systemd-nspawn has started nothing yet');
  return Number(first);
}

/** Waits until something is so, looking five times a second; throws after `maxMs`. What throws meanwhile is not so yet. */
export async function until(what: string, maxMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + maxMs;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what}: not within ${String(maxMs / 1_000)} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Boots a copy of the clean Debian in `folder` (absolute; replaced). */
export async function bootDebian(folder: string, use: DebianFor = 'server'): Promise<BootedDebian> {
  const clean = await cleanRoot(use);
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  const copied = await runStep('cp', ['-a', clean, folder], { capture: 'all' });
  if (copied.status !== 0) throw new Error(`copying ${clean}: ${copied.output}`);
  const how = ['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network', '--console=read-only'];
  const nspawn = spawn('systemd-nspawn', [...how, `--directory=${folder}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => nspawn.once('close', () => resolve()));
  const { pid } = nspawn;
  if (pid === undefined) throw new Error('systemd-nspawn could not be started');
  let init = 0;
  await until('the boot', 120_000, async () => {
    init = await childOf(pid);
    const { output } = await endOf(enter(init, 'systemctl', ['is-system-running']));
    return ['running', 'degraded'].includes(output.trim());
  });
  return {
    root: folder,
    run: (command, args) => endOf(enter(init, command, args)),
    start: (command, args) => enter(init, command, args),
    async powerOff() {
      // Nothing of it is kept, so that nothing of it has to end in order: its init and all below it go at once.
      process.kill(init, 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
