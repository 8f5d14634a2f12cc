import { defineConfig } from '@playwright/test';
import { takeDisplay } from './test/e2e/support/display.ts';

// Each worker reads this file before its tests.
takeDisplay();

/** Tests through the real window: Electron where it is installed, else the Chromium host. Each worker has a display of its own. */
export default defineConfig({
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/support/display.ts',
  outputDir: 'reports/playwright',
  // A window waits more than it works: two on two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [
    { name: 'host', testDir: './test/host' },
    { name: 'e2e', testDir: './test/e2e' },
  ],
});
