import type { Settings } from '../../../../shared/settings.ts';
import type { SecretStore } from '../../platform/ports.ts';
import type { NetworkSettings } from './transport.ts';

/** Under what the secret store keeps the passphrase of the client certificate. No connection has this id: it holds a colon. */
export const passphraseAccount = 'network:client-certificate';

/** How connections reach the network by these settings, and by what the secret store keeps for them. */
export function networkOf(network: Settings['network'], secrets: Pick<SecretStore, 'read'>): NetworkSettings {
  return { ...network, env: process.env, readPassphrase: () => secrets.read(passphraseAccount) };
}
