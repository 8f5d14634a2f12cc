import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWindowReport } from '../../tools/window-test-report.ts';
import { makeTestFolder } from '../support/ports.ts';

const startTime = '2026-01-02T03:04:05.000Z';
const before = Date.parse(startTime) - 1;

async function reportOf(content: unknown): Promise<string> {
  const path = join(await makeTestFolder(), 'report.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function spec(title: string, ...statuses: string[]): object {
  return { title, file: 'x.e2e.ts', ok: true, tests: statuses.map((status) => ({ projectName: 'e2e', status })) };
}

function report(specs: readonly object[], errors: readonly object[] = []): object {
  return {
    suites: [{ specs: [], suites: [{ specs }] }],
    errors,
    stats: { startTime },
  };
}

describe('the report of the window tests', () => {
  it('counts what passed at the first try', async () => {
    const path = await reportOf(report([spec('one', 'expected'), spec('two', 'expected')]));

    expect(await readWindowReport(path, before, 0)).toEqual({ passed: 2, failed: 0, complaints: [] });
  });

  it('takes skipped, flaky and failed tests, and those that did not run, for failures', async () => {
    const path = await reportOf(
      report([spec('a', 'expected'), spec('b', 'skipped'), spec('c', 'flaky'), spec('d', 'unexpected'), spec('e')]),
    );

    expect(await readWindowReport(path, before, 1)).toMatchObject({ passed: 1, failed: 4 });
  });

  it.each([
    ['no test', report([]), before, 0],
    ['an error outside of the tests', report([spec('a', 'expected')], [{ message: 'set-up broke' }]), before, 1],
    ['an earlier run', report([spec('a', 'expected')]), Date.parse(startTime) + 1, 0],
    ['a failed runner', report([spec('a', 'expected')]), before, 1],
    ['no JSON', 'nothing', before, 0],
    ['another form', {}, before, 0],
  ])('fails for %s', async (_, content, notBefore, status) => {
    expect(await readWindowReport(await reportOf(content), notBefore, status)).toMatchObject({ failed: 1 });
  });

  it('fails where there is none', async () => {
    expect(await readWindowReport(join(await makeTestFolder(), 'none.json'), before, 0)).toMatchObject({ failed: 1 });
  });
});
