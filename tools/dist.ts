import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { currentEdition } from './dist/edition.ts';
import { packServerDeb, stageServerDeb } from './dist/debian.ts';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';

/* `npm run dist`: builds Mailroom and makes its packages, into `dist/`. The same sources make the same bytes. */

const target = join(projectRoot, 'dist');
const work = join(projectRoot, 'out', 'dist');

const edition = await currentEdition();
await rm(work, { recursive: true, force: true });
const build = await underHeading('build', () => runStep(projectCommand('vite'), ['build', '--logLevel', 'warn']));
if (build.status === 0) {
  const staged = join(work, 'server-linux');
  const path = await underHeading('server package for Debian', async () => {
    await stageServerDeb(staged, edition);
    return packServerDeb(staged, target, edition);
  });
  const { size } = await stat(path);
  process.stdout.write(`   ${basename(path)}: ${(size / 1e6).toFixed(1)} MB\n`);
} else process.exitCode = 1;
