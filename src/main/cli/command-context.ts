import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { byHand } from '../engine/faults/by-hand.ts';
import type { Fault } from '../../shared/faults.ts';
import type { Settings } from '../../shared/settings.ts';
import type { SettingsStore } from '../engine/settings/settings-store.ts';
import type { Environment } from '../host/environment-secrets.ts';
import { systemLanguage } from '../host/system-language.ts';
import { statusOf, type ExitStatus } from './exit-status.ts';
import { createTerminal, type OutputStream, type Terminal } from './output/terminal.ts';
import { dataDirectoryOf, settingsStoreOf, type CommonOptions } from './station.ts';

/** What every command gets of its process. */
export interface CommandContext {
  readonly environment: Environment;
  readonly stdout: OutputStream & NodeJS.WritableStream;
  readonly stderr: OutputStream;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Resolves at SIGINT or SIGTERM; a second one ends the process at once. */
  readonly interrupted: Promise<void>;
  /** Called once by each command with how it ended. */
  readonly finish: (status: ExitStatus) => void;
}

/** Gives a command the flags that all have. */
export function withCommonFlags(command: Command): Command {
  return command
    .option('--data-dir <dir>', 'folder of the journal and settings (or MAILROOM_DATA_DIR)')
    .option('--json', 'one JSON object a line on stdout, everything else on stderr')
    .option('--base-url <url>', 'base URL of the service, ends in /v2 (or MAILROOM_BASE_URL)')
    .option('--connection <name>', 'connection to use')
    .option('--project <id>', 'project of the documents');
}

/** The terminal of a command with these flags. `onFault`: see {@link createTerminal}. */
export function terminalOf(
  context: CommandContext,
  options: CommonOptions,
  onFault?: (fault: Fault, path?: string) => void,
): Terminal {
  return createTerminal(context, options.json === true, systemLanguage(context.environment), onFault);
}

/** Lets a terminal speak the station's language; where settings leave that to the system, it does so already. */
export function speakAs(terminal: Terminal, settings: Pick<Settings, 'language'>): void {
  if (settings.language !== 'system') terminal.speak(settings.language);
}

/** Says the fault and ends the command with its status. */
export function failWith(context: CommandContext, terminal: Terminal, fault: Fault): void {
  // The command is over: nothing that failed in it is tried again.
  terminal.fault(byHand(fault));
  context.finish(statusOf(fault));
}

/** The settings of the data directory that a command works on, whose language the terminal speaks from then on; null: they can't be used, and the command is over. */
export async function settingsOf(
  context: CommandContext,
  terminal: Terminal,
  options: CommonOptions,
): Promise<{ readonly dataDirectory: string; readonly store: SettingsStore; readonly settings: Settings } | null> {
  const dataDirectory = dataDirectoryOf(options, context.environment);
  const store = settingsStoreOf(dataDirectory, context.environment);
  const settings = await store.load();
  if (settings.ok) {
    speakAs(terminal, settings.value);
    return { dataDirectory, store, settings: settings.value };
  }
  failWith(context, terminal, settings.fault);
  return null;
}
