import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { parseBaseUrl } from '../../../../src/main/engine/service/transport/base-url.ts';
import { readIdentity } from '../../../../src/main/engine/service/transport/identity.ts';
import { faultOfNetworkError } from '../../../../src/main/engine/service/transport/network-faults.ts';
import { certificatesOfRegistry } from '../../../../src/main/engine/service/transport/system-authorities.ts';
import {
  createTransport,
  type NetworkSettings,
  type Transport,
} from '../../../../src/main/engine/service/transport/transport.ts';
import { failure, success } from '../../../../src/main/engine/faults/fault.ts';
import type { Fault } from '../../../../src/shared/faults.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { fc } from '../../../support/property.ts';
import {
  clientAuthority,
  clientCertificate,
  clientKey,
  clientPassphrase,
  clientPfx,
  localhostCertificate,
  localhostKey,
  outdatedPfx,
  testAuthority,
} from './tls-fixture.ts';

async function files() {
  const folder = await makeTestFolder();
  const write = async (name: string, content: string | Buffer): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return {
    authorities: await write('ca.pem', testAuthority),
    certificate: await write('station.pem', clientCertificate),
    key: await write('station.key', clientKey),
    both: await write('both.pem', `${clientKey}${clientCertificate}`),
    pfx: await write('station.pfx', clientPfx),
    outdated: await write('old.pfx', outdatedPfx),
    otherKey: await write('other.key', localhostKey),
    none: await write('none.pfx', 'nothing of the kind'),
    folder,
  };
}

const kept = () => Promise.resolve(success(clientPassphrase));

/** OpenSSL's own server, which lets nobody in without a certificate of this authority, and what a request to it comes to. */
async function service(authority = clientAuthority) {
  const folder = await makeTestFolder();
  const paths = ['own.pem', 'own.key', 'clients.pem'].map((name) => join(folder, name));
  const [certificate = '', key = '', clients = ''] = paths;
  await writeFile(certificate, localhostCertificate);
  await writeFile(key, localhostKey);
  await writeFile(clients, authority);
  const own = ['-accept', '127.0.0.1:0', '-cert', certificate, '-key', key, '-www'];
  const others = ['-Verify', '2', '-verify_return_error', '-CAfile', clients];
  const server = spawn('openssl', ['s_server', ...own, ...others], { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void server.kill());
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.once('exit', () => reject(new Error(`openssl ended: ${said}`)));
    server.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      const found = /^ACCEPT [^\n]*:(\d+)\n/mu.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const baseUrl = `https://localhost:${port}/v2`;
  const base = parseBaseUrl(baseUrl);
  if (!base.ok) throw new Error('no base URL');
  const ask = async (settings: Omit<NetworkSettings, 'env'>): Promise<number | Fault> => {
    const made = createTransport(base.value, { ...settings, env: {} }, 2);
    if (!made.ok) return made.fault;
    onTestFinished(() => made.value.close());
    return requestBy(made.value);
  };
  return Object.assign(ask, { baseUrl });
}

async function requestBy(transport: Transport): Promise<number | Fault> {
  const nothing = (): void => undefined;
  const exchange = await transport.send(
    { method: 'GET', path: '/v2/documents', headers: [], body: null, asStream: false },
    { onSent: nothing, onHead: nothing, onOver: nothing },
  );
  return exchange.kind === 'none' ? faultOfNetworkError(exchange.error, 'localhost') : exchange.status;
}

test('this computer shows its certificate: a PFX file, PEM in one file or two; the passphrase is asked of the keychain', async () => {
  const ask = await service();
  const at = await files();
  const common = { certificateAuthorities: at.authorities, readPassphrase: kept };
  expect(await ask({ ...common, clientCertificate: at.pfx })).toBe(200);
  expect(await ask({ ...common, clientCertificate: at.both })).toBe(200);
  expect(await ask({ ...common, clientCertificate: at.certificate, clientKey: at.key })).toBe(200);
});

test('a service that wants one, or another one, is told as such; a keychain that is locked is not a wrong passphrase', async () => {
  const at = await files();
  const common = { certificateAuthorities: at.authorities };
  expect(await (await service())(common)).toMatchObject({ code: 'client-certificate-refused' });
  const elsewhere = await service(testAuthority);
  expect(await elsewhere({ ...common, clientCertificate: at.pfx, readPassphrase: kept })).toMatchObject({
    code: 'client-certificate-refused',
    params: { host: 'localhost' },
  });
  const locked = (): Promise<ReturnType<typeof failure>> => Promise.resolve(failure('keychain-locked'));
  expect(await elsewhere({ ...common, clientCertificate: at.pfx, readPassphrase: locked })).toMatchObject({
    code: 'keychain-locked',
  });
});

test('a key that is open asks nothing of a keychain, and a file that is renewed under its name is taken up', async () => {
  const at = await files();
  const ask = await service();
  const open = join(at.folder, 'open.pem');
  const key = createPrivateKey({ key: clientKey, passphrase: clientPassphrase }).export({
    type: 'pkcs8',
    format: 'pem',
  });
  await writeFile(open, `${String(key)}${clientCertificate}`);
  const none = (): never => expect.unreachable();
  const settings = { certificateAuthorities: at.authorities, clientCertificate: open, readPassphrase: none };
  expect(await ask(settings)).toBe(200);
  const file = join(at.folder, 'renewed.pfx');
  await writeFile(file, 'not yet');
  const asked = await ask({ certificateAuthorities: at.authorities, clientCertificate: file, readPassphrase: kept });
  expect(asked).toMatchObject({ code: 'client-certificate-unusable', params: { problem: 'certificate-damaged' } });
  const base = parseBaseUrl(ask.baseUrl);
  if (!base.ok) throw new Error('no base URL');
  const made = createTransport(
    base.value,
    { certificateAuthorities: at.authorities, clientCertificate: file, readPassphrase: kept, env: {} },
    2,
  );
  if (!made.ok) throw new Error(made.fault.code);
  onTestFinished(() => made.value.close());
  expect(await requestBy(made.value)).toMatchObject({ code: 'client-certificate-unusable' });
  await writeFile(file, clientPfx);
  expect(await requestBy(made.value)).toBe(200);
});

test('a certificate that cannot be used says why', async () => {
  const at = await files();
  const problem = async (file: string, keyFile?: string, passphrase: string | null = clientPassphrase) => {
    const read = await readIdentity({ file, keyFile, passphrase });
    return read.ok ? 'fine' : read.fault.params['problem'];
  };
  expect(await problem(join(at.folder, 'away.pfx'))).toBe('certificate-unreadable');
  expect(await problem(at.certificate, join(at.folder, 'away.key'))).toBe('certificate-unreadable');
  expect(await problem(at.certificate)).toBe('certificate-without-key');
  expect(await problem(at.certificate, at.otherKey)).toBe('certificate-other-key');
  expect(await problem(at.none)).toBe('certificate-damaged');
  for (const passphrase of ['wrong', null]) {
    expect(await problem(at.pfx, undefined, passphrase)).toBe('certificate-passphrase');
    expect(await problem(at.both, undefined, passphrase)).toBe('certificate-passphrase');
  }
  expect(await problem(at.outdated)).toBe('certificate-outdated');
});

/** A certificate as the registry keeps it: rows of number, 1, length, value, and `reg query` prints it in hex. */
function inRegistry(...properties: readonly (readonly [number, Buffer])[]): string {
  const rows = properties.map(([id, value]) => {
    const head = Buffer.alloc(12);
    head.writeUInt32LE(id, 0);
    head.writeUInt32LE(1, 4);
    head.writeUInt32LE(value.length, 8);
    return Buffer.concat([head, value]);
  });
  return `\r\nHKEY_LOCAL_MACHINE\\Certificates\\AB\r\n    Blob    REG_BINARY    ${Buffer.concat(rows).toString('hex').toUpperCase()}\r\n`;
}

test('authorities are read from the stores of Windows, and whatever else stands there is left out', () => {
  const { raw } = new X509Certificate(testAuthority);
  const text = inRegistry([3, Buffer.alloc(20)], [32, raw]) + inRegistry([32, Buffer.from('none')]);
  const found = certificatesOfRegistry(text);
  expect(found.map((pem) => new X509Certificate(pem).subject)).toEqual(['CN=Mailroom test authority']);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.uint8Array()), { maxLength: 4 }), (rows) => {
      expect(
        certificatesOfRegistry(inRegistry(...rows.map(([id, bytes]) => [id, Buffer.from(bytes)] as const))),
      ).toEqual([]);
    }),
  );
});
