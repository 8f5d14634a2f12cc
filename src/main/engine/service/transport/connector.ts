import { request } from 'node:http';
import { isIP, Socket as NetSocket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { codeOf } from '../../platform/disk/errno.ts';
import type { BaseUrl } from './base-url.ts';
import { negotiateWith } from './negotiate.ts';
import { hostOf, type Proxy } from './proxies.ts';
import type { Routes } from './routes.ts';

type Connector = buildConnector.connector;
type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

/** A proxy that answered CONNECT with something else than 200; `status` is what it said. */
export class ProxyRefusal extends Error {
  readonly status: number;
  /** What the administrator should know besides; often nothing. */
  readonly hint: string;
  constructor(status: number, hint = '') {
    super(`the proxy answered CONNECT with ${String(status)}`);
    this.name = 'ProxyRefusal';
    this.status = status;
    this.hint = hint;
  }
}

/** No way leads on: no proxy that was named is there, or one took CONNECT and said nothing. `proxies`: host and port of each. */
export class NoWay extends Error {
  readonly code: 'NO_PROXY_THERE' | 'PROXY_SILENT';
  readonly proxies: string;
  constructor(code: NoWay['code'], hosts: readonly string[]) {
    super(`no way leads through ${hosts.join(', ')}`);
    this.name = 'NoWay';
    this.code = code;
    this.proxies = hosts.join(', ');
  }
}

/** What TLS uses: with a proxy, and with the service, towards which this computer may show a certificate of its own. */
export interface Contexts {
  readonly proxy: SecureContext;
  readonly service: SecureContext;
}

/** What connections to a service over https are made of. `connectMs` bounds each connection. */
export interface ConnectorParts {
  readonly routes: Routes;
  readonly contexts: () => Promise<Contexts>;
  readonly connectMs: number;
}

function isSocket(value: unknown): value is Socket {
  return value instanceof NetSocket;
}

function made(connector: Connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(options, (error, socket) => {
      if (error !== null) {
        reject(error);
        return;
      }
      // Its end comes after an alert of TLS, and the library would tell that alone.
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
  });
}

/** What a proxy said in place of a tunnel, and the ways of signing in that it offers. */
interface Refused {
  readonly status: number;
  readonly schemes: string;
}

/** Asks a proxy for a tunnel to `host:port`; answers the socket, which is the tunnel then, or what was said instead. */
function askForTunnel(
  way: Socket,
  path: string,
  { proxy, authorization }: { readonly proxy: Proxy; readonly authorization: string | null },
  timeout: number,
): Promise<Socket | Refused> {
  return new Promise((resolve, reject) => {
    const headers = { host: path, ...(authorization === null ? {} : { 'proxy-authorization': authorization }) };
    // The socket is open already: nobody else sets its timer.
    const end = (): void => void way.destroy(new NoWay('PROXY_SILENT', [hostOf(proxy)]));
    way.setTimeout(timeout, end);
    const asked = request({ method: 'CONNECT', path, headers, createConnection: () => way });
    asked.once('error', reject);
    asked.once('connect', ({ statusCode = 0, headers: said }, _socket, head) => {
      if (statusCode === 200) {
        if (head.length > 0) way.unshift(head);
        way.setTimeout(0, end);
        resolve(way);
        return;
      }
      way.on('error', () => undefined).destroy();
      resolve({ status: statusCode, schemes: [said['proxy-authenticate'] ?? []].flat().join() });
    });
    asked.end();
  });
}

/**
 * Makes connections to a service over https, each by the first way that leads there: straight, or in a tunnel through a proxy, to
 * which Mailroom signs in by name and password or by a ticket (Negotiate). Only a proxy that is not there lets the next way be
 * tried: one that refuses has decided.
 */
export function serviceConnector(target: BaseUrl, { routes, contexts, connectMs }: ConnectorParts): Connector {
  let kept: { readonly of: Contexts; readonly toProxy: Connector; readonly toService: Connector } | null = null;
  // Proxies that asked for a ticket are given one at once from then on.
  const byTicket = new Set<string>();

  /** Connectors of the contexts as they are now; each keeps its sessions of TLS. */
  async function both(): Promise<NonNullable<typeof kept>> {
    const of = await contexts();
    if (kept?.of !== of) {
      // Said here, so that no variable of the environment turns the check off.
      const common = { timeout: connectMs, rejectUnauthorized: true };
      kept = {
        of,
        toProxy: buildConnector({ ...common, secureContext: of.proxy }),
        toService: buildConnector({ ...common, secureContext: of.service }),
      };
    }
    return kept;
  }

  /** A connection to a proxy; null: nobody is there. */
  async function reach(proxy: Proxy, toProxy: Connector): Promise<Socket | null> {
    const { protocol, host, hostname, port } = new URL(proxy.origin);
    try {
      return await made(toProxy, { protocol, host, hostname: hostname.replace(/^\[|\]$/gu, ''), port });
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  /** A tunnel through a proxy; null: nobody is there. One that refuses, hangs up or says nothing is an error. */
  async function tunnel(proxy: Proxy, toProxy: Connector): Promise<Socket | null> {
    const host = `${isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname}:${String(target.port)}`;
    const ask = async (authorization: string | null): Promise<Socket | Refused | null> => {
      const way = await reach(proxy, toProxy);
      return way === null ? null : askForTunnel(way, host, { proxy, authorization }, connectMs);
    };
    const ticket = byTicket.has(proxy.origin) ? await negotiateWith(proxy.hostname) : null;
    const first = await ask(ticket ?? proxy.authorization);
    if (first === null || isSocket(first)) return first;
    const isSignedIn = ticket !== null || proxy.authorization !== null;
    const wantsTicket = first.status === 407 && !isSignedIn && /\bnegotiate\b/iu.test(first.schemes);
    if (!wantsTicket) throw new ProxyRefusal(first.status);
    const got = await negotiateWith(proxy.hostname);
    if (got === null) throw new ProxyRefusal(first.status, 'no ticket for Negotiate');
    const second = await ask(got);
    if (second === null) return null;
    if (!isSocket(second)) throw new ProxyRefusal(second.status, 'the ticket was refused');
    byTicket.add(proxy.origin);
    return second;
  }

  async function dial(options: buildConnector.Options): Promise<Socket> {
    const { toProxy, toService } = await both();
    const hops = await routes.hops();
    const absent: string[] = [];
    for (const hop of hops) {
      if (hop === 'straight') return made(toService, options);
      const way = await tunnel(hop, toProxy);
      if (way !== null) return made(toService, { ...options, httpSocket: way });
      routes.missing(hop);
      absent.push(hostOf(hop));
    }
    throw new NoWay('NO_PROXY_THERE', absent);
  }

  return (options, callback) => {
    tell(dial(options), callback);
  };
}

/** Makes connections for plain http: straight, or to a proxy over http or https. */
export function plainConnector(contexts: () => Promise<Contexts>, connectMs: number): Connector {
  const common = { timeout: connectMs, rejectUnauthorized: true };
  const straight = buildConnector(common);
  return (options, callback) => {
    if (options.protocol !== 'https:') {
      straight(options, callback);
      return;
    }
    const toProxy = contexts().then(({ proxy }) => made(buildConnector({ ...common, secureContext: proxy }), options));
    tell(toProxy, callback);
  };
}

function tell(made: Promise<Socket>, callback: buildConnector.Callback): void {
  made.then(
    (socket) => callback(null, socket),
    (error: unknown) => callback(error instanceof Error ? error : new Error('no connection'), null),
  );
}

/** What tells that nobody is at a proxy's address. */
const absentCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isAbsent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every((each) => isAbsent(each));
  return absentCodes.has(codeOf(error));
}
