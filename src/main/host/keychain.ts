import type { Outcome } from '../../shared/faults.ts';
import { failure, success } from '../engine/faults/fault.ts';
import type { SecretStore } from '../engine/platform/ports.ts';

/**
 * The part of the keychain library that is used. Bytes both ways: Windows keeps a password in UTF-16, as which `getSecret` gives it
 * back, and `getPassword` might say "none" where `getSecret` rejects.
 */
interface Entry {
  getSecret(): Promise<readonly number[] | null>;
  setSecret(secret: Uint8Array): Promise<void>;
  deletePassword(): Promise<boolean>;
}

/** A desktop may ask its user to unlock the keychain; after this time (ms) the answer is "locked", and the queue goes on waiting. */
const patienceMs = 60_000;

/**
 * The keychain of this computer: Secret Service on Linux, Keychain on macOS, Credential Manager on Windows. A locked keychain is
 * `keychain-locked`, none at all `keychain-missing`; there is no fallback to anything less safe or less lasting.
 */
export function createKeychain(service = 'Mailroom'): SecretStore {
  async function ask<T>(account: string, act: (entry: Entry) => Promise<T>): Promise<Outcome<T>> {
    let timer: NodeJS.Timeout | undefined;
    try {
      // Loaded when first needed: a computer without the native part can still use the environment.
      const { AsyncEntry } = await import('keytar');
      // Pinned: without this the library silently takes the kernel's keyring, which forgets everything at a restart.
      const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), patienceMs);
        timer.unref();
      });
      const answer = await Promise.race([act(entry).then((value) => ({ value })), late]);
      return answer === 'late' ? failure('keychain-locked', {}, 'no answer') : success(answer.value);
    } catch (error) {
      return refused(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async read(account) {
      const bytes = await ask(account, (entry) => entry.getSecret());
      if (!bytes.ok) return bytes;
      return success(bytes.value === null ? null : Buffer.from(bytes.value).toString('utf8'));
    },
    async write(account, secret) {
      const written = await ask(account, (entry) => entry.setSecret(Buffer.from(secret, 'utf8')));
      return written.ok ? success(undefined) : written;
    },
    async remove(account) {
      const removed = await ask(account, (entry) => entry.deletePassword());
      return removed.ok ? success(undefined) : removed;
    },
  };
}

/**
 * Tells locked from missing by the library's words: "Couldn't access platform storage … prompt was dismissed" and "… locked" come
 * from a keychain that is there; "Platform failure: DBus error …" and "no result found" (no collection) from one that is not.
 */
function refused(error: unknown): { readonly ok: false; readonly fault: ReturnType<typeof failure>['fault'] } {
  const words = error instanceof Error ? error.message : '';
  const locked = /lock|dismissed|interaction is not allowed|user cancell?ed/iu.test(words);
  // No words of the library in the fault: it is not known what they may hold.
  if (locked) return failure('keychain-locked', {}, 'refused by the keychain');
  const cause = /no result found/iu.test(words) ? 'no default collection' : 'no secret service';
  return failure('keychain-missing', {}, cause);
}
