import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages, proxyPackages } from './system-packages.ts';

/*
 * `npm run test:proxies`: the command line through real Squids, one of which lets in by tickets of a real key distribution centre (MIT
 * Kerberos), by a proxy script and by GNOME's settings. Debian starts its own Squid and KDC as they are installed; the tests start theirs.
 * The library for tickets is made here as an administrator makes it, and leaves node_modules with the tests.
 */

const kerberos = 'kerberos@7.0.0';

async function main(): Promise<number> {
  if (!(await underHeading('system packages', () => ensurePackages(proxyPackages)))) return 1;
  const place = join(projectRoot, 'out', 'kerberos');
  await mkdir(place, { recursive: true });
  const args = ['install', '--prefix', place, '--no-save', '--nodedir', dirname(dirname(process.execPath)), kerberos];
  const made = await underHeading('library for tickets', () => runStep('npm', args));
  if (made.status !== 0) return 1;
  const link = join(projectRoot, 'node_modules', 'kerberos');
  await rm(link, { recursive: true, force: true });
  await symlink(join(place, 'node_modules', 'kerberos'), link);
  try {
    const config = join('tools', 'proxies.vitest.config.ts');
    const tests = await underHeading('tests', () =>
      runStep(projectCommand('vitest'), ['run', '--config', config, ...process.argv.slice(2)]),
    );
    return tests.status;
  } finally {
    await rm(link, { force: true });
  }
}

process.exitCode = await main();
