import { underHeading } from './run-step.ts';
import { ensurePackages } from './system-packages.ts';
import type { TestCounts } from './test-report.ts';
import { prepareWindowsTests, runWindowsTests } from './windows/run-tests.ts';
import { winePackages } from './windows/prepare.ts';

/*
 * `npm run test:windows [-- PATH…]`: the tests of what runs on Windows without a window (or those whose path begins so) under Windows' own
 * Node, which Wine runs. Prepares that Windows once. Ends with `N passed, N failed`.
 */

/** All that is run where no path is named. */
const wholeLane = ['test/cli/', 'test/engine/', 'test/host/', 'test/practice/', 'test/windows/'];

/** Windows that run side by side: one waits for most of its time. */
const atOnce = 2;

async function run(paths: readonly string[]): Promise<TestCounts> {
  const packages = await underHeading('system packages', () => ensurePackages(winePackages));
  if (!packages) return { passed: 0, failed: 1, complaints: ['system packages'] };
  const lanes = await underHeading('Windows', () => prepareWindowsTests(atOnce));
  return underHeading('tests under Windows', () => runWindowsTests(lanes, paths));
}

const named = process.argv.slice(2);
const { passed, failed, complaints } = await run(named.length > 0 ? named : wholeLane);
for (const complaint of complaints) process.stdout.write(`   failed: ${complaint}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
