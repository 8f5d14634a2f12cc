import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { buildPaddedPdf } from '../../resources/sample-documents/index.ts';
import { localhostCertificate, localhostKey, testAuthority } from '../engine/service/transport/tls-fixture.ts';
import { builtCommand, type Ended } from '../support/mailroom-command.ts';
import { makeTestFolder } from '../support/ports.ts';
import { startRealm } from './realm.ts';
import { startSquid } from './squid.ts';

const mailroom = builtCommand();

async function portOf(server: ReturnType<typeof createServer> | ReturnType<typeof createHttpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The practice service behind https, a file to send, and the command that sends it by these settings. */
async function place() {
  const folder = await makeTestFolder('mailroom-proxies-');
  await chmod(folder, 0o755);
  const practice = await startPracticeService({ processingMs: 50 });
  onTestFinished(() => practice.close());
  const inner = new URL(practice.baseUrl);
  const port = await portOf(
    createServer({ cert: localhostCertificate, key: localhostKey }, (asked, answer) => {
      const { method, headers, url: path } = asked;
      const onward = request({ host: inner.hostname, port: inner.port, method, headers, path }, (answered) => {
        answer.writeHead(answered.statusCode ?? 500, answered.rawHeaders);
        answered.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    }),
  );
  const authorities = join(folder, 'ca.pem');
  await writeFile(authorities, testAuthority);
  await mkdir(join(folder, 'data'));
  let sent = 0;
  const env = {
    MAILROOM_DATA_DIR: join(folder, 'data'),
    MAILROOM_BASE_URL: `https://localhost:${port}${inner.pathname}`,
    MAILROOM_CLIENT_ID: practice.clientId,
    MAILROOM_CLIENT_SECRET: practice.clientSecret,
    NODE_EXTRA_CA_CERTS: authorities,
  };
  return {
    folder,
    practice,
    host: `localhost:${port}`,
    async send(network: object, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
      sent += 1;
      const file = join(folder, `invoice ${String(sent)}.pdf`);
      await writeFile(file, buildPaddedPdf(sent, 20_000));
      await writeFile(join(folder, 'data', 'settings.json'), JSON.stringify({ network }));
      const args = ['send', file, '--project', 'accounts-payable', '--wait-limit', '15s', '--json'];
      return mailroom.run(args, { env: { ...env, ...more } });
    },
  };
}

test('by name and password through Squid; a wrong password is told, and nothing comes past it', async () => {
  const at = await place();
  const passwords = join(at.folder, 'passwords');
  const { stdout } = await promisify(execFile)('openssl', ['passwd', '-apr1', 'p@ss word']);
  await writeFile(passwords, `clerk:${stdout}`);
  await chmod(passwords, 0o644);
  const squid = await startSquid(join(at.folder, 'squid'), { basic: passwords });
  const refused = await at.send({ proxy: `http://clerk:wrong@localhost:${squid.port}` });
  expect(refused.status).toBe(4);
  expect(refused.stdout).toContain('proxy-refused');
  expect(await at.practice.documents()).toEqual([]);
  const sent = await at.send({ proxy: `http://clerk:p%40ss%20word@localhost:${squid.port}` });
  expect(sent.status).toBe(0);
  expect(await squid.log()).toContain(`200 CONNECT clerk ${at.host}`);
  // What waited for a way went with it.
  expect(await at.practice.documents()).toHaveLength(2);
});

test('by the ticket of who is signed in, through Squid and a real key distribution centre; none is told', async () => {
  const at = await place();
  const realm = await startRealm(join(at.folder, 'realm'));
  await chmod(realm.keytab, 0o644);
  const squid = await startSquid(join(at.folder, 'squid'), { keytab: realm.keytab }, realm.env);
  const proxy = `http://localhost:${squid.port}`;
  const without = await at.send({ proxy }, { ...realm.env, KRB5CCNAME: `FILE:${join(at.folder, 'none')}` });
  expect(without.status).toBe(4);
  expect(without.stdout).toContain('proxy-refused');
  expect(await at.practice.documents()).toEqual([]);
  const sent = await at.send({ proxy }, realm.env);
  expect(sent.status).toBe(0);
  expect(await squid.log()).toContain(`200 CONNECT clerk@MAILROOM.TEST ${at.host}`);
  // What waited for a way went with it.
  expect(await at.practice.documents()).toHaveLength(2);
});

test('by a script from a web server: the second Squid where the first one is gone, none where all are', async () => {
  const at = await place();
  const first = await startSquid(join(at.folder, 'first'), null);
  const second = await startSquid(join(at.folder, 'second'), null);
  const script = `function FindProxyForURL(url, host) {
    if (shExpMatch(host, "local*")) return "PROXY 127.0.0.1:${first.port}; PROXY 127.0.0.1:${second.port}";
    return "DIRECT";
  }`;
  const web = await portOf(createHttpServer((_asked, answer) => answer.end(script)));
  const network = { proxyScript: `http://127.0.0.1:${web}/proxy.pac` };
  expect((await at.send(network)).status).toBe(0);
  expect(await first.log()).toContain(`200 CONNECT - ${at.host}`);
  expect(await second.log()).toEqual([]);
  await first.stop();
  expect((await at.send(network)).status).toBe(0);
  expect(await second.log()).toContain(`200 CONNECT - ${at.host}`);
  await second.stop();
  expect((await at.send(network)).status).toBe(4);
});

test('by what the desktop is set to, as gsettings tells it; a station may be told not to look', async () => {
  const at = await place();
  const squid = await startSquid(join(at.folder, 'squid'), null);
  const home = join(at.folder, 'home');
  const keyfile = join(home, 'glib-2.0', 'settings', 'keyfile');
  await mkdir(join(keyfile, '..'), { recursive: true });
  await writeFile(
    keyfile,
    `[system/proxy]\nmode='manual'\nignore-hosts=['nothing.example']\n\n[system/proxy/https]\nhost='127.0.0.1'\nport=${String(squid.port)}\n`,
  );
  const desktop = { GSETTINGS_BACKEND: 'keyfile', XDG_CONFIG_HOME: home };
  expect((await at.send({}, desktop)).status).toBe(0);
  expect(await squid.log()).toContain(`200 CONNECT - ${at.host}`);
  const before = (await squid.log()).length;
  expect((await at.send({ systemProxy: false }, desktop)).status).toBe(0);
  expect(await squid.log()).toHaveLength(before);
});
