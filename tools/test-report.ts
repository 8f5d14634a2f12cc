import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const reportSchema = z.object({
  success: z.boolean(),
  startTime: z.number(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** How many tests passed and failed, and a line for each thing that failed. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly complaints: readonly string[];
}

/** What a failure says before its stack: at most four lines of at most 300 characters. */
function firstLines(message: string | undefined): readonly string[] {
  const lines = (message ?? '').split('\n').map((line) => line.trim());
  const stack = lines.findIndex((line) => line.startsWith('at '));
  return lines
    .slice(0, stack === -1 ? undefined : stack)
    .filter((line) => line !== '')
    .slice(0, 4)
    .map((line) => line.slice(0, 300));
}

/**
 * Reads vitest's JSON report. Also counted as failed: a test file that could not be loaded, a skipped test, a run without any test,
 * a report that is missing, unreadable or older than `notBefore` (ms since 1970), and a runner that failed although no test did.
 * A skipped test that is known to be left out counts as nothing.
 */
export async function readTestReport(
  path: string,
  notBefore: number,
  runnerStatus: number,
  isLeftOut: (path: string, name: string) => boolean = () => false,
): Promise<TestCounts> {
  const failedRun = (complaint: string): TestCounts => ({ passed: 0, failed: 1, complaints: [complaint] });
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return failedRun('the test runner left no readable report');
  }
  const checked = reportSchema.safeParse(parsed);
  if (!checked.success) return failedRun('the report of the test runner is not understood');
  const report = checked.data;
  if (report.startTime < notBefore) return failedRun('the report of the test runner is from an earlier run');

  const complaints: string[] = [];
  let failed = 0;
  for (const file of report.testResults) {
    const failures = file.assertionResults.filter((each) => each.status === 'failed');
    for (const { fullName, failureMessages } of failures) {
      complaints.push([`${file.name}: ${fullName}`, ...firstLines(failureMessages?.[0])].join('\n      '));
    }
    failed += failures.length;
    if (file.status === 'failed' && failures.length === 0) {
      failed += 1;
      complaints.push(`${file.name}: the file failed outside of its tests`);
    }
    for (const skipped of file.assertionResults.filter(
      (each) => each.status !== 'failed' && each.status !== 'passed' && !isLeftOut(file.name, each.fullName),
    )) {
      failed += 1;
      complaints.push(`${file.name}: ${skipped.fullName} did not run (${skipped.status})`);
    }
  }
  if (report.numPassedTests + report.numFailedTests === 0) {
    failed += 1;
    complaints.push('no test ran');
  }
  if (failed === 0 && (runnerStatus !== 0 || !report.success)) {
    failed += 1;
    complaints.push(`the test runner ended with status ${runnerStatus} although no test failed`);
  }
  return { passed: report.numPassedTests, failed, complaints };
}
