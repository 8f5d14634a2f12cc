import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTestReport } from '../../tools/test-report.ts';
import { makeTestFolder } from '../support/ports.ts';

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly tests: readonly (readonly [name: string, status: string, message?: string])[];
}

async function writeReport(files: readonly FileResult[], startTime = 2_000): Promise<string> {
  const statuses = files.flatMap((file) => file.tests.map(([, status]) => status));
  const failed = statuses.filter((status) => status === 'failed').length;
  const report = {
    success: failed === 0 && files.every((file) => file.status === 'passed'),
    startTime,
    numPassedTests: statuses.filter((status) => status === 'passed').length,
    numFailedTests: failed,
    testResults: files.map(({ name, status, tests }) => ({
      name,
      status,
      assertionResults: tests.map(([fullName, testStatus, message]) => ({
        fullName,
        status: testStatus,
        failureMessages: message === undefined ? [] : [message],
      })),
    })),
  };
  const path = join(await makeTestFolder(), 'report.json');
  await writeFile(path, JSON.stringify(report));
  return path;
}

describe('the report of a test run', () => {
  it('is counted as it is when all went well', async () => {
    const path = await writeReport([
      {
        name: 'a.test.ts',
        status: 'passed',
        tests: [
          ['one', 'passed'],
          ['two', 'passed'],
        ],
      },
    ]);
    expect(await readTestReport(path, 1_000, 0)).toEqual({ passed: 2, failed: 0, complaints: [] });
  });

  it('names each test that failed', async () => {
    const path = await writeReport([
      {
        name: 'a.test.ts',
        status: 'failed',
        tests: [
          ['one', 'passed'],
          ['two', 'failed'],
        ],
      },
    ]);
    expect(await readTestReport(path, 1_000, 1)).toEqual({ passed: 1, failed: 1, complaints: ['a.test.ts: two'] });
  });

  it('says of a failed test what it said itself, without the stack', async () => {
    const message =
      'Error: Property failed after 7 tests\n{ seed: 3 }\n\nCounterexample: [0]\n    at somewhere (x.ts:1:1)';
    const path = await writeReport([{ name: 'a.test.ts', status: 'failed', tests: [['one', 'failed', message]] }]);
    const { complaints } = await readTestReport(path, 1_000, 1);
    expect(complaints.join().split(/\n +/u)).toEqual([
      'a.test.ts: one',
      'Error: Property failed after 7 tests',
      '{ seed: 3 }',
      'Counterexample: [0]',
    ]);
  });

  it('counts a file that could not be loaded as a failure', async () => {
    const path = await writeReport([
      { name: 'a.test.ts', status: 'passed', tests: [['one', 'passed']] },
      { name: 'b.test.ts', status: 'failed', tests: [] },
    ]);
    expect(await readTestReport(path, 1_000, 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('counts a skipped test as a failure, for nothing is skipped in silence', async () => {
    const path = await writeReport([
      {
        name: 'a.test.ts',
        status: 'passed',
        tests: [
          ['one', 'passed'],
          ['two', 'skipped'],
        ],
      },
    ]);
    expect(await readTestReport(path, 1_000, 0)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('counts a runner that failed although no test did', async () => {
    const path = await writeReport([{ name: 'a.test.ts', status: 'passed', tests: [['one', 'passed']] }]);
    expect(await readTestReport(path, 1_000, 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('is a failure when no test ran', async () => {
    expect(await readTestReport(await writeReport([]), 1_000, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is a failure when it is from an earlier run', async () => {
    const path = await writeReport([{ name: 'a.test.ts', status: 'passed', tests: [['one', 'passed']] }], 500);
    expect(await readTestReport(path, 1_000, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it.each([['{"half":'], ['{"success":true}']])('is a failure when it reads %s', async (content) => {
    const path = join(await makeTestFolder(), 'report.json');
    await writeFile(path, content);
    expect(await readTestReport(path, 1_000, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is a failure when it is missing', async () => {
    const path = join(await makeTestFolder(), 'report.json');
    expect(await readTestReport(path, 1_000, 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});
