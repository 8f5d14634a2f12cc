import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { Pool, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import type { Outcome } from '../../../../shared/faults.ts';
import type { BaseUrl } from './base-url.ts';
import { BrokenBody, faultOfBrokenBody } from './broken-body.ts';
import type { UploadBody } from '../client.ts';
import { createExchangeHandler } from './exchange.ts';
import type { Exchange, ExchangeEvents } from './exchange.ts';
import { fault, success } from '../../faults/fault.ts';
import { patientConnector } from './patient-sockets.ts';
import { chooseProxy } from './proxies.ts';
import type { ProxyEnvironment } from './proxies.ts';
import { createTrust } from './trust.ts';
import { tunnelConnector } from './tunnel.ts';
import type { StopSignal } from '../../platform/stop-signal.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** How a connection reaches the network. Times in ms. */
export interface NetworkSettings {
  /** PEM file with further certificate authorities. */
  readonly certificateAuthorities?: string | undefined;
  /** Proxy URL; absent: the environment's. */
  readonly proxy?: string | undefined;
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

/**
 * Makes the HTTP side of a connection: keep-alive over at most `sockets` + 1 connections (one spare for signing in), straight or
 * through a proxy, with the system's certificate authorities; settings that can't be used are faults `settings-invalid`.
 */
export function createTransport(target: BaseUrl, network: NetworkSettings, sockets: number): Outcome<Transport> {
  const chosen = chooseProxy(target, network.proxy, network.env);
  if (!chosen.ok) return chosen;
  const proxy = chosen.value;
  const needsTrust = target.secure || proxy?.origin.startsWith('https:') === true;
  const trust = needsTrust ? createTrust(network.certificateAuthorities, network.env) : success(undefined);
  if (!trust.ok) return trust;
  const timeouts = network.timeouts ?? { connectMs: 10_000, headersMs: 120_000, idleBodyMs: 60_000 };
  const connect = {
    timeout: timeouts.connectMs,
    // Said here, so that no variable of the environment turns the check off.
    rejectUnauthorized: true,
    ...(trust.value === undefined ? {} : { secureContext: trust.value }),
  };
  const pooling = {
    connections: sockets + 1,
    pipelining: 1,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.idleBodyMs,
  };

  function open(): Dispatcher {
    if (proxy === null || !target.secure) {
      return new Pool(proxy?.origin ?? target.origin, { ...pooling, connect: patientConnector(connect) });
    }
    return new ProxyAgent({
      ...pooling,
      uri: proxy.origin,
      requestTls: isIP(target.hostname) === 0 ? { ...connect, servername: target.hostname } : connect,
      proxyTls: connect,
      factory(origin, tunnel) {
        return new Pool(origin, { ...pooling, connect: patientConnector(tunnelConnector(tunnel)) });
      },
      ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
    });
  }
  let dispatcher = open();
  // Towards plain http a proxy takes whole URLs; towards https, ProxyAgent makes tunnels.
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
