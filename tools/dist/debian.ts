import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../run-step.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './completions.ts';
import { debianVersion, packDeb, packed, put, putControl, putDocuments, setModes, type ControlFields } from './deb.ts';
import { describeCommands } from './describe-commands.ts';
import { editionDay, type Edition } from './edition.ts';
import { manualPages } from './manual.ts';
import { linux, stage } from './stage.ts';

const parts = join(projectRoot, 'packaging/debian');
/** Files of a package that stay as an administrator changed them (Debian Policy 10.7). */
const configurationFiles = ['/etc/mailroom/environment', '/etc/mailroom/policy.example.json'];

async function putPart(name: string, path: string, mode = 0o644): Promise<void> {
  await put(path, await readFile(join(parts, name)), mode);
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

const control: ControlFields = {
  name: 'mailroom-server',
  fields: [
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
  ],
};

async function putScripts(root: string, { version }: Edition): Promise<void> {
  const folder = join(root, 'DEBIAN');
  await put(join(folder, 'conffiles'), `${configurationFiles.join('\n')}\n`);
  await putPart('templates', join(folder, 'templates'));
  for (const script of ['config', 'postinst', 'prerm', 'postrm']) {
    const text = await readFile(join(parts, script), 'utf8');
    await put(join(folder, script), text.replaceAll('@VERSION@', debianVersion(version)), 0o755);
  }
}

/** What lies in `/usr/lib/mailroom`: makes it in `folder` (absolute, not there yet). */
export async function stageServerDeb(folder: string, edition: Edition): Promise<void> {
  await stage(folder, linux, 'server', { name: 'mailroom-server', kind: 'deb', platform: 'linux-x64' }, edition);
}

/**
 * The package for Linux servers out of what was staged: puts it into `target` (absolute) and returns its path. `quick` packs it nearly
 * not at all, for trying it.
 */
export async function packServerDeb(
  staged: string,
  target: string,
  edition: Edition,
  options: { readonly quick?: boolean } = {},
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
  await putDocuments(root, 'mailroom-server', join(parts, 'copyright'), edition);
  await putControl(root, control, edition);
  await putScripts(root, edition);
  return packDeb(root, 'mailroom-server', target, edition, options);
}
