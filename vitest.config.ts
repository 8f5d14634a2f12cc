import { defineConfig } from 'vitest/config';

/**
 * The seed of all property tests. It stands fixed, so that a run of the tests says something about the change under test and comes
 * out the same again; `npm run fuzz` looks for new counterexamples with seeds of its own.
 */
const propertySeed = Number(process.env['MAILROOM_PROPERTY_SEED'] ?? 20_261_128);

/** How each test file is run, wherever it runs. */
export const eachFile = {
  setupFiles: ['test/support/patience.ts'],
  // Limits on waiting, never on speed: a loaded machine may take many times as long.
  testTimeout: 240_000,
  expect: { poll: { timeout: 200_000 } },
  hookTimeout: 60_000,
  // What the run has built is taken as it is.
  server: { deps: { external: [/\/out-test-/] } },
};

/** What is provided to the tests besides what the global set-up builds. */
export const provide = { propertySeed };

/**
 * Tests that leave nothing behind in their process: many files share one, and what they import is loaded once. A test that draws is a `.test.tsx`:
 * those share processes with a page (`test/support/page.ts`). One that mocks a module is a `.mocked.test.ts`. None of these is either.
 */
export const together = [
  'test/{architecture,cli,contract,desktop,docs,engine,faults,host,practice,renderer,resources,shared,tools,torture}/**/!(*.mocked).test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/build-workers.ts'],
    provide,
    // On two cores: most tests wait for files to rest, for programs and for the clock.
    maxWorkers: 8,
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      { test: { ...eachFile, name: 'together', pool: 'forks', isolate: false, include: together } },
      {
        test: {
          ...eachFile,
          name: 'pages',
          pool: 'forks',
          isolate: false,
          setupFiles: [...eachFile.setupFiles, 'test/support/page.ts'],
          unstubGlobals: true,
          include: ['test/**/*.test.tsx'],
        },
      },
      {
        test: {
          ...eachFile,
          name: 'apart',
          pool: 'forks',
          include: ['test/**/*.test.ts'],
          // What only Windows can show runs there: npm run test:windows; what proxies of others can: npm run test:proxies.
          exclude: ['test/windows/**', 'test/proxies/**', 'node_modules/**', ...together],
        },
      },
    ],
  },
});
