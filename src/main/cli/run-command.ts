import { CommanderError } from 'commander';
import type { CommandContext } from './command-context.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { createProgram } from './program.ts';
import { spokenLanguage } from './spoken-language.ts';
import { ignoreTlsOff } from './tls-off.ts';
import { sayWrongFlags } from './wrong-flags.ts';

/** What a run of the command gets from outside. */
export type CommandSurroundings = Omit<CommandContext, 'finish'>;

/** Runs the command with these arguments to its end and answers how it ended. */
export async function runCommand(surroundings: CommandSurroundings, words: readonly string[]): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.ok;
  const context: CommandContext = {
    ...surroundings,
    finish(ended) {
      status = ended;
    },
  };
  ignoreTlsOff(context);
  // Only the help needs to know before the arguments are read.
  const helps = words.length === 0 || words.some((word) => ['help', '--help', '-h'].includes(word));
  const language = helps ? await spokenLanguage(context, words) : 'en';
  const program = createProgram(context, () => language);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end as well as can be; all else that commander refuses is wrong usage.
    status = error.exitCode === 0 ? exitStatus.ok : exitStatus.wrongUsage;
    const names = program.commands.map((command) => command.name());
    if (error.exitCode !== 0 && error.code !== 'commander.help') {
      await sayWrongFlags(context, error, words, names);
    }
  }
  return status;
}
