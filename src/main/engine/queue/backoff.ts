import type { Fault, FaultCode } from '../../../shared/faults.ts';
import type { Block } from './job.ts';

/** First and longest wait in ms for a fault that time may cure. */
interface Waits {
  readonly first: number;
  readonly max: number;
}

const ordinary: Waits = { first: 1_000, max: 300_000 };

const waitsByCode: Partial<Record<FaultCode, Waits>> = {
  'file-busy': { first: 500, max: 30_000 },
  'file-changed': { first: 200, max: 10_000 },
  'file-unreadable': { first: 1_000, max: 60_000 },
  'service-unreachable': { first: 500, max: 15_000 },
  'service-failed': { first: 500, max: 60_000 },
  'answer-not-understood': { first: 500, max: 60_000 },
  'disk-full': { first: 2_000, max: 30_000 },
  'export-folder-unusable': { first: 2_000, max: 60_000 },
  'keychain-locked': { first: 5_000, max: 60_000 },
  'team-unreachable': { first: 500, max: 15_000 },
  'team-refused': { first: 500, max: 30_000 },
  'team-same-content': { first: 500, max: 15_000 },
};

/** When the service wants to be asked again (`params.retryAt`, ms since 1970); 0: it named no instant. */
export function namedEnd(fault: Fault): number {
  const { retryAt } = fault.params;
  return typeof retryAt === 'number' ? retryAt : 0;
}

/**
 * How long to wait before try `failedTries + 1`, in ms: exponential with full jitter, so that stations that failed together do
 * not come back together. A wait that the service named (`params.retryAt`, ms since 1970) is kept as the least.
 */
export function backoffMs(fault: Fault, failedTries: number, random: () => number, now: number): number {
  const { first, max } = waitsByCode[fault.code] ?? ordinary;
  const ceiling = Math.min(max, first * 2 ** Math.min(failedTries, 20));
  return Math.max(namedEnd(fault) - now, Math.round(ceiling * (0.1 + 0.9 * random())));
}

/** Named by a service: asked about again after an hour whatever it says, ms. */
const maxNamedMs = 3_600_000;

/** The longest wait that {@link backoffMs} can have given, ms: what was written down while the clock was ahead is no longer one. */
export function maxBackoffMs(fault: Fault): number {
  const { max } = waitsByCode[fault.code] ?? ordinary;
  return namedEnd(fault) > 0 ? maxNamedMs : max;
}

/** Faults that somebody may cure at the service alone, where nothing tells us: a secret that is made valid again. */
const curedElsewhere: ReadonlySet<FaultCode> = new Set(['sign-in-refused']);
const curedElsewhereMs = 900_000;

/** How long (ms) until what a person has to cure is tried again by itself; null: it is not. */
export function askAgainMs({ code }: Fault): number | null {
  return curedElsewhere.has(code) ? curedElsewhereMs : null;
}

const scopeByCode: Partial<Record<FaultCode, Block['scope']>> = {
  'service-unreachable': 'connection',
  'certificate-untrusted': 'connection',
  'proxy-refused': 'connection',
  'proxy-unknown': 'connection',
  'client-certificate-refused': 'connection',
  'client-certificate-unusable': 'connection',
  'sign-in-refused': 'connection',
  'credentials-missing': 'connection',
  'credentials-elsewhere': 'connection',
  'keychain-locked': 'connection',
  'keychain-missing': 'connection',
  'base-url-invalid': 'connection',
  'project-unknown': 'project',
  'access-refused': 'project',
  'scope-missing': 'kind',
};

/** Whom a fault concerns beyond the job that met it; null = only this job. */
export function blockScope(fault: Fault): Block['scope'] | null {
  // A sign-in page or an outage in front of the token endpoint stops everything; elsewhere it may be this call alone.
  if (fault.params['at'] === 'sign-in') return 'connection';
  return scopeByCode[fault.code] ?? null;
}
