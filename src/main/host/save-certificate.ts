import type { Outcome } from '../../shared/faults.ts';
import { failure, success } from '../engine/faults/fault.ts';
import type { SecretStore } from '../engine/platform/ports.ts';
import { readIdentity } from '../engine/service/transport/identity.ts';
import type { ClientProblem } from '../engine/service/problems.ts';
import { passphraseAccount } from '../engine/service/transport/network-of.ts';
import { keepSecret } from './keep-secret.ts';
import type { SettingsStore } from '../engine/settings/settings-store.ts';

/** A certificate that this computer is to show to the service. `passphrase` '' = its key is open. */
export interface GivenCertificate {
  readonly file: string;
  readonly keyFile?: string | undefined;
  readonly passphrase: string;
}

const maxPassphraseLength = 1_024;

/** Where it is kept: the files' names in the settings, the passphrase in the keychain. */
export interface CertificatePlaces {
  readonly store: Pick<SettingsStore, 'load' | 'set'>;
  readonly secrets: SecretStore;
}

/**
 * Keeps the certificate, once its key could be opened: the files' names and the passphrase, both or none ({@link keepSecret}). Faults:
 * those of reading it, of the keychain and of the settings' store.
 */
export async function saveCertificate(
  { store, secrets }: CertificatePlaces,
  { file, keyFile, passphrase }: GivenCertificate,
): Promise<Outcome<void>> {
  if (passphrase.length > maxPassphraseLength || /\p{Cc}/u.test(passphrase))
    return failure('client-certificate-unusable', { problem: 'certificate-passphrase' satisfies ClientProblem });
  const read = await readIdentity({ file, keyFile, passphrase: passphrase === '' ? null : passphrase });
  if (!read.ok) return read;
  // A key that is open asks nothing of the keychain, which a server may not have.
  if (passphrase === '') return nameFiles(store, file, keyFile);
  return keepSecret(
    secrets,
    passphraseAccount,
    () => secrets.write(passphraseAccount, passphrase),
    () => nameFiles(store, file, keyFile),
  );
}

/** Writes the files' names into the settings: the key's first, which says nothing by itself. */
async function nameFiles(
  store: CertificatePlaces['store'],
  file: string,
  keyFile: string | undefined,
): Promise<Outcome<void>> {
  const key = keyFile === undefined ? await forget(store, 'clientKey') : await store.set('network.clientKey', keyFile);
  if (!key.ok) return key;
  const saved = await store.set('network.clientCertificate', file);
  return saved.ok ? success(undefined) : saved;
}

/** Forgets the certificate and its passphrase; the files stay. */
export async function removeCertificate({ store, secrets }: CertificatePlaces): Promise<Outcome<void>> {
  for (const name of ['clientCertificate', 'clientKey'] as const) {
    const gone = await forget(store, name);
    if (!gone.ok) return gone;
  }
  return secrets.remove(passphraseAccount);
}

/** Takes one of the two out of the settings; nothing to do where it does not stand there. */
async function forget(
  store: CertificatePlaces['store'],
  name: 'clientCertificate' | 'clientKey',
): Promise<Outcome<unknown>> {
  const settings = await store.load();
  if (!settings.ok || settings.value.network[name] === undefined) return settings;
  return store.set(`network.${name}`, undefined);
}
