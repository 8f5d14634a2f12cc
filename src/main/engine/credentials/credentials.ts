import type { Outcome } from '../../../shared/faults.ts';
import type { Connection } from '../../../shared/settings.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { SecretStore } from '../platform/ports.ts';

/** What a sign-in needs. Never logged, never part of a fault. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The credentials of connections, over the host's secret store. A secret is kept with the address that it was given for. */
export interface Credentials {
  /**
   * `credentials-missing` where none are stored, `credentials-elsewhere` where they were stored for another scheme, host or port;
   * the store's own faults (locked, missing) pass through, never "no secret".
   */
  read(connection: Connection): Promise<Outcome<ClientCredentials>>;
  /** Stores a secret; one that can't be a client secret (empty, over 4,096 characters, with line breaks inside) is `wrong-usage`. */
  store(connection: Connection, secret: string): Promise<Outcome<void>>;
  remove(connectionId: string): Promise<Outcome<void>>;
}

const maxSecretLength = 4_096;

/** Scheme, host and port of a base URL; the text itself where it is none. */
export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}

/** A secret as it is stored: the address that it belongs to in a line before it. */
export function boundSecret(baseUrl: string, secret: string): string {
  return `${originOf(baseUrl)}\n${secret}`;
}

/** Takes it apart again; `origin` null = it came from the environment, which has none. */
function parts(stored: string): { readonly origin: string | null; readonly secret: string } {
  const end = stored.indexOf('\n');
  return end === -1
    ? { origin: null, secret: stored }
    : { origin: stored.slice(0, end), secret: stored.slice(end + 1) };
}

/** Makes the credentials; secrets are read anew each time, so that a rotated one is used at the next sign-in. */
export function createCredentials(secrets: SecretStore): Credentials {
  return {
    async read({ id, name, baseUrl, clientId }) {
      const stored = await secrets.read(id);
      if (!stored.ok) return stored;
      if (stored.value === null || stored.value === '') return failure('credentials-missing', { connection: name });
      const { origin, secret } = parts(stored.value);
      if (origin !== null && origin !== originOf(baseUrl)) {
        return failure('credentials-elsewhere', { connection: name, address: origin });
      }
      return success({ clientId, clientSecret: secret });
    },
    async store({ id, baseUrl }, secret) {
      // A pasted or piped secret often ends in a line break that is not part of it.
      const trimmed = secret.trim();
      if (trimmed === '' || trimmed.length > maxSecretLength || /\p{Cc}/u.test(trimmed)) {
        return { ok: false, fault: wrongUse('no-secret') };
      }
      return secrets.write(id, boundSecret(baseUrl, trimmed));
    },
    remove: (connectionId) => secrets.remove(connectionId),
  };
}
