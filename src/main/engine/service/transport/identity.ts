import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { codeOf } from '../../platform/disk/errno.ts';
import type { ClientProblem } from '../problems.ts';

/** The certificate that this computer shows to the service: a PFX file, or PEM with its key in the same file or one of its own. */
export interface ClientCertificate {
  readonly file: string;
  readonly keyFile?: string | undefined;
  /** What opens the key; null: nothing does, it is open. */
  readonly passphrase: string | null;
}

/** A certificate with its key, as TLS takes it; a secret. */
export type Identity =
  | { readonly pfx: Buffer; readonly passphrase?: string }
  | { readonly cert: Buffer; readonly key: Buffer; readonly passphrase?: string };

function refused(problem: ClientProblem, file: string): ReturnType<typeof failure> {
  return failure('client-certificate-unusable', { problem }, file);
}

async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}

/** Reads it, and opens its key once, so that a wrong passphrase is told here. What can't be used is fault `client-certificate-unusable` with {problem}. */
export async function readIdentity({ file, keyFile, passphrase }: ClientCertificate): Promise<Outcome<Identity>> {
  const bytes = await bytesOf(file);
  if (bytes === null) return refused('certificate-unreadable', file);
  const opened = passphrase === null ? {} : { passphrase };
  const isPem = bytes.includes('-----BEGIN ');
  const key = keyFile === undefined ? bytes : await bytesOf(keyFile);
  if (key === null) return refused('certificate-unreadable', keyFile ?? file);
  if (isPem && (!bytes.includes('-----BEGIN CERTIFICATE-----') || !key.includes('PRIVATE KEY-----')))
    return refused('certificate-without-key', file);
  const identity: Identity = isPem ? { cert: bytes, key, ...opened } : { pfx: bytes, ...opened };
  try {
    createSecureContext(identity);
    return success(identity);
  } catch (error) {
    return refused(problemOf(error), file);
  }
}

/** What OpenSSL's refusal means. Its words hold nothing of the file. */
function problemOf(error: unknown): ClientProblem {
  const words = `${codeOf(error)} ${error instanceof Error ? error.message : ''}`;
  if (/mac verify|MAC_VERIFY|bad decrypt|BAD_DECRYPT|bad password|interrupted or cancelled|BAD_PASSWORD/iu.test(words))
    return 'certificate-passphrase';
  if (/mismatch/iu.test(words)) return 'certificate-other-key';
  return /unsupported/iu.test(words) ? 'certificate-outdated' : 'certificate-damaged';
}
