import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildStation } from '../../test/support/build-station.ts';
import { projectRoot, runStep, underHeading } from '../run-step.ts';
import type { TestCounts } from '../test-report.ts';
import { readTestReport } from '../test-report.ts';
import { isLeftOut, readLeftOut, type LeftOut } from './left-out.ts';
import { builtStation, layProject, prepareWindows, type WindowsLane } from './prepare.ts';
import { startWindowsNode, wineEnvironment } from './wine-node.ts';

/** Files that one run of vitest takes: starting it costs seconds, and where it hangs the others of its run are lost. */
const filesAtOnce = 4;
/** The longest a run may take, ms: so much, and so much more for each of its files. */
const startMs = 240_000;
const fileMs = 480_000;

async function testFiles(beginnings: readonly string[]): Promise<readonly string[]> {
  const below = await readdir(join(projectRoot, 'test'), { recursive: true });
  return below
    .filter((path) => /\.test\.tsx?$/u.test(path))
    .map((path) => `test/${path}`)
    .filter((path) => beginnings.some((beginning) => path.startsWith(beginning)))
    .sort();
}

/** One run of vitest; what did not end in time counts as failed, file by file. */
async function runTogether(lane: WindowsLane, files: readonly string[], left: readonly LeftOut[]): Promise<TestCounts> {
  const startedAt = Date.now();
  const report = join(lane.project, 'reports/vitest.json');
  // `gc`: tests that opened a database themselves collect its statements before they remove its file.
  const runner = [
    '--expose-gc',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=tools/windows/vitest.config.ts',
    ...files,
  ];
  const reporters = ['--reporter=verbose', '--reporter=json', '--outputFile.json=reports/vitest.json'];
  const maxMs = startMs + files.length * fileMs;
  const { status, stdout, stderr } = await startWindowsNode(lane, [...runner, ...reporters], {
    cwd: lane.project,
    maxMs,
  }).ended;
  if (status === 124) {
    await runStep('wineserver-stable', ['-k'], { env: wineEnvironment(lane.prefix) });
    process.stdout.write(`${stdout.slice(-4_000)}\n`);
    const seconds = maxMs / 1_000;
    return { passed: 0, failed: files.length, complaints: files.map((file) => `${file}: not done after ${seconds} s`) };
  }
  const counts = await readTestReport(report, startedAt, status, (path, name) => isLeftOut(left, path, name));
  if (counts.passed === 0) process.stdout.write(`${stderr.slice(-2_000)}\n`);
  return counts;
}

/**
 * Lays this state of the project beside a prepared Windows, with the command, the threads and the stations that Linux builds. Answers what
 * went wrong as text.
 */
export async function prepareWindowsTests(): Promise<WindowsLane | string> {
  try {
    const lane = await prepareWindows();
    await layProject(lane);
    await buildStation(join(lane.project, builtStation));
    return lane;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs tests (beginnings of paths below the project's root) under Windows' Node and counts them. */
export async function runWindowsTests(lane: WindowsLane | string, beginnings: readonly string[]): Promise<TestCounts> {
  if (typeof lane === 'string') return { passed: 0, failed: 1, complaints: [`Windows was not prepared: ${lane}`] };
  const left = await readLeftOut();
  const files = (await testFiles(beginnings)).filter(
    (file) => !left.some(({ path, name }) => path === file && name === null),
  );
  if (files.length === 0) return { passed: 0, failed: 1, complaints: [`no tests below ${beginnings.join(', ')}`] };
  const total = { passed: 0, failed: 0, complaints: new Array<string>() };
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const group = files.slice(at, at + filesAtOnce);
    const { passed, failed, complaints } = await underHeading(`Windows: ${group[0] ?? ''} …`, () =>
      runTogether(lane, group, left),
    );
    process.stdout.write(`   ${passed} passed, ${failed} failed\n`);
    for (const complaint of complaints) process.stdout.write(`   failed: ${complaint}\n`);
    total.passed += passed;
    total.failed += failed;
    total.complaints.push(...complaints);
  }
  return total;
}
