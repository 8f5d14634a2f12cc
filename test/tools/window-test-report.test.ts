import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWindowReport } from '../../tools/window-test-report.ts';
import { makeTestFolder } from '../support/ports.ts';

type Ran = readonly [title: string, status: string | null];

/** A report as Playwright writes it: a file with tests of its own and one group of tests. Null = the test did not run. */
async function writeReport(
  ran: readonly Ran[],
  { errors = [], startTime = 2_000 }: { readonly errors?: readonly string[]; readonly startTime?: number } = {},
): Promise<string> {
  const specs = ran.map(([title, status]) => ({
    title,
    file: 'shell.e2e.ts',
    ok: status === 'expected',
    tests: status === null ? [] : [{ projectName: 'e2e', status }],
  }));
  const report = {
    suites: [{ title: 'shell.e2e.ts', specs: specs.slice(0, 1), suites: [{ title: 'group', specs: specs.slice(1) }] }],
    errors: errors.map((message) => ({ message })),
    stats: { startTime: new Date(startTime).toISOString() },
  };
  const path = join(await makeTestFolder(), 'playwright.json');
  await writeFile(path, JSON.stringify(report));
  return path;
}

const well: readonly Ran[] = [
  ['one', 'expected'],
  ['two', 'expected'],
];

describe('the report of the window tests', () => {
  it('counts tests in files and in groups', async () => {
    expect(await readWindowReport(await writeReport(well), 1_000, 0)).toEqual({ passed: 2, failed: 0, complaints: [] });
  });

  it.each(['unexpected', 'flaky', 'skipped'])('names a test that was %s', async (status) => {
    expect(await readWindowReport(await writeReport([...well, ['three', status]]), 1_000, 1)).toEqual({
      passed: 2,
      failed: 1,
      complaints: [`e2e/shell.e2e.ts: three (${status})`],
    });
  });

  it('counts a test that did not run, and an error outside of tests', async () => {
    const path = await writeReport([...well, ['three', null]], { errors: ['the display did not start'] });
    expect(await readWindowReport(path, 1_000, 1)).toMatchObject({
      passed: 2,
      failed: 2,
      complaints: ['window tests: the display did not start', 'shell.e2e.ts: three did not run'],
    });
  });

  it('is a failure when no window test ran, whatever the status says', async () => {
    expect(await readWindowReport(await writeReport([]), 1_000, 0)).toEqual({
      passed: 0,
      failed: 1,
      complaints: ['no window test ran'],
    });
  });

  it('is a failure when the run failed although no test did', async () => {
    expect(await readWindowReport(await writeReport(well), 1_000, 1)).toMatchObject({ passed: 2, failed: 1 });
  });

  it('is a failure when it is from an earlier run', async () => {
    expect(await readWindowReport(await writeReport(well, { startTime: 500 }), 1_000, 0)).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });

  it.each([['{"half":'], ['{"suites":[]}']])('is a failure when it reads %s', async (content) => {
    const path = join(await makeTestFolder(), 'playwright.json');
    await writeFile(path, content);
    expect(await readWindowReport(path, 1_000, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is a failure when it is missing', async () => {
    const path = join(await makeTestFolder(), 'playwright.json');
    expect(await readWindowReport(path, 1_000, 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});
