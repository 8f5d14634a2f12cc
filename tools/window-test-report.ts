import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { TestCounts } from './test-report.ts';

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
});

type Suite = { readonly specs: readonly z.infer<typeof specSchema>[]; readonly suites?: readonly Suite[] | undefined };

const suiteSchema: z.ZodType<Suite> = z.object({
  specs: z.array(specSchema),
  suites: z.array(z.lazy(() => suiteSchema)).optional(),
});

const reportSchema = z.object({
  suites: z.array(suiteSchema),
  errors: z.array(z.object({ message: z.string().optional() })),
  stats: z.object({ startTime: z.string() }),
});

function specsOf(suite: Suite): readonly z.infer<typeof specSchema>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

/**
 * Reads Playwright's JSON report by the rules of `readTestReport`: only what ran and went as expected at the first try passed; skipped
 * and flaky tests, errors outside of tests, a run without any test, a report that is missing, unreadable or older than `notBefore`
 * (ms since 1970), and a runner that failed although no test did, all count as failed.
 */
export async function readWindowReport(path: string, notBefore: number, runnerStatus: number): Promise<TestCounts> {
  const failedRun = (complaint: string): TestCounts => ({ passed: 0, failed: 1, complaints: [complaint] });
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return failedRun('the window tests left no readable report');
  }
  const checked = reportSchema.safeParse(parsed);
  if (!checked.success) return failedRun('the report of the window tests is not understood');
  const report = checked.data;
  if (Date.parse(report.stats.startTime) < notBefore) {
    return failedRun('the report of the window tests is from an earlier run');
  }
  const complaints = report.errors.map(({ message }) => `window tests: ${message ?? 'an error without words'}`);
  let passed = 0;
  for (const spec of report.suites.flatMap(specsOf)) {
    if (spec.tests.length === 0) complaints.push(`${spec.file}: ${spec.title} did not run`);
    for (const { projectName, status } of spec.tests) {
      if (status === 'expected') passed += 1;
      else complaints.push(`${projectName}/${spec.file}: ${spec.title} (${status})`);
    }
  }
  if (passed === 0 && complaints.length === 0) complaints.push('no window test ran');
  if (complaints.length === 0 && runnerStatus !== 0) {
    complaints.push(`the window tests ended with status ${runnerStatus} although none failed`);
  }
  return { passed, failed: complaints.length, complaints };
}
