import { join } from 'node:path';
import { underHeading } from '../run-step.ts';
import type { TestCounts } from '../test-report.ts';
import { readTestReport } from '../test-report.ts';
import { layProject, prepareWindows } from './prepare.ts';
import { startWindowsNode } from './wine-node.ts';

/** The longest a run of tests on Windows may take, ms. */
const maxMs = 3_600_000;

/** Runs tests (paths or beginnings of paths below the project's root; none: all that concern Windows) under Windows' Node and counts them. */
export async function runWindowsTests(paths: readonly string[]): Promise<TestCounts> {
  const lane = await underHeading('Windows', prepareWindows);
  await layProject(lane);
  const startedAt = Date.now();
  // Threads: output of forked processes would need pipes.
  const runner = ['node_modules/vitest/vitest.mjs', 'run', ...paths, '--pool=threads'];
  const reporters = ['--reporter=json', '--outputFile.json=reports/vitest.json'];
  const end = await underHeading(
    'tests on Windows',
    () => startWindowsNode(lane, [...runner, ...reporters], { cwd: lane.project, maxMs }).ended,
  );
  if (end.status !== 0) process.stdout.write(`${end.stderr.slice(-4000)}\n`);
  return readTestReport(join(lane.project, 'reports/vitest.json'), startedAt, end.status);
}
