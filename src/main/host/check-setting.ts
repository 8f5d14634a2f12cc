import { readFileSync } from 'node:fs';
import type { Outcome } from '../../shared/faults.ts';
import { failure, success } from '../engine/faults/fault.ts';
import type { ClientProblem } from '../engine/service/problems.ts';
import { readCertificate } from '../engine/service/transport/system-authorities.ts';
import { createTrust } from '../engine/service/transport/trust.ts';
import type { Environment } from './environment-secrets.ts';

/**
 * Looks at what a value names on this computer before it is kept, so that whoever set it hears of it at once: the file of
 * certificate authorities must be there, readable and hold certificates (fault `settings-invalid` of {@link createTrust}).
 */
export function checkSetting(path: string, value: unknown, environment: Environment): Outcome<void> {
  const file = path === 'network.certificateAuthorities' ? value : authoritiesIn(path, value);
  if (typeof file !== 'string') return success(undefined);
  const trust = createTrust(file, environment);
  if (!trust.ok) return trust;
  // What TLS passes over in silence would be missed on the day it is needed.
  const whole =
    readFileSync(file, 'utf8')
      .match(certificates)
      ?.every((pem) => readCertificate(pem) !== null) === true;
  const problem: ClientProblem = 'authorities-damaged';
  return whole
    ? success(undefined)
    : failure('settings-invalid', { field: 'network.certificateAuthorities', problem }, file);
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/gu;

function authoritiesIn(path: string, value: unknown): unknown {
  const isNetwork = path === 'network' && typeof value === 'object' && value !== null;
  return isNetwork && 'certificateAuthorities' in value ? value.certificateAuthorities : undefined;
}
