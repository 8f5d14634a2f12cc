import { Command } from 'commander';
import { version } from '../../../package.json';
import type { FaultLanguage } from '../engine/faults/describe.ts';
import type { CommandContext } from './command-context.ts';
import { commands } from './commands.ts';
import { helpNote, speakHelp } from './help/speak-help.ts';

const durations = 'A duration is a number with ms, s, m, h or d, such as 90s, 30m or 1.5h; a number alone is seconds.';

/** Says below the help of each command that takes durations how they are written. */
function explainDurations(command: Command): void {
  if (command.options.some(({ flags }) => flags.includes('<duration>'))) {
    command.addHelpText('after', helpNote(durations));
  }
  for (const sub of command.commands) explainDurations(sub);
}

/** The whole tree of commands; its help speaks `language()`, its errors are thrown, not printed. */
export function createProgram(context: CommandContext, language: () => FaultLanguage): Command {
  const program = new Command('mailroom')
    .description(
      'Takes documents in from folders, sends them to the document processing service and brings their XML back.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      // Said in the station's language by whoever catches it.
      outputError: () => undefined,
    })
    .enablePositionalOptions();
  speakHelp(program, language);
  for (const register of commands) register(program, context);
  explainDurations(program);
  return program;
}
