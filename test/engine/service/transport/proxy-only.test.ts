import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { parseBaseUrl } from '../../../../src/main/engine/service/transport/base-url.ts';
import { chooseProxy } from '../../../../src/main/engine/service/transport/proxies.ts';
import { createTransport } from '../../../../src/main/engine/service/transport/transport.ts';
import { fc } from '../../../support/property.ts';

function target(url: string) {
  const read = parseBaseUrl(url);
  if (!read.ok) throw new Error('no base URL');
  return read.value;
}

/** A server that counts who comes to it straight. */
async function straightTarget() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, connections: () => connections };
}

it.each(['http', 'https'])('a proxy that is not there keeps requests by %s from the service', async (scheme) => {
  const service = await straightTarget();
  const network = {
    env: {},
    proxy: 'http://127.0.0.1:1',
    timeouts: { connectMs: 5_000, headersMs: 5_000, idleBodyMs: 5_000 },
  };
  const transport = createTransport(target(`${scheme}://127.0.0.1:${service.port}/v2`), network, 2);
  if (!transport.ok) throw new Error(transport.fault.code);
  onTestFinished(() => transport.value.close());
  const events = { onSent: () => undefined, onHead: () => undefined, onOver: () => undefined };
  const exchange = await transport.value.send(
    { method: 'GET', path: '/v2/documents', headers: [], body: null, asStream: false },
    events,
  );
  expect(exchange.kind).toBe('none');
  expect(service.connections()).toBe(0);
});

it('whatever stands where a proxy is configured is a proxy or a fault, never the straight way', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.webUrl(),
    fc.constantFrom('socks5://proxy:1080', 'proxy', 'proxy:8080', '://', 'http://', 'ftp://proxy', 'none', 'DIRECT'),
  );
  fc.assert(
    fc.property(text, (proxy) => {
      fc.pre(proxy.trim() !== '');
      for (const url of ['https://service.example/v2', 'http://127.0.0.1:9/v2']) {
        const chosen = chooseProxy(target(url), { proxy }, {});
        expect(chosen.ok ? chosen.value.kind : 'fault').toMatch(/^(?:proxy|fault)$/u);
      }
    }),
  );
});
