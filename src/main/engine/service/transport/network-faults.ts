import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { NoWay, ProxyRefusal } from './connector.ts';
import { faultOfBrokenBody } from './broken-body.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** TLS error codes that mean: the other side's certificate isn't trusted here (OpenSSL verify codes as Node names them). */
const certificateCodes = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** TLS alerts by which the other side says that it wants a certificate of this computer, or another one. */
const identityCodes =
  /^ERR_SSL_(?:TLSV1|TLSV13|SSLV3)_ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|CERTIFICATE_EXPIRED|CERTIFICATE_REVOKED|CERTIFICATE_UNKNOWN|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA)$/u;

/** The first code found on an error, its causes or the errors it gathers (happy eyeballs); else its name. */
function innerCodeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4) return 'unknown';
  const code = codeOf(error);
  if (code !== '' && code !== 'UND_ERR_ABORTED') return code;
  if (error instanceof AggregateError && error.errors.length > 0) return innerCodeOf(error.errors[0], depth + 1);
  if (error.cause instanceof Error) return innerCodeOf(error.cause, depth + 1);
  return error.name;
}

/**
 * The fault of a request that got no answer. `host` is the host's name, never a URL with credentials. Bodies that break off
 * by themselves bring their own fault.
 */
export function faultOfNetworkError(error: unknown, host: string): Fault {
  const own = faultOfBrokenBody(error);
  if (own !== null) return own;
  const code = innerCodeOf(error);
  if (error instanceof ProxyRefusal) {
    const { status, hint } = error;
    // A gateway status of CONNECT means that the proxy could not reach the host; all others, that it will not.
    const isGateway = status === 502 || status === 503 || status === 504;
    const cause = hint === '' ? `CONNECT ${String(status)}` : `CONNECT ${String(status)}: ${hint}`;
    return fault(isGateway ? 'service-unreachable' : 'proxy-refused', { host, status }, cause);
  }
  if (error instanceof NoWay) return fault('service-unreachable', { host, proxy: error.proxies }, code);
  if (identityCodes.test(code)) return fault('client-certificate-refused', { host }, code);
  if (certificateCodes.has(code)) return fault('certificate-untrusted', { host }, code);
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return fault('file-changed', {}, code);
  if (code.startsWith('HPE_') || code === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return fault('answer-not-understood', { host }, code);
  }
  return fault('service-unreachable', { host }, code);
}
