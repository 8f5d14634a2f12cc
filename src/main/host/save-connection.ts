import type { Outcome } from '../../shared/faults.ts';
import type { Connection, Settings } from '../../shared/settings.ts';
import { createCredentials } from '../engine/credentials/credentials.ts';
import { success } from '../engine/faults/fault.ts';
import type { SecretStore } from '../engine/platform/ports.ts';
import { keepSecret } from './keep-secret.ts';
import type { SettingsStore } from '../engine/settings/settings-store.ts';

/**
 * Keeps a connection, and its secret where it has a new one: both or none ({@link keepSecret}). A kill in between leaves a secret that says which address it is for: Mailroom asks for it, and
 * sends it nowhere else. Faults: those of the keychain and of the settings' store.
 */
export async function saveConnection(
  { store, secrets }: { readonly store: SettingsStore; readonly secrets: SecretStore },
  settings: Settings,
  connection: Connection,
  secret: string | undefined,
): Promise<Outcome<unknown>> {
  if (secret === undefined) return saveSettings(store, settings, connection);
  return keepSecret(
    secrets,
    connection.id,
    () => createCredentials(secrets).store(connection, secret),
    () => saveSettings(store, settings, connection),
  );
}

/** Writes a connection into the settings, in the place of one with its id; the first one becomes the default. */
async function saveSettings(
  store: SettingsStore,
  settings: Settings,
  connection: Connection,
): Promise<Outcome<unknown>> {
  const present = settings.connections.find(({ id }) => id === connection.id);
  // Unchanged (an administrator's policy, a new secret): the settings are not written, so that a lock on them is no obstacle.
  if (
    present?.baseUrl === connection.baseUrl &&
    present.clientId === connection.clientId &&
    present.name === connection.name
  )
    return success(undefined);
  const others = settings.connections.filter(({ id }) => id !== connection.id);
  const saved = await store.set('connections', [...others, connection]);
  if (!saved.ok || settings.defaultConnection !== undefined) return saved;
  return store.set('defaultConnection', connection.id);
}
