import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The seed of all property tests. It stands fixed, so that a run of the tests says something about the change under test and comes
 * out the same again; `npm run fuzz` looks for new counterexamples with seeds of its own.
 */
const propertySeed = Number(process.env['MAILROOM_PROPERTY_SEED'] ?? 20_261_128);

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // What only Windows can show runs there: npm run test:windows.
    exclude: ['test/windows/**', 'node_modules/**'],
    globalSetup: ['test/support/build-workers.ts'],
    setupFiles: ['test/support/patience.ts'],
    provide: { propertySeed },
    // What the run has built is taken as it is.
    server: { deps: { external: [/\/out-test-/] } },
    // Stations that a test starts in its own process note nothing in the tester's home.
    env: { XDG_STATE_HOME: join(tmpdir(), 'mailroom-tests-state') },
    pool: 'forks',
    // On two cores: most tests wait for files to rest, for programs and for the clock.
    maxWorkers: 4,
    // Limits on waiting, never on speed: a loaded machine may take many times as long.
    testTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 60_000,
    passWithNoTests: false,
    allowOnly: false,
  },
});
