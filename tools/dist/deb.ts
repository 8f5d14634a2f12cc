import { createHash } from 'node:crypto';
import { chmod, lutimes, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot, runStep } from '../run-step.ts';
import type { Edition } from './edition.ts';
import { sizeOf } from './stage.ts';

/** Who answers for the package (Debian Policy 5.6.2); a company that makes its own says its name. */
const maintainer = process.env['MAILROOM_MAINTAINER'] ?? 'Mailroom <mailroom@localhost>';

/** Writes a file of a package; its folder is made. */
export async function put(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, mode);
}

/** As policy wants documents: packed as small as can be, without name and time. */
export function packed(text: string): Uint8Array {
  return gzipSync(text, { level: 9 });
}

/** Modes as in Debian's packages: what can be run is 0755, all else 0644. */
export async function setModes(folder: string, programs: ReadonlySet<string>): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() || programs.has(path) ? 0o755 : 0o644);
  }
}

/** One time for all that is in a folder, deepest first, since each change touches what is above. */
async function setTimes(folder: string, epoch: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of [...entries].reverse()) await lutimes(join(entry.parentPath, entry.name), epoch, epoch);
  await lutimes(folder, epoch, epoch);
}

/** A version as dpkg orders it: what comes before a release (1.0.0-rc.1) sorts before it with a tilde. */
export function debianVersion(version: string): string {
  return version.replace('-', '~');
}

/** Copyright and changelogs of a package, where policy wants them (Debian Policy 12). `copyright` is the path of that file. */
export async function putDocuments(
  root: string,
  name: string,
  copyright: string,
  { version, epoch }: Edition,
): Promise<void> {
  const documents = join(root, 'usr/share/doc', name);
  const date = new Date(epoch * 1_000).toUTCString().replace('GMT', '+0000');
  const entry = `${name} (${debianVersion(version)}) stable; urgency=medium\n\n  * See changelog.gz.\n\n -- ${maintainer}  ${date}\n`;
  await put(join(documents, 'copyright'), await readFile(copyright));
  await put(join(documents, 'changelog.gz'), packed(await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8')));
  await put(join(documents, 'changelog.Debian.gz'), packed(entry));
}

/** What a package says of itself beyond version, size and maintainer: the fields of its control file, the last of them its description. */
export interface ControlFields {
  readonly name: string;
  readonly fields: readonly string[];
}

/** Writes control file and sums; the package's own scripts are the caller's. */
export async function putControl(root: string, { name, fields }: ControlFields, edition: Edition): Promise<void> {
  const control = join(root, 'DEBIAN');
  const installed = Math.ceil((await sizeOf(root)) / 1_024);
  const lines = [
    `Package: ${name}`,
    `Version: ${debianVersion(edition.version)}`,
    'Architecture: amd64',
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${String(installed)}`,
    ...fields,
  ];
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
  const sums = await Promise.all(
    files.map(async (path) => {
      const sum = createHash('md5').update(await readFile(join(root, path)));
      return `${sum.digest('hex')}  ${path}\n`;
    }),
  );
  await put(join(control, 'control'), `${lines.join('\n')}\n`);
  await put(join(control, 'md5sums'), sums.join(''));
}

/** Packs what lies below `root` (taken away) into `target` (absolute), and returns the package's path. `quick` packs it nearly not at all. */
export async function packDeb(
  root: string,
  name: string,
  target: string,
  edition: Edition,
  { quick = false }: { readonly quick?: boolean },
): Promise<string> {
  await setTimes(root, edition.epoch);
  await mkdir(target, { recursive: true });
  const path = join(target, `${name}_${debianVersion(edition.version)}_amd64.deb`);
  const packing = quick ? ['-Zgzip', '-z1'] : ['-Zxz'];
  const built = await runStep('dpkg-deb', ['--root-owner-group', ...packing, '--build', root, path], {
    capture: 'all',
    env: { SOURCE_DATE_EPOCH: String(edition.epoch) },
  });
  if (built.status !== 0) throw new Error(`dpkg-deb ended with status ${String(built.status)}\n${built.output}`);
  await rm(root, { recursive: true });
  return path;
}
