import { Command } from 'commander';
import { version } from '../../../package.json';
import type { FaultLanguage } from '../engine/faults/describe.ts';
import type { CommandContext } from './command-context.ts';
import { commands } from './commands.ts';
import { speakHelp } from './help/speak-help.ts';

/** The whole tree of commands; its help speaks `language()`, its errors are thrown, not printed. */
export function createProgram(context: CommandContext, language: () => FaultLanguage): Command {
  const program = new Command('mailroom')
    .description(
      'Takes documents in from folders, sends them to the document processing service and brings their XML back.',
    )
    .version(version)
    .exitOverride()
    // Said in the station's language by whoever catches it.
    .configureOutput({ outputError: () => undefined })
    .enablePositionalOptions();
  speakHelp(program, language);
  for (const register of commands) register(program, context);
  return program;
}
