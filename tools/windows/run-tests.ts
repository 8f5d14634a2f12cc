import { readdir } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { buildStation } from '../../test/support/build-station.ts';
import { projectRoot, runStep } from '../run-step.ts';
import { together } from '../../vitest.config.ts';
import type { TestCounts } from '../test-report.ts';
import { readTestReport } from '../test-report.ts';
import { isLeftOut, readLeftOut, type LeftOut } from './left-out.ts';
import { builtStation, layProject, prepareWindows, type WindowsLane } from './prepare.ts';
import { startWindowsNode, wineEnvironment } from './wine-node.ts';

/**
 * How many files one run of vitest takes, and how long it may take for each, ms. Where it hangs the others of its run are lost, but
 * what files that share a process import is loaded once a run, which under Wine takes as long as many of their tests.
 */
const sharing = { atOnce: 12, fileMs: 120_000, flags: ['--isolate=false'] };
const apart = { atOnce: 4, fileMs: 240_000, flags: [] };
/** The same for its start, ms. */
const startMs = 120_000;

/** Files that are run together. */
interface Group {
  readonly files: readonly string[];
  readonly way: Pick<typeof sharing, 'fileMs' | 'flags'>;
}

function inGroups(files: readonly string[]): Group[] {
  const shares = (file: string): boolean => together.some((pattern) => matchesGlob(file, pattern));
  const cut = (some: readonly string[], way: typeof sharing): readonly Group[] =>
    Array.from({ length: Math.ceil(some.length / way.atOnce) }, (_, at) => ({
      files: some.slice(at * way.atOnce, (at + 1) * way.atOnce),
      way,
    }));
  return [
    ...cut(files.filter(shares), sharing),
    ...cut(
      files.filter((file) => !shares(file)),
      apart,
    ),
  ];
}

async function testFiles(beginnings: readonly string[]): Promise<readonly string[]> {
  const below = await readdir(join(projectRoot, 'test'), { recursive: true });
  return below
    .filter((path) => /\.test\.tsx?$/u.test(path))
    .map((path) => `test/${path}`)
    .filter((path) => beginnings.some((beginning) => path.startsWith(beginning)))
    .sort();
}

/** One run of vitest; what did not end in time counts as failed, file by file. */
async function runTogether(lane: WindowsLane, { files, way }: Group, left: readonly LeftOut[]): Promise<TestCounts> {
  const startedAt = Date.now();
  const report = join(lane.project, 'reports/vitest.json');
  // `gc`: tests that opened a database themselves collect its statements before they remove its file.
  const runner = [
    '--expose-gc',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=tools/windows/vitest.config.ts',
    ...way.flags,
    ...files,
  ];
  const reporters = ['--reporter=verbose', '--reporter=json', '--outputFile.json=reports/vitest.json'];
  const maxMs = startMs + files.length * way.fileMs;
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
 * Lays this state of the project beside so many prepared Windows, with the command, the threads and the stations that Linux builds. Answers
 * what went wrong as text.
 */
export async function prepareWindowsTests(count: number): Promise<readonly WindowsLane[] | string> {
  try {
    const lanes: WindowsLane[] = [];
    for (let number = 1; number <= count; number += 1) {
      const lane = await prepareWindows(number);
      await layProject(lane);
      await buildStation(join(lane.project, builtStation));
      lanes.push(lane);
    }
    return lanes;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Runs tests (beginnings of paths below the project's root) under Windows' Node and counts them: a few files at a time in each of the
 * Windows, and a line for each such group as it ends. Ends with a line for each file about what Windows does not have, which is not run.
 */
export async function runWindowsTests(
  lanes: readonly WindowsLane[] | string,
  beginnings: readonly string[],
): Promise<TestCounts> {
  if (typeof lanes === 'string') return { passed: 0, failed: 1, complaints: [`Windows was not prepared: ${lanes}`] };
  const left = await readLeftOut();
  const named = await testFiles(beginnings);
  const files = named.filter((file) => !left.some(({ path, name }) => path === file && name === null));
  if (files.length === 0) return { passed: 0, failed: 1, complaints: [`no tests below ${beginnings.join(', ')}`] };
  const groups = inGroups(files);
  const total = { passed: 0, failed: 0, complaints: new Array<string>() };
  const runIn = async (lane: WindowsLane): Promise<void> => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const start = performance.now();
      const { passed, failed, complaints } = await runTogether(lane, group, left);
      const seconds = ((performance.now() - start) / 1_000).toFixed(0);
      process.stdout.write(`   ${seconds} s: ${passed} passed, ${failed} failed: ${group.files.join(' ')}\n`);
      for (const complaint of complaints) process.stdout.write(`   failed: ${complaint}\n`);
      total.passed += passed;
      total.failed += failed;
      total.complaints.push(...complaints);
    }
  };
  await Promise.all(lanes.map(runIn));
  for (const { path, reason } of left.filter(({ path, isForeign }) => isForeign && named.includes(path)))
    process.stdout.write(`   not run: ${path}: ${reason}\n`);
  return total;
}
