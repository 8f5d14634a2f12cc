import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianRootPackages } from './dist/check/debian-root.ts';
import type { Finding } from './dist/check/finding.ts';
import { checkServerDeb } from './dist/check/server-deb.ts';
import { checkPreviewDeb } from './dist/check/preview-deb.ts';
import { checkServerWindows } from './dist/check/server-windows.ts';
import { checkWindowApp } from './dist/check/window-app.ts';
import { currentEdition } from './dist/edition.ts';
import { windowsPackers } from './dist/windows/tree.ts';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages } from './system-packages.ts';
import { winePackages } from './windows/prepare.ts';

/*
 * `npm run dist:check`: makes the packages, installs, upgrades and removes them in systems of their own, and says of each thing that must
 * be true whether it is. Ends with `N passed, N failed`.
 */

const findings: Finding[] = [];
function tell(finding: Finding): void {
  findings.push(finding);
  process.stdout.write(`   ${finding.ok ? 'ok     ' : 'FAILED '} ${finding.what}: ${finding.seen}\n`);
}

/** Each part by its name, so that one can be tried alone: `npm run dist:check -- windows`. */
const parts = {
  debian: { heading: 'server package for Debian', check: checkServerDeb },
  window: { heading: 'application of the window', check: checkWindowApp },
  preview: { heading: 'preview of the window for Debian', check: checkPreviewDeb },
  windows: { heading: 'server packages for Windows', check: checkServerWindows },
};
const named = process.argv.slice(2);
const chosen = Object.entries(parts).filter(([name]) => named.length === 0 || named.includes(name));

const needed = [...debianRootPackages, { name: 'lintian', brings: 'lintian' }, ...windowsPackers, ...winePackages];
const packages = await underHeading('system packages', () => ensurePackages(needed));
tell({ what: 'system packages', ok: packages, seen: '' });
if (packages) {
  const build = await underHeading('build', () => runStep('npm', ['run', '--silent', 'build'], { capture: 'all' }));
  tell({ what: 'build', ok: build.status === 0, seen: '' });
  if (build.status === 0) {
    const edition = await currentEdition();
    for (const [name, { heading, check }] of chosen)
      await underHeading(heading, () => check(join(projectRoot, 'out/dist-check', name), edition, tell));
  }
}

/** Puts what was found into the table at the end of docs/packages.md; where not all was tried (`isAll`), what is there of the rest stays. */
async function writeTable(isAll: boolean): Promise<void> {
  const page = join(projectRoot, 'docs/packages.md');
  const text = await readFile(page, 'utf8');
  const start = text.indexOf('\n', text.lastIndexOf('\n| -') + 1) + 1;
  const nameOf = (row: string): string => row.split('|')[1]?.trim() ?? '';
  const before = isAll ? [] : text.slice(start).split('\n');
  const rows = new Map(before.filter((row) => row !== '').map((row) => [nameOf(row), row]));
  for (const { what, seen } of findings)
    if (seen !== '') rows.set(what, `| ${what} | ${seen.replaceAll('|', '\\|')} |`);
  await writeFile(page, `${text.slice(0, start)}${[...rows.values()].join('\n')}\n`);
  await runStep(projectCommand('oxfmt'), [page]);
}

const failed = findings.filter(({ ok }) => !ok).length;
if (failed === 0) await writeTable(chosen.length === Object.keys(parts).length);
process.stdout.write(`${String(findings.length - failed)} passed, ${String(failed)} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
