import { cp, lutimes, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectRoot, runStep } from '../../run-step.ts';
import type { SystemPackage } from '../../system-packages.ts';
import type { Edition } from '../edition.ts';
import { putPolicyTemplates } from '../policy/policy-templates.ts';
import { stage, windows } from '../stage.ts';
import { ico } from '../window/icons.ts';

/** What makes packages for Windows on Debian. */
export const windowsPackers: readonly SystemPackage[] = [
  { name: 'wixl', brings: 'wixl' },
  { name: 'msitools', brings: 'msibuild' },
  { name: 'nsis', brings: 'makensis' },
];

/** A kind of package for Windows. */
export type WindowsKind = 'msi' | 'nsis';

/** The icon of the program, its menu entries and its line among the installed programs, in the program's folder. */
export const windowsIcon = 'mailroom.ico';

/** Makes `folder` (absolute, not there yet) what is installed on Windows, but for what says from which package it came. */
export async function stageServerWindows(folder: string, edition: Edition): Promise<void> {
  await stage(folder, windows, 'server', originOf('msi'), edition);
  await cp(join(projectRoot, 'packaging/windows/mailroom.cmd'), join(folder, 'mailroom.cmd'));
  await cp(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE.txt'));
  await writeFile(join(folder, windowsIcon), await ico());
  await putPolicyTemplates(join(folder, 'PolicyDefinitions'), edition.version);
}

function originOf(kind: WindowsKind): { readonly name: string; readonly kind: WindowsKind; readonly platform: string } {
  return { name: 'Mailroom-Server', kind, platform: 'win32-x64' };
}

/** Says in a staged folder from which package it comes, and gives all in it the edition's time. */
export async function nameOrigin(folder: string, kind: WindowsKind, edition: Edition): Promise<void> {
  await writeFile(join(folder, 'package-origin.json'), `${JSON.stringify(originOf(kind), null, 2)}\n`);
  for (const { path } of await filesIn(folder)) await lutimes(join(folder, path), edition.epoch, edition.epoch);
}

/** A file of a package: its path below the root with `/`, and its folder's (empty: the root). */
export interface PackedFile {
  readonly path: string;
  readonly folder: string;
  readonly name: string;
}

/** All files below a folder (absolute), in one order everywhere. */
export async function filesIn(root: string): Promise<readonly PackedFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const folder = relative(root, entry.parentPath);
      return { path: join(folder, entry.name), folder, name: entry.name };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A version in numbers alone, as Windows compares them: what comes before a release has its number. */
export function numbersOf(version: string): string {
  return version.replace(/-.*$/u, '');
}

/** Runs a program that makes a package, in a folder (absolute); throws what it said where it did not end well. Its clock stands at UTC. */
export async function mustMake(
  command: string,
  args: readonly string[],
  { epoch }: Edition,
  cwd: string = projectRoot,
): Promise<void> {
  const env = { TZ: 'UTC', SOURCE_DATE_EPOCH: String(epoch) };
  const { status, output } = await runStep(command, args, { capture: 'all', env, cwd });
  if (status !== 0) throw new Error(`${command} ended with status ${String(status)}\n${output.slice(-3_000)}`);
}
