import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages, testPackages, windowPackages } from './system-packages.ts';
import { readTestReport, type TestCounts } from './test-report.ts';
import { readWindowReport } from './window-test-report.ts';
import { winePackages } from './windows/prepare.ts';
import { prepareWindowsTests, runWindowsTests } from './windows/run-tests.ts';

/** A check that is not a test but counts as one: its name and the command that answers 0 when all is well. */
interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The compiler that checks types, three times as fast as the one before it, whose interface the tools that read sources still need. */
const compiler = join(projectRoot, 'node_modules', 'typescript-7', 'bin', 'tsc');

const checks: readonly Check[] = [
  { name: 'lint', command: projectCommand('oxlint'), args: [] },
  { name: 'types', command: process.execPath, args: [compiler, '--noEmit'] },
  {
    name: 'types of the page and its tests',
    command: process.execPath,
    args: [compiler, '--noEmit', '-p', 'test/renderer'],
  },
  { name: 'format', command: projectCommand('oxfmt'), args: ['--check'] },
  { name: 'layers', command: projectCommand('tsx'), args: ['tools/layers.ts'] },
  { name: 'unused code', command: projectCommand('knip'), args: ['--no-progress'] },
];

/** What of `npm run test:windows` waits for nothing but Windows' own ways, and ends soon. */
const windowsTests = ['test/windows/account', 'test/windows/console', 'test/windows/files-'];

const reportPath = join(projectRoot, 'reports', 'vitest.json');
const windowReportPath = join(projectRoot, 'reports', 'playwright.json');
const countPath = join(projectRoot, 'reports', 'count.txt');

/** Runs everything and returns the counts; stops early only where nothing after it could mean anything (no packages, no build). */
async function runAll(): Promise<{ passed: number; failed: number; complaints: string[] }> {
  const total = { passed: 0, failed: 0, complaints: new Array<string>() };
  const count = (name: string, well: boolean): boolean => {
    if (well) total.passed += 1;
    else {
      total.failed += 1;
      total.complaints.push(`check: ${name}`);
    }
    return well;
  };

  const add = ({ passed, failed, complaints }: TestCounts): void => {
    total.passed += passed;
    total.failed += failed;
    total.complaints.push(...complaints.map((complaint) => `test: ${complaint}`));
  };

  const packages = await underHeading('system packages', () =>
    ensurePackages([...testPackages, ...windowPackages, ...winePackages]),
  );
  if (!count('system packages', packages)) return total;
  const build = await underHeading('build', () => runStep(projectCommand('vite'), ['build', '--logLevel', 'warn']));
  if (!count('build', build.status === 0)) return total;
  const page = await underHeading('build of the window', () =>
    runStep(projectCommand('electron-vite'), ['build', '--logLevel', 'warn']),
  );
  if (!count('build of the window', page.status === 0)) return total;
  const windows = prepareWindowsTests(1);
  // Most checks have one thread: two at a time for two cores. What they say is shown as each ends.
  const left = [...checks];
  const takeTurns = async (): Promise<void> => {
    for (let check = left.shift(); check !== undefined; check = left.shift()) {
      const { name, command, args } = check;
      const started = performance.now();
      const end = await runStep(command, args, { capture: 'all' });
      process.stdout.write(`\n── ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n${end.output}`);
      count(name, end.status === 0);
    }
  };
  await Promise.all([takeTurns(), takeTurns()]);
  const startedAt = Date.now();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const runner = await underHeading('tests', () => runStep(projectCommand('vitest'), ['run', ...reporters]));
  const tests = await readTestReport(reportPath, startedAt, runner.status);
  add(tests);
  // Both wait more than they work.
  const underWindows = windows.then((lanes) => runWindowsTests(lanes, windowsTests));
  const windowStartedAt = Date.now();
  const window = await underHeading('window tests', () => runStep(projectCommand('playwright'), ['test']));
  add(await readWindowReport(windowReportPath, windowStartedAt, window.status));
  add(await underHeading('Windows (began with the window tests)', () => underWindows));
  return total;
}

await mkdir(join(projectRoot, 'reports'), { recursive: true });
for (const path of [reportPath, windowReportPath, countPath]) await rm(path, { force: true });

const start = performance.now();
const total = await runAll();
process.stdout.write(`\n── summary ${'─'.repeat(70)}\n`);
for (const complaint of total.complaints) process.stdout.write(`   failed: ${complaint}\n`);
process.stdout.write(`   ${((performance.now() - start) / 1000).toFixed(0)} s in all\n`);
const countLine = `${total.passed} passed, ${total.failed} failed`;
await writeFile(countPath, `${countLine}\n`);
process.stdout.write(`${countLine}\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
