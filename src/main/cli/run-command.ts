import { Command, CommanderError } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ExitStatus } from './exit-status.ts';
import { exitStatus } from './exit-status.ts';
import { spokenLanguage } from './spoken-language.ts';
import { sayWrongFlags } from './wrong-flags.ts';
import { version } from '../../../package.json';
import type { FaultLanguage } from '../engine/faults/describe.ts';
import { commands } from './commands.ts';
import { helpNote, speakHelp } from './help/speak-help.ts';
import { systemLanguage } from '../host/system-language.ts';

const words = {
  en: 'NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked. Name your certificate authority in network.certificateAuthorities.',
  de: 'NODE_TLS_REJECT_UNAUTHORIZED wird nicht beachtet: Zertifikate werden immer geprüft. Die eigene Zertifizierungsstelle in network.certificateAuthorities eintragen.',
} as const;

/** Says that certificates are checked all the same where the environment wants that turned off. */
export function ignoreTlsOff({ environment, stderr }: Pick<CommandContext, 'environment' | 'stderr'>): void {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  stderr.write(`${words[systemLanguage(environment)]}\n`);
}

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

/** What a run of the command gets from outside. */
export type CommandSurroundings = Omit<CommandContext, 'finish'>;

/** Runs the command with these arguments to its end and returns how it ended. */
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
