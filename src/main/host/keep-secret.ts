import type { Outcome } from '../../shared/faults.ts';
import type { SecretStore } from '../engine/platform/ports.ts';

/**
 * Keeps a secret and what goes with it, both or none: the secret is `written` first, and the one before it is put back where
 * what follows is refused. Faults: those of the keychain and of both steps.
 */
export async function keepSecret<T>(
  secrets: SecretStore,
  account: string,
  written: () => Promise<Outcome<void>>,
  follow: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const before = await secrets.read(account);
  if (!before.ok) return before;
  const kept = await written();
  if (!kept.ok) return kept;
  const followed = await follow();
  if (followed.ok) return followed;
  if (before.value === null) await secrets.remove(account);
  else await secrets.write(account, before.value);
  return followed;
}
