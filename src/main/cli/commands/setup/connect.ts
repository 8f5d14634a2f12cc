import type { Command } from 'commander';
import type { Outcome } from '../../../../shared/faults.ts';
import type { Connection, Settings } from '../../../../shared/settings.ts';
import { success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { parseBaseUrl } from '../../../engine/service/transport/base-url.ts';
import { environmentConnection } from '../../../host/environment-secrets.ts';
import { createKeychain } from '../../../host/keychain.ts';
import { createNodePorts } from '../../../host/node-ports.ts';
import { failWith, settingsOf, terminalOf, withCommonFlags, type CommandContext } from '../../command-context.ts';
import { helpNote } from '../../help/speak-help.ts';
import { announceSettingsChanged } from '../../control/ask-control.ts';
import { checkConnection } from '../../../host/check-connection.ts';
import { saveConnection } from '../../../host/save-connection.ts';
import { exitStatus } from '../../exit-status.ts';
import { askLine, readPiped } from '../../input.ts';
import { noticesTo } from '../../output/notices.ts';
import { serviceWordsIn, type ServiceWords } from '../../output/service-words.ts';
import type { Terminal } from '../../output/terminal.ts';
import { safeText, wrap } from '../../output/text.ts';
import type { CommonOptions } from '../../station.ts';

interface ConnectOptions extends CommonOptions {
  readonly clientId?: string;
  readonly name?: string;
  readonly secretStdin?: boolean;
}

/** What was found out before anything is stored. */
interface Wanted {
  readonly connection: Connection;
  readonly secret: string;
}

/** Registers `mailroom connect`: tests credentials and stores them, the secret in the keychain. */
export function registerConnect(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('connect'))
    .description('sign in to a service and keep the credentials: the secret in the keychain, the rest in the settings')
    .option('--client-id <id>', 'client id (or MAILROOM_CLIENT_ID)')
    .option('--name <name>', 'name of the connection (default: main)')
    .option('--secret-stdin', 'read the client secret from stdin; it is never taken as an argument')
    .addHelpText(
      'after',
      helpNote(
        'What is missing is asked for. Nothing is stored unless the sign-in works.\n' +
          'Examples:\n  mailroom connect\n' +
          '  mailroom connect --base-url https://host/v2 --client-id abc --secret-stdin < secret.txt',
      ),
    )
    .action((options: ConnectOptions) => connect(context, options));
}

async function connect(context: CommandContext, options: ConnectOptions): Promise<void> {
  const terminal = terminalOf(context, options);
  const at = await settingsOf(context, terminal, options);
  if (at === null) return;
  const { dataDirectory, store, settings } = at;
  const words = serviceWordsIn(terminal.language);
  const wanted = await findOut(context, terminal, options, settings);
  if (wanted === null) {
    terminal.note(words.interruptedNothingStored);
    context.finish(exitStatus.interrupted);
    return;
  }
  if (!wanted.ok) return failWith(context, terminal, wanted.fault);
  const { connection, secret } = wanted.value;
  const secrets = createKeychain();
  const ports = createNodePorts({ dataDirectory, secrets, notifier: noticesTo(terminal) });
  try {
    const found = await checkConnection({ ports, settings }, connection, {
      secret,
      projectId: options.project,
    });
    if (!found.ok) {
      terminal.note(words.nothingStored);
      return failWith(context, terminal, found.fault);
    }
    if (found.value.project !== null) {
      terminal.note(words.nothingStored);
      return failWith(context, terminal, found.value.project);
    }
    const saved = await saveConnection({ store, secrets }, settings, connection, secret);
    if (!saved.ok) return failWith(context, terminal, saved.fault);
    await announceSettingsChanged(dataDirectory);
    const { scopes, missingScopes } = found.value;
    terminal.object({ event: 'connected', connection: connection.name, id: connection.id, scopes, missingScopes });
    terminal.line(words.stored(safeText(connection.name)));
    if (scopes.length > 0) {
      for (const line of wrap(words.allowed([...scopes].sort().join(', ')), terminal.columns())) terminal.line(line);
    }
    if (missingScopes.length > 0) {
      terminal.note(words.notAllowed(missingScopes.join(', ')));
    }
    context.finish(exitStatus.ok);
  } finally {
    ports.close();
  }
}

/** Collects what a sign-in needs from flags, environment, the connection of that name and, on a terminal, the person. null: they left. */
async function findOut(
  context: CommandContext,
  terminal: Terminal,
  options: ConnectOptions,
  settings: Settings,
): Promise<Outcome<Wanted> | null> {
  const { stdin, environment } = context;
  const words = serviceWordsIn(terminal.language);
  const name = options.name ?? options.connection ?? 'main';
  const present = settings.connections.find((connection) => connection.id === name || connection.name === name);
  const given = environmentConnection(environment);
  const interactive = stdin.isTTY === true && !terminal.json && options.secretStdin !== true;
  /** What flags or environment give, what a person types, or what the connection has; null: they left. */
  const valueOf = async (
    value: string | undefined,
    asked: string,
    kept: string | undefined,
  ): Promise<string | null> => {
    if (value !== undefined || !interactive) return value ?? kept ?? '';
    const answer = await askLine(context, question(asked, kept), false);
    if (answer.kind !== 'text') return null;
    return answer.text === '' ? (kept ?? '') : answer.text;
  };

  const baseUrl = await valueOf(options.baseUrl ?? given.baseUrl, words.askBaseUrl, present?.baseUrl);
  if (baseUrl === null) return null;
  if (baseUrl === '') return misuse('no-base-url');
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return parsed;
  const clientId = await valueOf(options.clientId ?? given.clientId, words.askClientId, present?.clientId);
  if (clientId === null) return null;
  if (clientId === '') return misuse('no-client-id');
  const secret = await secretOf(context, options, words, interactive);
  if (secret === null) return null;
  if (secret === '') return misuse('no-client-secret');
  const id = present?.id ?? freeId(name, settings);
  return success({ connection: { id, name: present?.name ?? name, baseUrl: baseUrl.trim(), clientId }, secret });
}

async function secretOf(
  context: CommandContext,
  options: ConnectOptions,
  words: ServiceWords,
  interactive: boolean,
): Promise<string | null> {
  if (options.secretStdin === true) return (await readPiped(context.stdin))?.trim() ?? '';
  const fromEnvironment = context.environment['MAILROOM_CLIENT_SECRET']?.trim() ?? '';
  if (fromEnvironment !== '' || !interactive) return fromEnvironment;
  const typed = await askLine(context, question(words.askSecret, undefined), true);
  return typed.kind === 'text' ? typed.text.trim() : null;
}

function question(words: string, present: string | undefined): string {
  return present === undefined ? `${words}: ` : `${words} [${present}]: `;
}

/** An id that says which connection it is, for whoever looks into the keychain. */
function freeId(name: string, settings: Settings): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const base = plain === '' || plain === 'environment' ? 'connection' : plain;
  const taken = (id: string): boolean => settings.connections.some((connection) => connection.id === id);
  let id = base;
  for (let number = 2; taken(id); number += 1) id = `${base}-${number}`;
  return id;
}
