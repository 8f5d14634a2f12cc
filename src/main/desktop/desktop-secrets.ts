import { success } from '../engine/faults/fault.ts';
import { misuse } from '../engine/faults/usage-sentences.ts';
import type { SecretStore } from '../engine/ports.ts';
import { practiceConnectionId } from './practice/practice-settings.ts';

/** The keychain, except for the practice service, whose secret never leaves this process. */
export function createDesktopSecrets(keychain: SecretStore, practiceSecret: () => string | null): SecretStore {
  const notStored = misuse('practice-secret');
  return {
    read: (id) => (id === practiceConnectionId ? Promise.resolve(success(practiceSecret())) : keychain.read(id)),
    write: (id, secret) => (id === practiceConnectionId ? Promise.resolve(notStored) : keychain.write(id, secret)),
    remove: (id) => (id === practiceConnectionId ? Promise.resolve(success(undefined)) : keychain.remove(id)),
  };
}
