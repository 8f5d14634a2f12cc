import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { Agent, Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { Outcome } from '../../../../shared/faults.ts';
import type { BaseUrl } from './base-url.ts';
import { BrokenBody, faultOfBrokenBody } from './broken-body.ts';
import type { UploadBody } from '../client.ts';
import { plainConnector, serviceConnector, type Contexts } from './connector.ts';
import { createExchangeHandler } from './exchange.ts';
import type { Exchange, ExchangeEvents } from './exchange.ts';
import { fault, success } from '../../faults/fault.ts';
import { readIdentity, type ClientCertificate, type Identity } from './identity.ts';
import type { ClientProblem } from '../problems.ts';
import { patientConnector } from './patient-sockets.ts';
import { chooseProxy } from './proxies.ts';
import type { ProxyEnvironment, ProxySettings } from './proxies.ts';
import { createRoutes } from './routes.ts';
import { systemAuthorities } from './system-authorities.ts';
import { createTrust, type TrustParts } from './trust.ts';
import type { StopSignal } from '../../platform/stop-signal.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** How a connection reaches the network. Times in ms. */
export interface NetworkSettings extends ProxySettings {
  /** PEM file with further certificate authorities. */
  readonly certificateAuthorities?: string | undefined;
  /** Whether the computer's own proxy settings hold where nothing else is said. Absent: no. */
  readonly systemProxy?: boolean | undefined;
  /** File of the certificate that this computer shows to the service, and of its key where that is another. */
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  /** What opens the key; null: nothing is kept for it. */
  readonly readPassphrase?: (() => Promise<Outcome<string | null>>) | undefined;
  readonly env: ProxyEnvironment;
  /** Absent: 10 s to connect, 120 s without a byte of an answer's head or progress of the upload, 60 s without a byte of its body. */
  readonly timeouts?:
    | { readonly connectMs: number; readonly headersMs: number; readonly idleBodyMs: number }
    | undefined;
}

/** One request; `path` begins with / and is already encoded; `headers` are name, value, name, value … in latin1. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: UploadBody | { readonly text: string } | null;
  /** Whether the body of a 2xx is handed over as a stream. */
  readonly asStream: boolean;
  readonly signal?: StopSignal | undefined;
}

/** The HTTP side of one connection. */
export interface Transport {
  /** A streamed body is asked for at most one chunk ahead of the one that is on its way to the socket: buffers may be used again. */
  send(request: OutgoingRequest, events: ExchangeEvents): Promise<Exchange>;
  /** Drops all sockets; what is in the air fails. */
  reset(): void;
  close(): Promise<void>;
}

/** Buffers above this many bytes are sent in slices, so that the timeout of a slow line sees progress. */
const sliceSize = 1024 * 1024;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += sliceSize) yield bytes.subarray(offset, offset + sliceSize);
}

/** The chunks of an upload as a stream; whatever its source throws becomes a {@link BrokenBody}. */
async function* guarded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (faultOfBrokenBody(error) !== null) throw error;
    const code = codeOf(error, 'the file could not be read');
    throw new BrokenBody(fault('file-unreadable', {}, code));
  }
}

function wireBody(body: OutgoingRequest['body']): { body: string | Uint8Array | Readable | null; size: number | null } {
  if (body === null) return { body: null, size: null };
  if ('text' in body) return { body: body.text, size: null };
  if ('bytes' in body) {
    if (body.bytes.length <= sliceSize) return { body: body.bytes, size: null };
    return { body: Readable.from(slices(body.bytes), { objectMode: true, highWaterMark: 1 }), size: body.bytes.length };
  }
  return { body: Readable.from(guarded(body.stream()), { objectMode: true, highWaterMark: 1 }), size: body.size };
}

/** What TLS uses, read when the first connection is made; `known` trusts all but what the system keeps in no file. What can't be used is thrown as a {@link BrokenBody}. */
async function readContexts(network: NetworkSettings, known: SecureContext | undefined): Promise<Contexts> {
  const { clientCertificate: file, clientKey, readPassphrase } = network;
  const system = await systemAuthorities();
  const trust = (parts: TrustParts): SecureContext =>
    valueOf(createTrust(network.certificateAuthorities, network.env, { system, ...parts }));
  const proxy = known === undefined || system.length > 0 ? trust({}) : known;
  if (file === undefined) return { proxy, service: proxy };
  const identity = valueOf(await identityOf({ file, keyFile: clientKey }, readPassphrase));
  return { proxy, service: trust({ identity }) };
}

/** The certificate with its key; the keychain is asked only for a key that is locked: a server often has none of both. */
async function identityOf(
  certificate: Omit<ClientCertificate, 'passphrase'>,
  readPassphrase: NetworkSettings['readPassphrase'],
): Promise<Outcome<Identity>> {
  const open = await readIdentity({ ...certificate, passphrase: null });
  if (open.ok || open.fault.params['problem'] !== ('certificate-passphrase' satisfies ClientProblem)) return open;
  const passphrase = readPassphrase === undefined ? success(null) : await readPassphrase();
  if (!passphrase.ok || passphrase.value === null) return passphrase.ok ? open : passphrase;
  return readIdentity({ ...certificate, passphrase: passphrase.value });
}

/** Tells whether files are as they were. */
async function stampOf(files: readonly (string | undefined)[]): Promise<string> {
  const stats = await Promise.all(
    files.map(async (file) => (file === undefined ? null : stat(file, { bigint: true }).catch(() => null))),
  );
  return stats.map((found) => (found === null ? '' : `${String(found.mtimeNs)} ${String(found.size)}`)).join('|');
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new BrokenBody(outcome.fault);
  return outcome.value;
}

/**
 * Makes the HTTP side of a connection: keep-alive over at most `sockets` + 1 connections (one spare for signing in), straight or
 * through a proxy, with the system's certificate authorities. Settings that can't be used are faults `settings-invalid`: of this
 * function where they show at once, else of each request.
 */
export function createTransport(target: BaseUrl, network: NetworkSettings, sockets: number): Outcome<Transport> {
  const chosen = chooseProxy(target, network, network.env);
  if (!chosen.ok) return chosen;
  const choice = chosen.value;
  const proxy = choice.kind === 'proxy' ? choice.proxy : null;
  const needsTrust = target.secure || proxy?.origin.startsWith('https:') === true;
  const trust = needsTrust ? createTrust(network.certificateAuthorities, network.env) : success(undefined);
  if (!trust.ok) return trust;
  const known = trust.value;
  const timeouts = network.timeouts ?? { connectMs: 10_000, headersMs: 120_000, idleBodyMs: 60_000 };
  const pooling = {
    connections: sockets + 1,
    pipelining: 1,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.idleBodyMs,
  };

  function open(): Dispatcher {
    const connectMs = timeouts.connectMs;
    let kept: { readonly stamp: string; readonly contexts: Promise<Contexts> } | null = null;
    // A certificate that is renewed under its name is taken up with the next connection.
    const context = async (): Promise<Contexts> => {
      const stamp = await stampOf([network.clientCertificate, network.clientKey]);
      if (kept?.stamp !== stamp) {
        const contexts = readContexts(network, known);
        kept = { stamp, contexts };
        contexts.catch(() => (kept = null));
      }
      return kept.contexts;
    };
    if (!target.secure) {
      // Plain http goes no further than this computer, or to a proxy that was named for it.
      const origin = proxy?.origin ?? target.origin;
      return new Pool(origin, { ...pooling, connect: patientConnector(plainConnector(context, connectMs)) });
    }
    const routes = createRoutes(target, {
      choice,
      useSystem: network.systemProxy === true,
      // A script is fetched straight: it is what tells of proxies.
      dispatcher: async () =>
        new Agent({
          connect: { timeout: connectMs, rejectUnauthorized: true, secureContext: (await context()).proxy },
        }),
    });
    return new Pool(target.origin, {
      ...pooling,
      connect: patientConnector(serviceConnector(target, { routes, contexts: context, connectMs })),
    });
  }
  let dispatcher = open();
  // Towards plain http a proxy takes whole URLs; towards https, connections are tunnels.
  const forwarded = proxy !== null && !target.secure;
  const pathStart = forwarded ? target.origin : '';
  const forwardHeaders: string[] = [];
  if (forwarded) {
    forwardHeaders.push('host', new URL(target.origin).host);
    if (proxy.authorization !== null) forwardHeaders.push('proxy-authorization', proxy.authorization);
  }

  return success({
    send(request, events) {
      return new Promise((resolve) => {
        const { body, size } = wireBody(request.body);
        let stopListening: (() => void) | null = null;
        const exchange = createExchangeHandler(
          request.asStream,
          {
            onSent: () => events.onSent(),
            onHead: (status, headers) => events.onHead(status, headers),
            onOver() {
              stopListening?.();
              if (body instanceof Readable) body.destroy();
              events.onOver();
            },
          },
          resolve,
        );
        const { signal } = request;
        if (signal !== undefined) {
          const abandon = (): void => exchange.abandon(signal.reason);
          signal.addEventListener('abort', abandon, { once: true });
          stopListening = () => signal.removeEventListener('abort', abandon);
        }
        const headers = [...request.headers, ...forwardHeaders];
        if (size !== null) headers.push('content-length', String(size));
        try {
          dispatcher.dispatch(
            { origin: target.origin, path: pathStart + request.path, method: request.method, headers, body },
            exchange.handler,
          );
        } catch (error) {
          exchange.abandon(error);
        }
      });
    },
    reset() {
      const old = dispatcher;
      dispatcher = open();
      old.destroy(new Error('connections were reset')).catch(() => undefined);
    },
    async close() {
      await dispatcher.destroy(new Error('the connection was closed')).catch(() => undefined);
    },
  });
}
