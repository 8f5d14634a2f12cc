import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import type { Identity } from './identity.ts';
import type { ProxyEnvironment } from './proxies.ts';
import type { ClientProblem } from '../problems.ts';

/** Where Linux distributions and macOS keep the bundle of authorities that the system trusts. */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function refused(problem: ClientProblem, cause: string): ReturnType<typeof failure> {
  return failure('settings-invalid', { field: 'network.certificateAuthorities', problem }, cause);
}

/** What a context holds besides Node's authorities and those that are named. */
export interface TrustParts {
  /** Authorities of the system that lie in no file, as PEM. */
  readonly system?: readonly string[];
  /** What this computer shows of itself. */
  readonly identity?: Identity;
}

/**
 * The authorities a connection trusts: Node's own, the system's, NODE_EXTRA_CA_CERTS and the configured PEM file, as one context
 * (made once: parsing 150 certificates for each socket is slow). A configured file that can't be used is fault `settings-invalid`
 * with {field, problem}.
 */
export function createTrust(
  configured: string | undefined,
  env: ProxyEnvironment,
  { system: stored = [], identity }: TrustParts = {},
): Outcome<SecureContext> {
  const authorities: string[] = [...rootCertificates, ...stored];
  const system = systemBundles.map((path) => readIfThere(path)).find((pem) => pem !== null) ?? null;
  if (system !== null) authorities.push(system);
  const extra = env['NODE_EXTRA_CA_CERTS'];
  const extraPem = extra === undefined || extra === '' ? null : readIfThere(extra);
  const own: string[] = extraPem === null ? [] : [extraPem];
  if (configured !== undefined) {
    const pem = readIfThere(configured);
    if (pem === null) return refused('authorities-unreadable', configured);
    if (!pem.includes('-----BEGIN CERTIFICATE-----')) return refused('authorities-empty', configured);
    own.push(pem);
  }
  try {
    return success(createSecureContext({ ca: [...authorities, ...own], ...identity }));
  } catch (error) {
    return refused('authorities-damaged', error instanceof Error ? error.message : 'no certificate');
  }
}
