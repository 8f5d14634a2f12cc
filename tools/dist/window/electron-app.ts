import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Arch, build, Platform, type Configuration } from 'electron-builder';
import { z } from 'zod';
import { projectRoot } from '../../run-step.ts';
import type { Edition } from '../edition.ts';
import { linux, macs, stage, windows, type Target } from '../stage.ts';
import { drawIcons } from './icons.ts';

/** Where Electron comes from: an unpacked one of the system that packages are for, or a mirror of its releases for the system at work. */
export type ElectronPlace = { readonly dist: string } | { readonly mirror: string };

const platforms = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const;

/** Which system an unpacked Electron (absolute) is for, by what its program is called; null: it is none. */
export async function systemOf(dist: string): Promise<Target['os'] | null> {
  const names = new Set(await readdir(dist).catch(() => []));
  if (names.has('electron.exe')) return 'win32';
  if (names.has('Electron.app')) return 'darwin';
  return names.has('electron') ? 'linux' : null;
}

/** Makes `folder` (absolute, not there yet) the application as it goes into the asar of all packages of a system. */
async function stageElectronApp(folder: string, target: Target, edition: Edition): Promise<void> {
  const platform = `${target.os}-${target.cpu}`;
  await stage(folder, target, 'electron', { name: 'mailroom-window', kind: 'electron', platform }, edition);
}

/** What a window package is made of. */
export interface WindowParts {
  readonly place: ElectronPlace;
  readonly os: Target['os'];
  readonly cpu: Target['cpu'];
  readonly edition: Edition;
  /** Folders (absolute): for what is made on the way (replaced), and for packages. */
  readonly work: string;
  readonly target: string;
  /** `dir`: only the program's folder, with its fuses, as all others take it. */
  readonly kinds: 'dir' | 'packages';
}

/** Makes window packages with electron-builder, and returns the paths of what was made. Rejects where a tool of it can't be had. */
export async function buildWindow({
  place,
  os,
  cpu,
  edition,
  work,
  target,
  kinds,
}: WindowParts): Promise<readonly string[]> {
  const app = join(work, 'app');
  await stageElectronApp(app, os === 'linux' ? linux : os === 'win32' ? windows : macs[cpu], edition);
  const icons = join(work, 'icons');
  await drawIcons(icons);
  const configuration: Configuration = z
    .looseObject({})
    .parse(JSON.parse(await readFile(join(projectRoot, 'electron-builder.json'), 'utf8')));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(projectRoot, 'node_modules/electron/package.json'), 'utf8')));
  // What it makes bears this time, too (reproducible-builds.org).
  process.env['SOURCE_DATE_EPOCH'] = String(edition.epoch);
  const arch = cpu === 'x64' ? Arch.x64 : Arch.arm64;
  return build({
    projectDir: projectRoot,
    publish: 'never',
    targets: platforms[os].createTarget(kinds === 'dir' ? 'dir' : undefined, arch),
    config: {
      ...configuration,
      electronVersion: version,
      directories: { app, output: target, buildResources: icons },
      // The libraries lie there as they are to be: production alone, of this system alone.
      beforeBuild: () => Promise.resolve(false),
      // Of an unpacked Electron it would keep what it leaves out of one that it fetched.
      afterExtract: ({ packager, appOutDir }) =>
        rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true }),
      ...('dist' in place ? { electronDist: place.dist } : { electronDownload: { mirror: place.mirror } }),
    },
  });
}
