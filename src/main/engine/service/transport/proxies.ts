import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import type { BaseUrl } from './base-url.ts';
import type { ClientProblem } from '../problems.ts';

/** A proxy on the way to the service; `authorization` is a ready header value and a secret. */
export interface Proxy {
  readonly origin: string;
  readonly hostname: string;
  readonly authorization: string | null;
}

/** The environment variables that name proxies. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

function fromEnvironment(env: ProxyEnvironment, name: string): string | undefined {
  const lower = env[name.toLowerCase()];
  return lower === undefined || lower === '' ? env[name.toUpperCase()] : lower;
}

/** Whether an entry of NO_PROXY (`host`, `.domain`, `*.domain`, `host:port`, `*`) covers the service. */
function covers(entry: string, target: BaseUrl): boolean {
  if (entry === '*') return true;
  const match = /^(\[[^\]]+\]|[^:]+|[0-9a-f:]+)(?::(\d+))?$/i.exec(entry);
  const host = match?.[1]?.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === undefined) return false;
  if (match?.[2] !== undefined && Number(match[2]) !== target.port) return false;
  const suffix = host.replace(/^\*?\./, '');
  return target.hostname === suffix || target.hostname.endsWith(`.${suffix}`);
}

/**
 * The proxy for a service: the configured one, else HTTPS_PROXY or HTTP_PROXY of the environment; null: straight. NO_PROXY holds
 * for both. A proxy URL that can't be read is fault `settings-invalid` with {field, problem}.
 */
export function chooseProxy(
  target: BaseUrl,
  configured: string | undefined,
  env: ProxyEnvironment,
): Outcome<Proxy | null> {
  const name = target.secure ? 'https_proxy' : 'http_proxy';
  const text = configured ?? fromEnvironment(env, name) ?? '';
  if (text.trim() === '') return success(null);
  const exceptions = (fromEnvironment(env, 'no_proxy') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (exceptions.some((entry) => covers(entry, target))) return success(null);
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const source = configured === undefined ? name.toUpperCase() : 'network.proxy';
  if (!URL.canParse(address))
    return failure('settings-invalid', { field: source, problem: 'not-a-url' satisfies ClientProblem });
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return failure('settings-invalid', { field: source, problem: 'proxy-kind' satisfies ClientProblem });
  }
  let authorization: string | null = null;
  if (url.username !== '') {
    const pair = [url.username, url.password].map((part) => decodeLoosely(part)).join(':');
    authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return success({ origin: url.origin, hostname: url.hostname, authorization });
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone % was meant literally
  }
}
