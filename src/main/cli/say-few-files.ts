import { fault } from '../engine/faults/fault.ts';
import { systemLanguage } from '../host/system-language.ts';
import { exitStatus } from './exit-status.ts';
import { createTerminal } from './output/terminal.ts';

/** Says that nothing can be done with so few open files, in the system's language: the station's would have to be read first. */
export function sayFewFiles(limit: number): void {
  const terminal = createTerminal(process, process.argv.includes('--json'), systemLanguage(process.env));
  terminal.fault(fault('open-files-limit', { limit }));
  process.exitCode = exitStatus.someFailed;
}
