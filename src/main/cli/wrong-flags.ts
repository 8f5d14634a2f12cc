import type { CommanderError } from 'commander';
import type { Fault } from '../../shared/faults.ts';
import type { FaultLanguage } from '../engine/faults/describe.ts';
import { fault } from '../engine/faults/fault.ts';
import { wrongUse } from '../engine/faults/usage-sentences.ts';
import { terminalOf, type CommandContext } from './command-context.ts';
import { exitStatus } from './exit-status.ts';
import { placeholdersIn } from './help/speak-help.ts';
import { RefusedValue, wrongWord } from './run/flag-values.ts';
import { spokenLanguage } from './spoken-language.ts';

const uses = {
  'commander.unknownOption': 'option-unknown',
  'commander.optionMissingArgument': 'option-incomplete',
  'commander.missingMandatoryOptionValue': 'option-missing',
  'commander.missingArgument': 'argument-missing',
  'commander.excessArguments': 'too-many-arguments',
  'commander.unknownCommand': 'command-unknown',
} as const;

/** What the parser of arguments refused, as a fault; `command` is the one whose help says more. */
function faultOf(error: CommanderError, command: string, language: FaultLanguage): Fault {
  if (error instanceof RefusedValue) return error.fault;
  const { code, message } = error;
  const [, flag, given = '', words = ''] =
    /^error: option '(?:-\w, )?(--[\w-]+).*?' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(
      message,
    ) ?? [];
  if (flag !== undefined) return wrongWord(flag, given, words.split(', ')).fault;
  const known = Object.entries(uses).find(([name]) => name === code)?.[1];
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  if (known === undefined) return fault('wrong-usage', { problem: message.replace(/^error: /, '') });
  // As the help names it.
  const named =
    known === 'option-unknown' || known === 'command-unknown'
      ? quoted
      : known === 'argument-missing'
        ? placeholdersIn(language, `<${quoted}>`)
        : placeholdersIn(language, quoted);
  return wrongUse(known, { given: named, ...(command === '' ? {} : { command }) });
}

/** Says what the parser of arguments refused, in the station's language, and ends the command as wrong usage. `words` = the arguments. */
export async function sayWrongFlags(
  context: CommandContext,
  error: CommanderError,
  words: readonly string[],
  commands: readonly string[],
): Promise<void> {
  const terminal = terminalOf(context, { json: words.includes('--json') });
  const language = await spokenLanguage(context, words);
  terminal.speak(language);
  terminal.fault(faultOf(error, words.find((word) => commands.includes(word)) ?? '', language));
  context.finish(exitStatus.wrongUsage);
}
