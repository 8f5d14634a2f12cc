import { hostname, homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Outcome } from '../../shared/faults.ts';
import type { Connection, Settings } from '../../shared/settings.ts';
import { failure, success } from '../engine/faults/fault.ts';
import { misuse } from '../engine/faults/usage-sentences.ts';
import { createIds } from '../engine/platform/ids.ts';
import type { Notifier } from '../engine/platform/ports.ts';
import { createSettingsStore, type SettingsStore } from '../engine/settings/settings-store.ts';
import { defaultDataDirectory, policyFile, stateDirectory } from '../host/data-directory.ts';
import { systemPolicy } from '../host/policy/registry-policy.ts';
import {
  createEnvironmentSecrets,
  environmentConnection,
  environmentConnectionId,
  type Environment,
} from '../host/environment-secrets.ts';
import { createKeychain } from '../host/keychain.ts';
import { systemLanguage } from '../host/system-language.ts';
import { createNodePorts, systemClock, systemRandom, type NodePorts } from '../host/node-ports.ts';

/** The flags that every command takes. */
export interface CommonOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
  readonly baseUrl?: string;
  readonly connection?: string;
  readonly project?: string;
}

/** What a command works with: the data directory, its settings, and the ports of this machine. */
export interface Station {
  readonly dataDirectory: string;
  readonly store: SettingsStore;
  /** The settings in force, with the connection of the command line or the environment among them. */
  readonly settings: Settings;
  readonly ports: NodePorts;
}

/** Where this command's data lies: the flag, MAILROOM_DATA_DIR, else the platform's place. */
export function dataDirectoryOf(options: CommonOptions, environment: Environment): string {
  const named = options.dataDir ?? environment['MAILROOM_DATA_DIR'];
  return named === undefined || named === ''
    ? defaultDataDirectory(process.platform, environment, homedir())
    : resolve(named);
}

/** Opens the settings of a data directory. */
export function settingsStoreOf(dataDirectory: string, environment: Environment): SettingsStore {
  return createSettingsStore({
    dataDirectory,
    policyFile: policyFile(process.platform, environment),
    systemPolicy: systemPolicy(process.platform, environment),
    newId: createIds(() => systemClock.now(), systemRandom),
    stationName: hostname(),
  });
}

/** Opens a station for a command. Faults: those of the settings, `wrong-usage` for a connection that doesn't exist. */
export async function openStation(
  options: CommonOptions,
  environment: Environment,
  notifier: Notifier,
): Promise<Outcome<Station>> {
  const dataDirectory = dataDirectoryOf(options, environment);
  const store = settingsStoreOf(dataDirectory, environment);
  const loaded = await store.load();
  if (!loaded.ok) return loaded;
  const given = environmentConnection(environment);
  const own = { ...given, ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }) };
  const chosen = chooseConnection(loaded.value, options, own);
  if (!chosen.ok) return chosen;
  const connection = chosen.value;
  const settings: Settings =
    connection === null
      ? loaded.value
      : {
          ...loaded.value,
          connections: [...loaded.value.connections.filter(({ id }) => id !== connection.id), connection],
          defaultConnection: connection.id,
        };
  const secrets = createEnvironmentSecrets(environment, connection?.id ?? environmentConnectionId, createKeychain());
  const ports = createNodePorts({
    dataDirectory,
    stateDirectory: stateDirectory(process.platform, environment, homedir()),
    secrets,
    notifier,
    systemLanguage: () => systemLanguage(environment),
  });
  return success({ dataDirectory, store, settings, ports });
}

/** The connection that a command talks to; null where none is configured or named (commands on the journal need none). */
function chooseConnection(
  settings: Settings,
  options: CommonOptions,
  own: Partial<Pick<Connection, 'baseUrl' | 'clientId'>>,
): Outcome<Connection | null> {
  const named = options.connection;
  if (named !== undefined) {
    const found = settings.connections.find(({ id, name }) => id === named || name === named);
    if (found === undefined) {
      const known = settings.connections.map(({ name }) => name).join(', ');
      return misuse('connection-unknown', { given: named, known: known === '' ? '' : `--connection ${known}.` });
    }
    return success({ ...found, ...own });
  }
  const present =
    settings.connections.find(({ id }) => id === settings.defaultConnection) ??
    (settings.connections.length === 1 ? settings.connections[0] : undefined);
  if (present !== undefined && own.clientId === undefined) return success({ ...present, ...own });
  if (own.baseUrl !== undefined && own.clientId !== undefined) {
    return success({ id: environmentConnectionId, name: 'environment', baseUrl: own.baseUrl, clientId: own.clientId });
  }
  if (present !== undefined && own.baseUrl === undefined) return success({ ...present, ...own });
  return success(null);
}

/** The connection of a command that can't do without one. */
export function connectionOf({ settings }: Pick<Station, 'settings'>): Outcome<Connection> {
  const found = settings.connections.find(({ id }) => id === settings.defaultConnection);
  if (found !== undefined) return success(found);
  if (settings.connections.length > 1) {
    return misuse('several-connections', { words: settings.connections.map(({ name }) => name).join(', ') });
  }
  return failure('credentials-missing');
}
