import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import type { ClientProblem } from '../problems.ts';

/** Where a service is: `origin` as scheme://host:port, `prefix` the path before every operation, without a slash at its end. */
export interface BaseUrl {
  readonly origin: string;
  readonly prefix: string;
  /** Host without port and brackets, lower case. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
}

/** Whether a host name means this computer: then, and only then, plain http is allowed. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '::1' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

function refused(problem: ClientProblem): { readonly ok: false; readonly fault: ReturnType<typeof failure>['fault'] } {
  return failure('base-url-invalid', { problem });
}

/** Reads the base URL of a connection, e.g. https://host/v2; else fault `base-url-invalid` with {problem}. Never repeats the text, which may hold a password. */
export function parseBaseUrl(text: string): Outcome<BaseUrl> {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return refused('not-a-url');
  const url = new URL(trimmed);
  const hostname = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') return refused('no-web-address');
  if (hostname === '') return refused('no-host');
  if (url.username !== '' || url.password !== '') return refused('holds-credentials');
  if (url.search !== '' || url.hash !== '') return refused('holds-query');
  if (!secure && !isLoopback(hostname)) return refused('plain-http');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return success({ origin: url.origin, prefix: url.pathname.replace(/\/+$/, ''), hostname, port, secure });
}

/** An address as it may be shown and written down: without the login before its host, and what it asks. A path stays as it is. */
export function shownAddress(address: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(address)) return address;
  return address.replace(/^([^/]*\/\/).*@/su, '$1[redacted]@').replace(/[?#].*$/su, '?[redacted]');
}
