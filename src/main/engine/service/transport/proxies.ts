import { BlockList, isIP } from 'node:net';
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

/** Host and port of a proxy, for people. */
export function hostOf({ origin }: Proxy): string {
  const { protocol, hostname, port } = new URL(origin);
  // A URL leaves out the port that its protocol has anyway.
  const usual = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? usual : port}`;
}

/** The environment variables that name proxies. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** What the settings say of proxies: an address, and the address of a script that names them. */
export interface ProxySettings {
  readonly proxy?: string | undefined;
  readonly proxyScript?: string | undefined;
}

/** Where the proxies of a service are told: one way, a script to be asked, or nowhere. */
export type ProxyChoice =
  | { readonly kind: 'straight' }
  | { readonly kind: 'proxy'; readonly proxy: Proxy }
  | { readonly kind: 'script'; readonly address: URL }
  | { readonly kind: 'unsaid' };

function fromEnvironment(env: ProxyEnvironment, name: string): string | undefined {
  const lower = env[name.toLowerCase()];
  return lower === undefined || lower === '' ? env[name.toUpperCase()] : lower;
}

/** Whether a network such as `10.0.0.0/8` holds an address. */
function holds(network: string, address: string): boolean {
  const [, base = '', length = ''] = /^([^/]*)\/(.*)$/u.exec(network) ?? [];
  const family = isIP(base);
  if (family === 0 || isIP(address) !== family || !/^\d{1,3}$/u.test(length)) return false;
  if (Number(length) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(base, Number(length), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether an entry of NO_PROXY (`host`, `.domain`, `*.domain`, `host:port`, `10.0.0.0/8`, `*`) covers the service. */
function covers(entry: string, target: BaseUrl): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return holds(entry, target.hostname);
  const match = /^(\[[^\]]+\]|[^:]+|[0-9a-f:]+)(?::(\d+))?$/i.exec(entry);
  const host = match?.[1]?.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === undefined) return false;
  if (match?.[2] !== undefined && Number(match[2]) !== target.port) return false;
  const suffix = host.replace(/^\*?\./, '');
  return target.hostname === suffix || target.hostname.endsWith(`.${suffix}`);
}

/** Whether one of a list of exceptions, separated by blanks, commas or semicolons, covers the service. */
export function isException(list: string, target: BaseUrl): boolean {
  const entries = list.split(/[\s,;]+/).filter((entry) => entry !== '');
  return entries.some((entry) => covers(entry, target));
}

function refused(field: string, problem: ClientProblem): ReturnType<typeof failure> {
  return failure('settings-invalid', { field, problem });
}

/** Reads the address of a proxy that stands in `field`; without a scheme it is http. Else fault `settings-invalid` with {field, problem}. */
export function readProxy(text: string, field: string): Outcome<Proxy> {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return refused(field, 'not-a-url');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused(field, 'proxy-kind');
  let authorization: string | null = null;
  if (url.username !== '') {
    const pair = [url.username, url.password].map((part) => decodeLoosely(part)).join(':');
    authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return success({ origin: url.origin, hostname: url.hostname, authorization });
}

/** Reads the address of a proxy script: http, https or file. */
function readScriptAddress(text: string): Outcome<URL> {
  const field = 'network.proxyScript';
  if (!URL.canParse(text.trim())) return refused(field, 'not-a-url');
  const url = new URL(text.trim());
  if (url.username !== '' || url.password !== '') return refused(field, 'holds-credentials');
  return /^(?:https?|file):$/u.test(url.protocol) ? success(url) : refused(field, 'script-kind');
}

/**
 * What is said of the way to a service: the configured proxy, else the configured script, else HTTPS_PROXY or HTTP_PROXY of the
 * environment. NO_PROXY holds for all. A script is asked for https alone: plain http stays on this computer. An address that can't be
 * read is fault `settings-invalid` with {field, problem}.
 */
export function chooseProxy(
  target: BaseUrl,
  { proxy: configured, proxyScript }: ProxySettings,
  env: ProxyEnvironment,
): Outcome<ProxyChoice> {
  const name = target.secure ? 'https_proxy' : 'http_proxy';
  const script = (configured ?? '').trim() === '' ? (proxyScript ?? '') : '';
  const asked = script.trim() !== '' && target.secure;
  const text = configured ?? (asked ? '' : (fromEnvironment(env, name) ?? ''));
  if (text.trim() === '' && !asked) return success({ kind: 'unsaid' });
  if (isException(fromEnvironment(env, 'no_proxy') ?? '', target)) return success({ kind: 'straight' });
  if (asked) {
    const address = readScriptAddress(script);
    return address.ok ? success({ kind: 'script', address: address.value }) : address;
  }
  const read = readProxy(text, configured === undefined ? name.toUpperCase() : 'network.proxy');
  return read.ok ? success({ kind: 'proxy', proxy: read.value }) : read;
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone % was meant literally
  }
}
