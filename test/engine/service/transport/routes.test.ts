import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, Server as HttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Agent } from 'undici';
import type { Fault } from '../../../../src/shared/faults.ts';
import { describeFault } from '../../../../src/main/engine/faults/describe.ts';
import { hostOf } from '../../../../src/main/engine/service/transport/proxies.ts';
import { parseBaseUrl, type BaseUrl } from '../../../../src/main/engine/service/transport/base-url.ts';
import { faultOfNetworkError } from '../../../../src/main/engine/service/transport/network-faults.ts';
import { readHops, type Hop } from '../../../../src/main/engine/service/transport/proxy-script.ts';
import { createRoutes, type RouteParts } from '../../../../src/main/engine/service/transport/routes.ts';
import { readGnome, readMac, readWindows } from '../../../../src/main/engine/service/transport/system-proxy.ts';
import { createTransport, type NetworkSettings } from '../../../../src/main/engine/service/transport/transport.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { fc } from '../../../support/property.ts';
import { localhostCertificate, localhostKey, testAuthority } from './tls-fixture.ts';

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if (server instanceof HttpServer) server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function target(url: string): BaseUrl {
  const read = parseBaseUrl(url);
  if (!read.ok) throw new Error('no base URL');
  return read.value;
}

/** A service over https that counts who comes, and a proxy that leads there. */
async function network() {
  let asked = 0;
  const service = await portOf(
    createTlsServer({ cert: localhostCertificate, key: localhostKey }, (_request, response) => {
      asked += 1;
      response.end('{}');
    }),
  );
  const tunnels: string[] = [];
  const server = createHttpServer();
  server.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const onward = connect(service, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => onward.destroy());
    onTestFinished(() => void onward.destroy());
  });
  const proxy = await portOf(server);
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'ca.pem'), testAuthority);
  return { service, proxy, tunnels, asked: () => asked, folder, authorities: join(folder, 'ca.pem') };
}

/** What a request over https by these settings comes to: a status, or the code of a fault. */
type Asked = Omit<NetworkSettings, 'env' | 'timeouts'>;

async function ask(port: number, settings: Asked): Promise<number | string> {
  const end = await endOf(port, settings);
  return typeof end === 'number' ? end : end.code;
}

/** The status that a service answers with, or why it does not. */
async function endOf(port: number, settings: Asked): Promise<number | Fault> {
  const timeouts = { connectMs: 5_000, headersMs: 5_000, idleBodyMs: 5_000 };
  const made = createTransport(target(`https://localhost:${port}/v2`), { ...settings, env: {}, timeouts }, 2);
  if (!made.ok) return made.fault;
  onTestFinished(() => made.value.close());
  const nothing = (): void => undefined;
  const exchange = await made.value.send(
    { method: 'GET', path: '/v2/documents', headers: [], body: null, asStream: false },
    { onSent: nothing, onHead: nothing, onOver: nothing },
  );
  return exchange.kind === 'none' ? faultOfNetworkError(exchange.error, 'localhost') : exchange.status;
}

async function scriptIn(folder: string, text: string): Promise<string> {
  const path = join(folder, 'mit Leerzeichen.pac');
  await writeFile(path, text);
  return pathToFileURL(path).href;
}

test('a script names the proxy, from a file and from an address; one that is not there gives way to the next', async () => {
  const at = await network();
  // As people write them: arrow functions, templates, their own helpers, what names mean and shell patterns.
  const script = `
    const inside = (host) => isPlainHostName(host) || shExpMatch(host, "*.intern.example");
    function FindProxyForURL(url, host) {
      if (url !== "https://localhost/" || !isInNet(dnsResolve(host), "127.0.0.0", "255.0.0.0")) return "DIRECT";
      return inside(host) ? \`SOCKS nowhere:1; PROXY 127.0.0.1:1; PROXY 127.0.0.1:${at.proxy}\` : "DIRECT";
    }`;
  const proxyScript = await scriptIn(at.folder, script);
  expect(await ask(at.service, { proxyScript, certificateAuthorities: at.authorities })).toBe(200);
  expect(at.tunnels).toEqual([`localhost:${at.service}`]);
  const web = await portOf(
    createHttpServer((_request, response) =>
      response.setHeader('content-type', 'application/x-ns-proxy-autoconfig').end(script),
    ),
  );
  const byAddress = { proxyScript: `http://127.0.0.1:${web}/wpad.dat`, certificateAuthorities: at.authorities };
  expect(await ask(at.service, byAddress)).toBe(200);
  expect(at.tunnels).toHaveLength(2);
});

test.each([
  ['is not there', null],
  ['is none', 'function somethingElse() {}'],
  ['is broken', 'function FindProxyForURL( {'],
  ['throws', 'function FindProxyForURL() { throw new Error("no"); }'],
  ['never ends', 'function FindProxyForURL() { for (;;) {} }'],
  ['never ends as it is read', 'for (;;) {}'],
  [
    'takes all memory',
    'function FindProxyForURL() { const all = []; for (;;) all.push("x".repeat(1e6) + all.length); }',
  ],
  ['names no way', 'function FindProxyForURL() { return "SOCKS 127.0.0.1:1"; }'],
  ['is a web page', '<html><body>Sign in</body></html>'],
  ['never ends once it has looked up a name', 'function FindProxyForURL(u, host) { dnsResolve(host); for (;;) {} }'],
  ['answers never', 'function FindProxyForURL() { return new Promise(() => {}); }'],
])('nothing goes past a script that %s', async (_, script) => {
  const at = await network();
  const proxyScript =
    script === null ? pathToFileURL(join(at.folder, 'none.pac')).href : await scriptIn(at.folder, script);
  expect(await ask(at.service, { proxyScript, certificateAuthorities: at.authorities })).toBe('proxy-unknown');
  expect(at.asked()).toBe(0);
});

test('a script that says DIRECT after a proxy lets connections go straight once that is not there, not where it refuses', async () => {
  const at = await network();
  const refusing = createHttpServer();
  refusing.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  const port = await portOf(refusing);
  const answer = (proxies: string): string => `function FindProxyForURL() { return "${proxies}"; }`;
  const settings = { certificateAuthorities: at.authorities };
  const absent = await scriptIn(at.folder, answer('PROXY 127.0.0.1:1; DIRECT'));
  expect(await ask(at.service, { ...settings, proxyScript: absent })).toBe(200);
  const refused = await scriptIn(at.folder, answer(`PROXY 127.0.0.1:${port}; DIRECT`));
  expect(await ask(at.service, { ...settings, proxyScript: refused })).toBe('proxy-refused');
  expect(at.asked()).toBe(1);
});

test('a proxy that is named goes before a script, and a script before the environment', async () => {
  const at = await network();
  const nowhere = await scriptIn(at.folder, 'function FindProxyForURL() { return "PROXY 127.0.0.1:1"; }');
  const settings = { certificateAuthorities: at.authorities, proxyScript: nowhere };
  expect(await ask(at.service, { ...settings, proxy: `127.0.0.1:${at.proxy}` })).toBe(200);
  expect(await ask(at.service, settings)).toBe('service-unreachable');
  expect(at.tunnels).toHaveLength(1);
});

test('where no proxy is there, it is said which, and not the service alone', async () => {
  const at = await network();
  const certificateAuthorities = at.authorities;
  const proxyScript = await scriptIn(
    at.folder,
    'function FindProxyForURL() { return "PROXY 127.0.0.1:1; PROXY [::1]:1"; }',
  );
  const settings = [{ proxy: 'http://clerk:secret@127.0.0.1:1' }, { proxyScript }];
  const told = await Promise.all(settings.map((each) => endOf(at.service, { certificateAuthorities, ...each })));
  expect(told.map((end) => (typeof end === 'number' ? end : describeFault(end, 'en').reason))).toEqual([
    'The service localhost cannot be reached: no answer from proxy 127.0.0.1:1. Everything stays queued.',
    'The service localhost cannot be reached: no answer from proxy 127.0.0.1:1, [::1]:1. Everything stays queued.',
  ]);
});

test('a proxy is named with its port, also with the one that its protocol has anyway', () => {
  const named = ['http://proxy:80', 'https://proxy', 'http://proxy:8080', 'http://[::1]:80'].map((address) =>
    hostOf({ origin: new URL(address).origin, hostname: '', authorization: null }),
  );
  expect(named).toEqual(['proxy:80', 'proxy:443', 'proxy:8080', '[::1]:80']);
});

const someDispatcher = (): Promise<Agent> => Promise.resolve(new Agent());

test('a proxy that was not there is tried last for five minutes; the system is asked where nothing else is said, and where it may be', async () => {
  let now = 0;
  const base = target('https://service.example/v2');
  const [first, second] = readHops('PROXY a:1; PROXY b:2');
  const hops: readonly Hop[] = [first ?? 'straight', second ?? 'straight'];
  const parts: RouteParts = {
    choice: { kind: 'unsaid' },
    useSystem: true,
    dispatcher: someDispatcher,
    now: () => now,
    readSystem: () => Promise.resolve({ hops }),
  };
  const routes = createRoutes(base, parts);
  const order = async (): Promise<readonly string[]> =>
    (await routes.hops()).map((hop) => (hop === 'straight' ? hop : hop.hostname));
  expect(await order()).toEqual(['a', 'b']);
  routes.missing(hops[0] ?? 'straight');
  expect(await order()).toEqual(['b', 'a']);
  now = 5 * 60_000;
  expect(await order()).toEqual(['a', 'b']);
  expect(await createRoutes(base, { ...parts, useSystem: false }).hops()).toEqual(['straight']);
  expect(await createRoutes(base, { ...parts, choice: { kind: 'straight' } }).hops()).toEqual(['straight']);
});

test('what a script may answer is read as browsers read it, whatever it is', () => {
  expect(readHops(' proxy A:8080 ;HTTPS b; Direct;').map((hop) => (hop === 'straight' ? hop : hop.origin))).toEqual([
    'http://a:8080',
    'https://b',
    'straight',
  ]);
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(readHops(text))));
});

const gnome = (lines: string): string =>
  lines.replace(/^ +(\.?)/gmu, (_, dot) => `org.gnome.system.proxy${dot === '.' ? '.' : ' '}`);
const shown = (found: ReturnType<typeof readGnome>): string =>
  'script' in found ? found.script.href : found.hops.map((hop) => (hop === 'straight' ? hop : hop.origin)).join();

test('what GNOME, macOS and Windows are set to is read from their own words', () => {
  const base = target('https://api.service.example/v2');
  const manual = gnome(`
     mode 'manual'
     ignore-hosts ['localhost', '127.0.0.0/8', '*.intern.example']
    .https host 'proxy.example'
    .https port 8080
    .http host 'other.example'`);
  expect(shown(readGnome(manual, base))).toBe('http://proxy.example:8080');
  expect(shown(readGnome(manual, target('https://a.intern.example/v2')))).toBe('straight');
  expect(shown(readGnome(gnome(`\n mode 'none'\n .https host 'proxy.example'`), base))).toBe('straight');
  const auto = gnome(`\n mode 'auto'\n autoconfig-url 'http://wpad.example/wpad.dat'`);
  expect(shown(readGnome(auto, base))).toBe('http://wpad.example/wpad.dat');

  const mac = (lines: string): string => `<dictionary> {\n${lines}\n}\n`;
  const named = mac(
    '  ExceptionsList : <array> {\n    0 : *.local\n    1 : *.intern.example\n  }\n  HTTPSEnable : 1\n  HTTPSPort : 3128\n  HTTPSProxy : proxy.example',
  );
  expect(shown(readMac(named, base))).toBe('http://proxy.example:3128');
  expect(shown(readMac(named, target('https://x.intern.example/v2')))).toBe('straight');
  expect(shown(readMac(mac('  ProxyAutoConfigEnable : 1\n  ProxyAutoConfigURLString : https://w/p.pac'), base))).toBe(
    'https://w/p.pac',
  );
  expect(shown(readMac(mac('  HTTPSEnable : 0\n  HTTPSProxy : proxy.example'), base))).toBe('straight');

  const windows = (...values: readonly string[]): string =>
    ['', 'HKEY_CURRENT_USER\\Software\\Internet Settings', ...values.map((each) => `    ${each}`), ''].join('\r\n');
  const enabled = 'ProxyEnable    REG_DWORD    0x1';
  expect(shown(readWindows(windows(enabled, 'ProxyServer    REG_SZ    proxy:8080'), base))).toBe('http://proxy:8080');
  const several = windows(
    enabled,
    'ProxyServer    REG_SZ    http=a:80;https=b:81',
    'ProxyOverride    REG_SZ    *.intern.example;<local>',
  );
  expect(shown(readWindows(several, base))).toBe('http://b:81');
  expect(shown(readWindows(several, target('https://x.intern.example/v2')))).toBe('straight');
  expect(shown(readWindows(several, target('https://intranet/v2')))).toBe('straight');
  expect(shown(readWindows(windows('ProxyEnable    REG_DWORD    0x0', 'ProxyServer    REG_SZ    p:1'), base))).toBe(
    'straight',
  );
  const script = 'AutoConfigURL    REG_SZ    http://wpad.example/proxy.pac';
  expect(shown(readWindows(windows('ProxyEnable    REG_DWORD    0x0', script), base))).toBe(
    'http://wpad.example/proxy.pac',
  );
});

test('a system that says nothing readable leads straight, whatever it prints', () => {
  const base = target('https://service.example/v2');
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const read of [readGnome, readMac, readWindows]) expect('hops' in read(text, base)).toBe(true);
    }),
  );
});

test.each([
  ['hangs up', (socket: Socket) => void socket.destroy()],
  ['resets', (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy())],
  ['says nothing', () => undefined],
])('a proxy that %s instead of an answer leads nowhere, and the way after it is not taken', async (_, behave) => {
  const at = await network();
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const port = await portOf(
    createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      behave(socket);
    }),
  );
  const proxyScript = await scriptIn(
    at.folder,
    `function FindProxyForURL() { return "PROXY 127.0.0.1:${port}; DIRECT"; }`,
  );
  const settings = { certificateAuthorities: at.authorities };
  expect(await ask(at.service, { ...settings, proxy: `127.0.0.1:${port}` })).toBe('service-unreachable');
  expect(await ask(at.service, { ...settings, proxyScript })).toBe('service-unreachable');
  expect(at.asked()).toBe(0);
});

test('a proxy is reached at an IPv6 address; what a script says aloud stays out of what programs read', async () => {
  const at = await network();
  const tunnels = createHttpServer();
  let asked = '';
  tunnels.on('connect', (request, socket) => {
    asked = request.url ?? '';
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => void tunnels.listen(0, '::1', resolve));
  onTestFinished(() => void tunnels.close());
  const address = tunnels.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const said = vi.spyOn(console, 'log');
  onTestFinished(() => said.mockRestore());
  const script = `function FindProxyForURL() { alert("mine is " + myIpAddress()); return "PROXY [::1]:${port}; DIRECT"; }`;
  const settings = { certificateAuthorities: at.authorities, proxyScript: await scriptIn(at.folder, script) };
  expect(await ask(at.service, settings)).toBe('proxy-refused');
  expect(asked).toBe(`localhost:${at.service}`);
  expect(said).not.toHaveBeenCalled();
});

test('a computer whose settings cannot be understood sends nothing straight', async () => {
  const routes = createRoutes(target('https://service.example/v2'), {
    choice: { kind: 'unsaid' },
    useSystem: true,
    dispatcher: someDispatcher,
    readSystem: () => Promise.resolve({ hops: [] }),
  });
  await expect(routes.hops()).rejects.toMatchObject({ fault: { code: 'proxy-unknown' } });
});
