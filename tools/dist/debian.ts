import { createHash } from 'node:crypto';
import { chmod, cp, lutimes, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot, runStep } from '../run-step.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './completions.ts';
import { describeCommands } from './describe-commands.ts';
import { editionDay, type Edition } from './edition.ts';
import { manualPages } from './manual.ts';
import { linuxServer, sizeOf, stageServer } from './stage-server.ts';

const parts = join(projectRoot, 'packaging/debian');
/** Who answers for the package (Debian Policy 5.6.2); a company that makes its own says its name. */
const maintainer = process.env['MAILROOM_MAINTAINER'] ?? 'Mailroom <mailroom@localhost>';

/** Files of a package that stay as an administrator changed them (Debian Policy 10.7). */
const configurationFiles = ['/etc/mailroom/environment', '/etc/mailroom/policy.example.json'];

async function put(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, mode);
}

async function putPart(name: string, path: string, mode = 0o644): Promise<void> {
  await put(path, await readFile(join(parts, name)), mode);
}

/** As policy wants documents: packed as small as can be, without name and time. */
function packed(text: string): Uint8Array {
  return gzipSync(text, { level: 9 });
}

/** Modes as in Debian's packages: what can be run is 0755, all else 0644. */
async function setModes(folder: string, programs: ReadonlySet<string>): Promise<void> {
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

async function putManual(root: string, edition: Edition): Promise<void> {
  const footer = { version: edition.version, date: editionDay(edition) };
  for (const [language, place] of [
    ['en', 'man1'],
    ['de', 'de/man1'],
  ] as const) {
    for (const { name, text } of manualPages(describeCommands(language), language, footer)) {
      await put(join(root, 'usr/share/man', place, `${name}.gz`), packed(text));
    }
  }
}

async function putCompletions(root: string): Promise<void> {
  const program = describeCommands('en');
  const share = join(root, 'usr/share');
  await put(join(share, 'bash-completion/completions/mailroom'), bashCompletion(program));
  await put(join(share, 'zsh/vendor-completions/_mailroom'), zshCompletion(program));
  await put(join(share, 'fish/vendor_completions.d/mailroom.fish'), fishCompletion(program));
}

async function putDocuments(root: string, { version, epoch }: Edition): Promise<void> {
  const documents = join(root, 'usr/share/doc/mailroom-server');
  const date = new Date(epoch * 1_000).toUTCString().replace('GMT', '+0000');
  const entry = `mailroom-server (${debianVersion(version)}) stable; urgency=medium\n\n  * See changelog.gz.\n\n -- ${maintainer}  ${date}\n`;
  await putPart('copyright', join(documents, 'copyright'));
  await put(join(documents, 'changelog.gz'), packed(await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8')));
  await put(join(documents, 'changelog.Debian.gz'), packed(entry));
}

async function putControl(root: string, edition: Edition): Promise<void> {
  const control = join(root, 'DEBIAN');
  const installed = Math.ceil((await sizeOf(root)) / 1_024);
  const fields = [
    'Package: mailroom-server',
    `Version: ${debianVersion(edition.version)}`,
    'Architecture: amd64',
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${String(installed)}`,
    'Pre-Depends: init-system-helpers (>= 1.54~)',
    'Depends: adduser, debconf (>= 0.5) | debconf-2.0, libc6 (>= 2.29), libgcc-s1, libstdc++6 (>= 8)',
    'Recommends: ca-certificates, systemd',
    'Suggests: sane-utils, tesseract-ocr',
    'Section: utils',
    'Priority: optional',
    'Description: document intake from folders and scanners, without a window',
    ' Takes files in from watched folders and scanners, keeps them in a durable',
    ' journal, sends them to a document processing service and writes the XML',
    ' that comes back. Brings its own Node.js.',
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
  await put(join(control, 'control'), `${fields.join('\n')}\n`);
  await put(join(control, 'conffiles'), `${configurationFiles.join('\n')}\n`);
  await put(join(control, 'md5sums'), sums.join(''));
  await putPart('templates', join(control, 'templates'));
  for (const script of ['config', 'postinst', 'prerm', 'postrm']) {
    const text = await readFile(join(parts, script), 'utf8');
    await put(join(control, script), text.replaceAll('@VERSION@', debianVersion(edition.version)), 0o755);
  }
}

/** A version as dpkg orders it: what comes before a release (1.0.0-rc.1) sorts before it with a tilde. */
function debianVersion(version: string): string {
  return version.replace('-', '~');
}

/** What lies in `/usr/lib/mailroom`: makes it in `folder` (absolute, not there yet). */
export async function stageServerDeb(folder: string, edition: Edition): Promise<void> {
  await stageServer(folder, linuxServer, { name: 'mailroom-server', kind: 'deb', platform: 'linux-x64' }, edition);
}

/**
 * The package for Linux servers out of what was staged: puts it into `target` (absolute) and returns its path. `quick` packs it nearly
 * not at all, for trying it.
 */
export async function packServerDeb(
  staged: string,
  target: string,
  edition: Edition,
  { quick = false }: { readonly quick?: boolean } = {},
): Promise<string> {
  const root = `${staged}.deb`;
  const home = join(root, 'usr/lib/mailroom');
  await rm(root, { recursive: true, force: true });
  await cp(staged, home, { recursive: true });
  await setModes(root, new Set([join(home, 'node')]));
  await putPart('mailroom', join(root, 'usr/bin/mailroom'), 0o755);
  await putPart('mailroom.service', join(root, 'usr/lib/systemd/system/mailroom.service'));
  await putPart('environment', join(root, 'etc/mailroom/environment'), 0o600);
  await putPart('policy.example.json', join(root, 'etc/mailroom/policy.example.json'));
  await putPart('lintian-overrides', join(root, 'usr/share/lintian/overrides/mailroom-server'));
  await putManual(root, edition);
  await putCompletions(root);
  await putDocuments(root, edition);
  await putControl(root, edition);
  await setTimes(root, edition.epoch);
  await mkdir(target, { recursive: true });
  const path = join(target, `mailroom-server_${debianVersion(edition.version)}_amd64.deb`);
  const packing = quick ? ['-Zgzip', '-z1'] : ['-Zxz'];
  const built = await runStep('dpkg-deb', ['--root-owner-group', ...packing, '--build', root, path], {
    capture: 'all',
    env: { SOURCE_DATE_EPOCH: String(edition.epoch) },
  });
  if (built.status !== 0) throw new Error(`dpkg-deb ended with status ${String(built.status)}\n${built.output}`);
  await rm(root, { recursive: true });
  return path;
}
