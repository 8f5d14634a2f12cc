import type { Outcome } from '../../shared/faults.ts';
import type { Connection, Settings } from '../../shared/settings.ts';
import { success } from '../engine/faults/fault.ts';
import type { SettingsStore } from '../engine/settings/settings-store.ts';

/** Writes a connection into the settings, in the place of one with its id; the first one becomes the default. Faults: those of the store. */
export async function saveConnection(
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
