import { builtinEnvironments } from 'vitest/environments';

declare global {
  var pageOfTests: Promise<unknown> | undefined;
}

/** The page in which tests of the window draw: one a process, as what they import keeps hold of the first that it finds. */
globalThis.pageOfTests ??= Promise.resolve(builtinEnvironments['happy-dom'].setup(globalThis, {}));
await globalThis.pageOfTests;
