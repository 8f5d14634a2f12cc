import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommanderError } from 'commander';
import type { Fault } from '../../shared/faults.ts';
import { fault } from '../engine/faults/fault.ts';
import { wrongUse } from '../engine/faults/usage-sentences.ts';
import { speakAs, terminalOf, type CommandContext } from './command-context.ts';
import { exitStatus } from './exit-status.ts';
import { dataDirectoryOf, settingsStoreOf } from './station.ts';

const uses = {
  'commander.unknownOption': 'option-unknown',
  'commander.optionMissingArgument': 'option-incomplete',
  'commander.missingMandatoryOptionValue': 'option-missing',
  'commander.missingArgument': 'argument-missing',
  'commander.excessArguments': 'too-many-arguments',
  'commander.unknownCommand': 'command-unknown',
} as const;

/** What the parser of arguments refused, as a fault; `command` is the one whose help says more. */
function faultOf({ code, message }: Pick<CommanderError, 'code' | 'message'>, command: string): Fault {
  const known = Object.entries(uses).find(([name]) => name === code)?.[1];
  const given = /'([^']*)'/.exec(message)?.[1] ?? '';
  if (known === undefined) return fault('wrong-usage', { problem: message.replace(/^error: /, '') });
  return wrongUse(known, { given, ...(command === '' ? {} : { command }) });
}

function valueAfter(flag: string, words: readonly string[]): string | undefined {
  const joined = words.find((word) => word.startsWith(`${flag}=`));
  if (joined !== undefined) return joined.slice(flag.length + 1);
  const at = words.indexOf(flag);
  return at === -1 ? undefined : words[at + 1];
}

/** Says what the parser of arguments refused, in the station's language, and ends the command as wrong usage. `words` = the arguments. */
export async function sayWrongFlags(
  context: CommandContext,
  error: Pick<CommanderError, 'code' | 'message'>,
  words: readonly string[],
  commands: readonly string[],
): Promise<void> {
  const terminal = terminalOf(context, { json: words.includes('--json') });
  const dataDir = valueAfter('--data-dir', words);
  const directory = dataDirectoryOf(dataDir === undefined ? {} : { dataDir }, context.environment);
  // Looked at only where there is one: whoever mistypes a flag makes no station.
  if (existsSync(join(directory, 'settings.json'))) {
    const settings = await settingsStoreOf(directory, context.environment).load();
    if (settings.ok) speakAs(terminal, settings.value);
  }
  terminal.fault(faultOf(error, words.find((word) => commands.includes(word)) ?? ''));
  context.finish(exitStatus.wrongUsage);
}
