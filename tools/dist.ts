import { createPrivateKey } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { currentEdition } from './dist/edition.ts';
import { packServerDeb, stageServerDeb } from './dist/debian.ts';
import { putPolicyTemplates } from './dist/policy/policy-templates.ts';
import { writeManifest } from './dist/update-manifest.ts';
import { buildWindow, systemOf, type ElectronPlace } from './dist/window/electron-app.ts';
import { packPreviewDeb, stagePreviewDeb } from './dist/window/preview-deb.ts';
import { packServerMsi } from './dist/windows/msi.ts';
import { packServerNsis } from './dist/windows/nsis.ts';
import { stageServerWindows, windowsPackers } from './dist/windows/tree.ts';
import { projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages } from './system-packages.ts';

/*
 * `npm run dist`: builds Mailroom and makes its packages, into `dist/`. The same sources make the same bytes. `--window` makes those of the
 * window, too, with the Electron of `--electron-dist DIR` or `--electron-mirror URL`; `--sign-update KEY` signs them as an update.
 */

const { values: options } = parseArgs({
  options: {
    window: { type: 'boolean', default: false },
    'electron-dist': { type: 'string' },
    'electron-mirror': { type: 'string' },
    arch: { type: 'string', default: 'x64' },
    'sign-update': { type: 'string' },
  },
});
const target = join(projectRoot, 'dist');
const work = join(projectRoot, 'out', 'dist');

async function made(path: string): Promise<void> {
  process.stdout.write(`   ${basename(path)}: ${((await stat(path)).size / 1e6).toFixed(1)} MB\n`);
}

function fails(sentence: string): void {
  process.stdout.write(`   ${sentence}\n`);
  process.exitCode = 1;
}

/** Where Electron comes from, and for which system; in one sentence what is missing, where nobody said it. */
async function chosenElectron(): Promise<{ place: ElectronPlace; os: 'linux' | 'win32' | 'darwin' } | string> {
  const { 'electron-dist': given, 'electron-mirror': mirror } = options;
  const own = process.platform;
  if (mirror !== undefined) return { place: { mirror }, os: own === 'win32' || own === 'darwin' ? own : 'linux' };
  if (given === undefined)
    return 'The window’s packages were left out: name an unpacked Electron (--electron-dist DIR) or a mirror of its releases (--electron-mirror URL).';
  const dist = resolve(given);
  const os = await systemOf(dist);
  return os === null
    ? `The window’s packages were left out: ${dist} holds no unpacked Electron.`
    : { place: { dist }, os };
}

/** Makes the window's packages, and answers the paths of what was made; empty where not all of them could be. */
async function makeWindow(): Promise<readonly string[]> {
  const chosen = await chosenElectron();
  if (typeof chosen === 'string') {
    fails(chosen);
    return [];
  }
  const cpu = options.arch === 'arm64' ? 'arm64' : 'x64';
  const parts = { ...chosen, cpu, edition, work: join(work, 'window'), target } as const;
  try {
    const paths = await buildWindow({ ...parts, kinds: 'packages' });
    for (const path of paths) await made(path);
    return paths;
  } catch (error) {
    fails(`The window’s packages could not all be made: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

const edition = await currentEdition();
await rm(work, { recursive: true, force: true });
const build = await underHeading('build', () => runStep('npm', ['run', '--silent', 'build'], { capture: 'all' }));
if (build.status !== 0) process.stdout.write(build.output);
const packers = await underHeading('system packages', () => ensurePackages(windowsPackers));

if (build.status === 0 && packers) {
  await underHeading('administrative templates', () =>
    putPolicyTemplates(join(target, 'PolicyDefinitions'), edition.version),
  );
  await underHeading('server package for Debian', async () => {
    const staged = join(work, 'server-linux');
    await stageServerDeb(staged, edition);
    await made(await packServerDeb(staged, target, edition));
  });
  await underHeading('server packages for Windows', async () => {
    const staged = join(work, 'server-windows');
    await stageServerWindows(staged, edition);
    await made(await packServerMsi(staged, target, edition));
    await made(await packServerNsis(staged, target, edition));
  });
  await underHeading('preview of the window for Debian', async () => {
    const staged = join(work, 'preview');
    await stagePreviewDeb(staged, edition);
    await made(await packPreviewDeb(staged, target, edition));
  });
  const window = options.window ? await underHeading('packages of the window', makeWindow) : [];
  const { 'sign-update': key } = options;
  if (key !== undefined) {
    await underHeading('update', async () => {
      try {
        const signing = createPrivateKey(await readFile(key));
        // What else lies there is of an earlier build.
        const wanted = { version: edition.version, days: 90, now: Date.now() };
        const { version, expires } = await writeManifest(window, signing, wanted);
        process.stdout.write(`   ${version}, until ${expires}\n`);
      } catch (error) {
        fails(`No update was signed: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }
} else process.exitCode = 1;
