import type { Outcome } from '../../shared/faults.ts';
import type { Connection, Settings } from '../../shared/settings.ts';
import { createCredentials } from '../engine/credentials/credentials.ts';
import { success } from '../engine/faults/fault.ts';
import type { SecretStore } from '../engine/platform/ports.ts';
import type { SettingsStore } from '../engine/settings/settings-store.ts';

/**
 * Keeps a connection, and its secret where it has a new one: both or none. The secret is first, and the one before it is put back
 * where the settings are refused. A kill in between leaves a secret that says which address it is for: Mailroom asks for it, and
 * sends it nowhere else. Faults: those of the keychain and of the settings' store.
 */
export async function saveConnection(
  { store, secrets }: { readonly store: SettingsStore; readonly secrets: SecretStore },
  settings: Settings,
  connection: Connection,
  secret: string | undefined,
): Promise<Outcome<unknown>> {
  if (secret === undefined) return saveSettings(store, settings, connection);
  const before = await secrets.read(connection.id);
  if (!before.ok) return before;
  const kept = await createCredentials(secrets).store(connection, secret);
  if (!kept.ok) return kept;
  const saved = await saveSettings(store, settings, connection);
  if (saved.ok) return saved;
  if (before.value === null) await secrets.remove(connection.id);
  else await secrets.write(connection.id, before.value);
  return saved;
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
