import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of all property tests of this run. */
    readonly propertySeed: number;
  }
}

fc.configureGlobal({ seed: inject('propertySeed') });

/** fast-check with the seed of this run (vitest.config.ts); tests take it from here, which the linter checks. */
export { fc };
