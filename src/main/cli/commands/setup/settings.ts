import { join } from 'node:path';
import type { Command } from 'commander';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../../engine/faults/fault.ts';
import type { SettingsStore } from '../../../engine/settings/settings-store.ts';
import { failWith, speakAs, terminalOf, withCommonFlags, type CommandContext } from '../../command-context.ts';
import { helpNote } from '../../help/speak-help.ts';
import { announceSettingsChanged } from '../../control/ask-control.ts';
import { checkSetting } from '../../../host/check-setting.ts';
import { exitStatus } from '../../exit-status.ts';
import { serviceWordsIn } from '../../output/service-words.ts';
import type { Terminal } from '../../output/terminal.ts';
import { safeText } from '../../output/text.ts';
import { dataDirectoryOf, settingsStoreOf, type CommonOptions } from '../../station.ts';

/** Registers `mailroom settings [list|get|set|unset|path]`: the configuration of this station. */
export function registerSettings(program: Command, context: CommandContext): void {
  const settings = program
    .command('settings')
    .description('show and change the settings of this station; values an administrator set are marked as locked')
    .addHelpText(
      'after',
      helpNote(
        'Examples:\n  mailroom settings\n  mailroom settings get limits.sockets\n  mailroom settings set limits.sockets 8\n  mailroom settings unset limits.sockets',
      ),
    );
  // `mailroom settings` alone lists; the flags of the parent would hide those of the parts.
  withCommonFlags(settings.command('list', { isDefault: true }))
    .description('all settings in force')
    .action((options: CommonOptions) => run(context, options, list));
  withCommonFlags(settings.command('get <setting>'))
    .description('one setting, such as limits.sockets or connections.main.baseUrl')
    .action((setting: string, options: CommonOptions) =>
      run(context, options, async (store, terminal) => {
        const value = await store.get(setting);
        if (!value.ok) return value;
        const found = withoutPasswords(value.value);
        terminal.object({ event: 'setting', setting, value: found });
        terminal.line(shown(found));
        return success(undefined);
      }),
    );
  withCommonFlags(settings.command('set <setting> <value>'))
    .description(
      'change one setting; a window that is open takes it up at once, mailroom watch bandwidth and hours at once',
    )
    .action((setting: string, value: string, options: CommonOptions) =>
      run(context, options, async (store, terminal) =>
        told(store, terminal, setting, await setText(store, setting, value, context)),
      ).then(() => announceSettingsChanged(dataDirectoryOf(options, context.environment))),
    );
  withCommonFlags(settings.command('unset <setting>'))
    .description('bring one setting back to its default')
    .action((setting: string, options: CommonOptions) =>
      run(context, options, async (store, terminal) =>
        told(store, terminal, setting, await store.set(setting, undefined)),
      ).then(() => announceSettingsChanged(dataDirectoryOf(options, context.environment))),
    );
  withCommonFlags(settings.command('path'))
    .description('where the settings are kept')
    .action((options: CommonOptions) => {
      const terminal = terminalOf(context, options);
      const path = join(dataDirectoryOf(options, context.environment), 'settings.json');
      terminal.object({ event: 'settings-file', path });
      terminal.line(path);
      context.finish(exitStatus.ok);
    });
}

async function run(
  context: CommandContext,
  options: CommonOptions,
  work: (store: SettingsStore, terminal: Terminal) => Promise<Outcome<void>>,
): Promise<void> {
  const terminal = terminalOf(context, options);
  const store = settingsStoreOf(dataDirectoryOf(options, context.environment), context.environment);
  const settings = await store.load();
  if (settings.ok) speakAs(terminal, settings.value);
  const done = await work(store, terminal);
  if (done.ok) context.finish(exitStatus.ok);
  else failWith(context, terminal, done.fault);
}

async function setText(
  store: SettingsStore,
  setting: string,
  value: string,
  { environment }: CommandContext,
): Promise<Outcome<unknown>> {
  const usable = checkSetting(setting, value, environment);
  return usable.ok ? store.setText(setting, value) : usable;
}

async function list(store: SettingsStore, terminal: Terminal): Promise<Outcome<void>> {
  const settings = await store.load();
  if (!settings.ok) return settings;
  const locked = await store.locked();
  if (!locked.ok) return locked;
  for (const [setting, plain] of leaves(settings.value)) {
    const value = withoutPasswords(plain);
    const lock = locked.value.find(({ path }) => setting === path || setting.startsWith(`${path}.`));
    const isLocked = lock !== undefined;
    terminal.object({ event: 'setting', setting, value, locked: isLocked, ...(isLocked ? { place: lock.place } : {}) });
    const note = isLocked ? `  (${serviceWordsIn(terminal.language).locked}: ${safeText(lock.place)})` : '';
    terminal.line(`${setting} = ${shown(value)}${note}`);
  }
  return success(undefined);
}

async function told(
  store: SettingsStore,
  terminal: Terminal,
  setting: string,
  done: Outcome<unknown>,
): Promise<Outcome<void>> {
  if (!done.ok) return done;
  const value = await store.get(setting);
  // An optional setting that was taken away has no value any more.
  if (!value.ok && value.fault.code !== 'wrong-usage') return failure(value.fault.code, value.fault.params);
  const present = value.ok ? withoutPasswords(value.value) : null;
  terminal.object({ event: 'setting', setting, value: present });
  terminal.line(`${setting} = ${value.ok ? shown(present) : `(${serviceWordsIn(terminal.language).notSet})`}`);
  return success(undefined);
}

/** Every value with its dotted path; empty lists and objects are values, elements of lists go by their number. */
function leaves(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    leaves(inner, path === '' ? key : `${path}.${key}`),
  );
}

function shown(value: unknown): string {
  return safeText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A value without what must never be shown: the password in the URL of a proxy. */
function withoutPasswords(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/(?<=:\/\/[^/\s:@]*:)[^/\s@]+(?=@)/gu, '…') : value;
}
