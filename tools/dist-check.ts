import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianRootPackages } from './dist/check/debian-root.ts';
import { checkServerDeb, type Finding } from './dist/check/server-deb.ts';
import { currentEdition } from './dist/edition.ts';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages } from './system-packages.ts';

/*
 * `npm run dist:check`: makes the packages, installs, upgrades and removes them in systems of their own, and says of each thing that must
 * be true whether it is. Ends with `N passed, N failed`.
 */

const findings: Finding[] = [];
function tell(finding: Finding): void {
  findings.push(finding);
  process.stdout.write(`   ${finding.ok ? 'ok     ' : 'FAILED '} ${finding.what}: ${finding.seen}\n`);
}

const packages = await underHeading('system packages', () =>
  ensurePackages([...debianRootPackages, { name: 'lintian', brings: 'lintian' }]),
);
tell({ what: 'system packages', ok: packages, seen: '' });
if (packages) {
  const build = await underHeading('build', () => runStep(projectCommand('vite'), ['build', '--logLevel', 'warn']));
  tell({ what: 'build', ok: build.status === 0, seen: '' });
  if (build.status === 0) {
    const work = join(projectRoot, 'out', 'dist-check');
    await underHeading('server package for Debian', async () => checkServerDeb(work, await currentEdition(), tell));
  }
}
/** Puts what was found into the table at the end of docs/packages.md. */
async function writeTable(): Promise<void> {
  const page = join(projectRoot, 'docs/packages.md');
  const text = await readFile(page, 'utf8');
  const head = text.slice(0, text.indexOf('\n', text.lastIndexOf('\n| -') + 1) + 1);
  const rows = findings
    .filter(({ seen }) => seen !== '')
    .map(({ what, seen }) => `| ${what} | ${seen.replaceAll('|', '\\|')} |\n`);
  await writeFile(page, head + rows.join(''));
  await runStep(projectCommand('oxfmt'), [page]);
}

const failed = findings.filter(({ ok }) => !ok).length;
if (failed === 0) await writeTable();
process.stdout.write(`${String(findings.length - failed)} passed, ${String(failed)} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
