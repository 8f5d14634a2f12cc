import { success } from '../engine/faults/fault.ts';
import { passphraseAccount } from '../engine/service/transport/network-of.ts';
import { teamAccount } from '../engine/team/postgres/address.ts';
import type { SecretStore } from '../engine/platform/ports.ts';
import type { Connection } from '../../shared/settings.ts';

/** Environment variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Id of the connection that a server is given by its environment alone. It stays the same, so that queued items find it again. */
export const environmentConnectionId = 'environment';

/** What the environment says about a connection; nothing that isn't set. */
export function environmentConnection(environment: Environment): Partial<Pick<Connection, 'baseUrl' | 'clientId'>> {
  const baseUrl = environment['MAILROOM_BASE_URL']?.trim() ?? '';
  const clientId = environment['MAILROOM_CLIENT_ID']?.trim() ?? '';
  return { ...(baseUrl === '' ? {} : { baseUrl }), ...(clientId === '' ? {} : { clientId }) };
}

/**
 * Secrets for servers: MAILROOM_CLIENT_SECRET is the secret of the given connection, MAILROOM_CERTIFICATE_PASSPHRASE that of the client
 * certificate, MAILROOM_TEAM_PASSWORD that of its login at the team's database; all others, and all writing, go to the keychain below.
 */
export function createEnvironmentSecrets(
  environment: Environment,
  connectionId: string,
  keychain: SecretStore,
): SecretStore {
  const given = new Map([
    [connectionId, environment['MAILROOM_CLIENT_SECRET']?.trim() ?? ''],
    // Blanks may be part of a passphrase.
    [passphraseAccount, environment['MAILROOM_CERTIFICATE_PASSPHRASE'] ?? ''],
    [teamAccount, environment['MAILROOM_TEAM_PASSWORD']?.trim() ?? ''],
  ]);
  return {
    ...keychain,
    read(id) {
      const secret = given.get(id) ?? '';
      return secret === '' ? keychain.read(id) : Promise.resolve(success(secret));
    },
  };
}
