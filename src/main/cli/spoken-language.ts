import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultLanguage } from '../engine/faults/describe.ts';
import { systemLanguage } from '../host/system-language.ts';
import type { CommandContext } from './command-context.ts';
import { dataDirectoryOf, settingsStoreOf } from './station.ts';

function valueAfter(flag: string, words: readonly string[]): string | undefined {
  const joined = words.find((word) => word.startsWith(`${flag}=`));
  if (joined !== undefined) return joined.slice(flag.length + 1);
  const at = words.indexOf(flag);
  return at === -1 ? undefined : words[at + 1];
}

/** The language of the station that arguments are meant for, before they are understood: that of its settings, else of the terminal. */
export async function spokenLanguage(
  context: Pick<CommandContext, 'environment'>,
  words: readonly string[],
): Promise<FaultLanguage> {
  const system = systemLanguage(context.environment);
  const dataDir = valueAfter('--data-dir', words);
  const directory = dataDirectoryOf(dataDir === undefined ? {} : { dataDir }, context.environment);
  // Looked at only where there is one: whoever mistypes a flag or asks for help makes no station.
  if (!existsSync(join(directory, 'settings.json'))) return system;
  const settings = await settingsStoreOf(directory, context.environment).load();
  return settings.ok && settings.value.language !== 'system' ? settings.value.language : system;
}
