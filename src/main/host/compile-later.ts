import { setFlagsFromString } from 'node:v8';

/** Bytecode a function runs through before the optimising compiler takes it up; the engine's own figure is 67,584. */
const budget = 500_000;

/**
 * Lets the JavaScript engine wait longer before it optimises a function, in all threads that are started afterwards and in this
 * one. A fifth of all processor time of the first thousand files went into optimising functions that ran a moment (measured);
 * what runs for long is optimised all the same. Only for the engines in which that figure means this: later ones have another
 * compiler in between. To be called first of all.
 */
export function compileLater(): void {
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString(`--interrupt-budget=${budget}`);
}
