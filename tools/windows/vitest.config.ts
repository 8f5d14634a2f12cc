import { defineConfig } from 'vitest/config';
import { eachFile, provide } from '../../vitest.config.ts';
import { namesToRun, readLeftOut } from './left-out.ts';

/** The longest one test may take under Wine, ms, twice as long as on Linux; beyond it the run goes on with the next. */
const testMs = 2 * eachFile.testTimeout;

/** How vitest runs under Windows' Node: in threads, as output of forked processes would need pipes, with what Linux has built. */
export default defineConfig(async () => ({
  test: {
    ...eachFile,
    provide,
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**'],
    globalSetup: ['tools/windows/provide-station.ts'],
    pool: 'threads',
    maxWorkers: 1,
    passWithNoTests: false,
    allowOnly: false,
    testTimeout: testMs,
    expect: { poll: { timeout: 2 * eachFile.expect.poll.timeout } },
    hookTimeout: 2 * eachFile.hookTimeout,
    testNamePattern: namesToRun(await readLeftOut()),
  },
}));
