import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/build-workers.ts'],
    setupFiles: ['test/support/patience.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Limits on waiting, never on speed: a loaded machine may take many times as long.
    testTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 60_000,
    passWithNoTests: false,
    allowOnly: false,
  },
});
