import type { Command } from 'commander';
import { createProgram } from '../../src/main/cli/run-command.ts';
import type { FaultLanguage } from '../../src/main/engine/faults/describe.ts';

/** The tree of commands as far as its help goes: nothing of it is run. */
export function helpProgram(language: FaultLanguage): Command {
  return createProgram(
    {
      environment: {},
      stdout: process.stdout,
      stderr: process.stderr,
      stdin: process.stdin,
      interrupted: new Promise(() => undefined),
      finish: () => undefined,
    },
    () => language,
  );
}
