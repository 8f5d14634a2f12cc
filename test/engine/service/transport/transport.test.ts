import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import type { Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault, Outcome } from '../../../../src/shared/faults.ts';
import type { CallOptions } from '../../../../src/main/engine/service/client.ts';
import { createServiceClient } from '../../../../src/main/engine/service/service-client.ts';
import type { NamedServiceClient } from '../../../../src/main/engine/service/service-client.ts';
import type { NetworkSettings } from '../../../../src/main/engine/service/transport/transport.ts';
import { createTestLog, makeTestFolder, realClock } from '../../../support/ports.ts';
import { answerJson, answerToken, startScripted } from '../scripted-service.ts';
import { localhostCertificate, localhostKey, testAuthority } from './tls-fixture.ts';

const options: CallOptions = { lane: 'person', tries: 1 };
const timeouts = { connectMs: 2000, headersMs: 300, idleBodyMs: 300 };

async function listen(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function clientOf(baseUrl: string, network: NetworkSettings): NamedServiceClient {
  const client = createServiceClient({
    connection: { id: 'one', name: 'One', baseUrl, clientId: 'c' },
    readSecret: () => Promise.resolve({ ok: true, value: 'a secret' }),
    clock: realClock,
    random: () => 0.01,
    log: createTestLog(),
    network,
    sockets: 4,
  });
  onTestFinished(() => client.close());
  return client;
}

function faultOf(outcome: Outcome<unknown>): Fault | null {
  return outcome.ok ? null : outcome.fault;
}

async function startTls(): Promise<number> {
  const server = createTlsServer({ cert: localhostCertificate, key: localhostKey }, (request, response) => {
    if (request.url === '/v2/auth/token') answerToken(response);
    else answerJson(response, 200, { id: 'd', state: 'done' });
  });
  return listen(server);
}

/** A proxy that counts, wants a password if one is given, and does both CONNECT and plain forwarding. */
async function startProxy(password: string | null): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const wanted = password === null ? null : `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (wanted !== null && request.headers['proxy-authorization'] !== wanted) {
      response.writeHead(407);
      response.end();
    } else if (request.url?.endsWith('/auth/token') === true) answerToken(response);
    else answerJson(response, 200, { id: 'd', state: 'done' });
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    if (wanted !== null && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const onward = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => onward.destroy());
    onTestFinished(() => {
      onward.destroy();
      socket.destroy();
    });
  });
  return { port: await listen(server), asked };
}

test.each(['localhost', '127.0.0.1'])(
  'an unknown authority is untrusted, a configured one is trusted (%s)',
  async (host) => {
    const port = await startTls();
    const baseUrl = `https://${host}:${port}/v2`;
    const without = await clientOf(baseUrl, { env: {} }).processFile({ fileId: 'f', projectId: 'p' }, options);
    expect(faultOf(without)).toMatchObject({ code: 'certificate-untrusted', params: { host } });
    const authorities = join(await makeTestFolder(), 'company.pem');
    await writeFile(authorities, testAuthority);
    expect(
      (await clientOf(baseUrl, { env: {}, certificateAuthorities: authorities }).getDocument('d', options)).ok,
    ).toBe(true);
    expect((await clientOf(baseUrl, { env: { NODE_EXTRA_CA_CERTS: authorities } }).getDocument('d', options)).ok).toBe(
      true,
    );
  },
);

test('an authority file that cannot be used is a fault of the settings', async () => {
  const missing = await clientOf('https://localhost/v2', { env: {}, certificateAuthorities: '/nowhere.pem' }).signIn(
    options,
  );
  expect(faultOf(missing)).toMatchObject({
    code: 'settings-invalid',
    params: { field: 'network.certificateAuthorities' },
  });
});

test('https goes through the proxy in a tunnel, http as whole URLs, both with its credentials', async () => {
  const port = await startTls();
  const proxy = await startProxy('p@ss');
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'ca.pem'), testAuthority);
  const network = {
    env: {
      HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}`,
      HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}`,
    },
    certificateAuthorities: join(folder, 'ca.pem'),
  };
  expect((await clientOf(`https://localhost:${port}/v2`, network).getDocument('d', options)).ok).toBe(true);
  expect((await clientOf(`https://127.0.0.1:${port}/v2`, network).getDocument('d', options)).ok).toBe(true);
  expect((await clientOf('http://127.0.0.1:9/v2', network).getDocument('d', options)).ok).toBe(true);
  expect(proxy.asked).toContain(`CONNECT localhost:${port}`);
  expect(proxy.asked).toContain('GET http://127.0.0.1:9/v2/documents/d');
});

test('a proxy that refuses is told as such, for https and http', async () => {
  const proxy = await startProxy('other');
  const network = { env: {}, proxy: `http://127.0.0.1:${proxy.port}` };
  for (const baseUrl of ['https://localhost:9/v2', 'http://127.0.0.1:9/v2']) {
    const outcome = await clientOf(baseUrl, network).processFile({ fileId: 'f', projectId: 'p' }, options);
    expect(faultOf(outcome)).toMatchObject({ code: 'proxy-refused', params: { status: 407 } });
  }
});

test('a host that does not exist is unreachable with its cause', async () => {
  const outcome = await clientOf('https://nowhere.invalid/v2', { env: {} }).getDocument('d', options);
  expect(faultOf(outcome)).toMatchObject({ code: 'service-unreachable', params: { host: 'nowhere.invalid' } });
  expect(faultOf(outcome)?.cause).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
});

test('an invalid base URL is the fault of every call, and nothing hangs', async () => {
  const client = clientOf('http://elsewhere.example/v2', { env: {} });
  expect(faultOf(await client.getDocument('d', options))?.code).toBe('base-url-invalid');
  expect(faultOf(await client.signIn(options))?.code).toBe('base-url-invalid');
});

test('a server that speaks no HTTP, or hangs up, is no success', async () => {
  const garbage = await listen(
    createTcpServer((socket) => socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9\r\n'))),
  );
  const outcome = await clientOf(`http://127.0.0.1:${garbage}/v2`, { env: {} }).getDocument('d', options);
  expect(faultOf(outcome)).toMatchObject({ code: 'answer-not-understood' });
  const silent = await listen(createTcpServer((socket) => socket.destroy()));
  const hungUp = await clientOf(`http://127.0.0.1:${silent}/v2`, { env: {} }).getDocument('d', options);
  expect(faultOf(hungUp)?.code).toBe('service-unreachable');
});

test('a head that never comes and a body that stops end in a timeout; one that goes on slowly does not', async () => {
  const { client } = await startScripted(
    (request, response) => {
      if (request.url.endsWith('/hang')) return;
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.write('first');
      if (request.url.endsWith('/stall')) return;
      let left = 8;
      const drip = setInterval(() => {
        left -= 1;
        response.write('more');
        if (left > 0) return;
        clearInterval(drip);
        response.end();
      }, 100);
    },
    { network: { env: {}, timeouts: { ...timeouts, headersMs: 500, idleBodyMs: 500 } } },
  );
  expect(faultOf(await client.getDocument('hang', options))).toMatchObject({ cause: 'UND_ERR_HEADERS_TIMEOUT' });
  const read = async (id: string): Promise<number> => {
    const download = await client.downloadFile(id, options);
    let size = 0;
    if (download.ok) for await (const chunk of download.value.body) size += chunk.length;
    return size;
  };
  expect(await read('slow')).toBe(5 + 8 * 4);
  await expect(read('stall')).rejects.toMatchObject({ fault: { cause: 'UND_ERR_BODY_TIMEOUT' } });
});

test('after a reset the next call opens a new connection', async () => {
  const ports = new Set<number | undefined>();
  const { client } = await startScripted((_request, response, raw) => {
    ports.add(raw.socket.remotePort);
    answerJson(response, 200, { id: 'd', state: 'done' });
  });
  await client.getDocument('d', options);
  client.reset();
  expect((await client.getDocument('d', options)).ok).toBe(true);
  expect(ports.size).toBe(2);
});
