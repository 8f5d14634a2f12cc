import { defineConfig } from 'vitest/config';
import { eachFile, provide } from '../vitest.config.ts';
import { projectRoot } from './run-step.ts';

/** Tests with the proxies of others: only what `npm run test:proxies` has prepared for them runs. */
export default defineConfig({
  root: projectRoot,
  test: {
    ...eachFile,
    globalSetup: ['test/support/build-workers.ts'],
    provide,
    pool: 'forks',
    maxWorkers: 1,
    include: ['test/proxies/**/*.test.ts'],
  },
});
