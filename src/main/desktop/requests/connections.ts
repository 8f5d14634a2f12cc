import type { DesktopAnswer, DesktopRequest } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { Connection } from '../../../shared/settings.ts';
import { createCredentials, originOf } from '../../engine/credentials/credentials.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { checkConnection } from '../../host/check-connection.ts';
import { removeCertificate, saveCertificate } from '../../host/save-certificate.ts';
import { saveConnection } from '../../host/save-connection.ts';
import type { DesktopStation } from '../desktop-station.ts';
import { practiceConnectionId } from '../practice/practice-settings.ts';

/** Signs in with a connection and stores nothing. */
export async function testConnection(
  station: DesktopStation,
  connection: Connection,
  secret: string | undefined,
): Promise<Outcome<DesktopAnswer<'connections.test'>>> {
  const settings = await station.settings();
  if (!settings.ok) return settings;
  const present = settings.value.connections.find(({ id }) => id === connection.id);
  // Whatever the page says: a stored secret goes to the address that it is stored for.
  if (secret === undefined && present !== undefined && originOf(present.baseUrl) !== originOf(connection.baseUrl))
    return failure('credentials-elsewhere', { connection: present.name, address: originOf(present.baseUrl) });
  const parts = { ports: station.ports, settings: settings.value };
  const found = await checkConnection(parts, connection, secret === undefined ? {} : { secret });
  if (!found.ok) return found;
  return success({ scopes: [...found.value.scopes], missingScopes: [...found.value.missingScopes] });
}

/** Signs in, and only then keeps the secret in the keychain and the rest in the settings. */
export async function keepConnection(
  station: DesktopStation,
  connection: Connection,
  secret: string | undefined,
): Promise<Outcome<DesktopAnswer<'connections.save'>>> {
  if (connection.id === practiceConnectionId) return practiceIsNoSetting();
  const found = await testConnection(station, connection, secret);
  if (!found.ok) return found;
  const settings = await station.store.load();
  if (!settings.ok) return settings;
  const { store, ports } = station;
  const saved = await saveConnection({ store, secrets: ports.secrets }, settings.value, connection, secret);
  return saved.ok ? found : saved;
}

/** Forgets a connection and its secret; refused while a hot folder sends to it. */
export async function removeConnection(station: DesktopStation, id: string): Promise<Outcome<object>> {
  if (id === practiceConnectionId) return practiceIsNoSetting();
  const settings = await station.store.load();
  if (!settings.ok) return settings;
  const { connections, hotFolders, defaultConnection } = settings.value;
  if (!connections.some((connection) => connection.id === id))
    return failure('not-found', { subject: 'connection', id });
  const user = hotFolders.find(({ rule }) => rule.connectionId === id);
  if (user !== undefined) {
    return misuse('folder-uses-connection', { name: user.name });
  }
  if (defaultConnection === id) {
    const cleared = await station.store.set('defaultConnection', undefined);
    if (!cleared.ok) return cleared;
  }
  const saved = await station.store.set(
    'connections',
    connections.filter((connection) => connection.id !== id),
  );
  if (!saved.ok) return saved;
  const removed = await createCredentials(station.ports.secrets).remove(id);
  return removed.ok ? success({}) : removed;
}

function practiceIsNoSetting(): Outcome<never> {
  return misuse('practice-connection');
}

/** Keeps the certificate that the service is shown, or forgets it; the answer is empty. */
export async function keepCertificate(
  { store, ports: { secrets } }: DesktopStation,
  request: Extract<DesktopRequest, { readonly name: 'certificate.save' | 'certificate.remove' }>,
): Promise<Outcome<object>> {
  const done = await (request.name === 'certificate.save'
    ? saveCertificate({ store, secrets }, request)
    : removeCertificate({ store, secrets }));
  return done.ok ? success({}) : done;
}
