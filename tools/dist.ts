import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { currentEdition } from './dist/edition.ts';
import { packServerDeb, stageServerDeb } from './dist/debian.ts';
import { putPolicyTemplates } from './dist/policy/policy-templates.ts';
import { packServerMsi } from './dist/windows/msi.ts';
import { packServerNsis } from './dist/windows/nsis.ts';
import { stageServerWindows, windowsPackers } from './dist/windows/tree.ts';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages } from './system-packages.ts';

/* `npm run dist`: builds Mailroom and makes its packages, into `dist/`. The same sources make the same bytes. */

const target = join(projectRoot, 'dist');
const work = join(projectRoot, 'out', 'dist');

const edition = await currentEdition();
await rm(work, { recursive: true, force: true });
const build = await underHeading('build', () => runStep(projectCommand('vite'), ['build', '--logLevel', 'warn']));
const packers = await underHeading('system packages', () => ensurePackages(windowsPackers));
async function made(path: string): Promise<void> {
  process.stdout.write(`   ${basename(path)}: ${((await stat(path)).size / 1e6).toFixed(1)} MB\n`);
}

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
} else process.exitCode = 1;
