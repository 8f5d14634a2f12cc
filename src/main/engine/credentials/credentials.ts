import type { Outcome } from '../../../shared/faults.ts';
import type { Connection } from '../../../shared/settings.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { SecretStore } from '../ports.ts';

/** What a sign-in needs. Never logged, never part of a fault. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The credentials of connections, over the host's secret store. */
export interface Credentials {
  /** `credentials-missing` where none are stored; the store's own faults (locked, missing) pass through, never "no secret". */
  read(connection: Connection): Promise<Outcome<ClientCredentials>>;
  /** Stores a secret; one that can't be a client secret (empty, over 4,096 characters, with line breaks inside) is `wrong-usage`. */
  store(connectionId: string, secret: string): Promise<Outcome<void>>;
  remove(connectionId: string): Promise<Outcome<void>>;
}

const longestSecret = 4_096;

/** Makes the credentials; secrets are read anew each time, so that a rotated one is used at the next sign-in. */
export function createCredentials(secrets: SecretStore): Credentials {
  return {
    async read(connection) {
      const secret = await secrets.read(connection.id);
      if (!secret.ok) return secret;
      if (secret.value === null || secret.value === '') {
        return failure('credentials-missing', { connection: connection.name });
      }
      return success({ clientId: connection.clientId, clientSecret: secret.value });
    },
    async store(connectionId, secret) {
      // A pasted or piped secret often ends in a line break that is not part of it.
      const trimmed = secret.trim();
      if (trimmed === '' || trimmed.length > longestSecret || /\p{Cc}/u.test(trimmed)) {
        return { ok: false, fault: wrongUse('no-secret') };
      }
      return secrets.write(connectionId, trimmed);
    },
    remove: (connectionId) => secrets.remove(connectionId),
  };
}
