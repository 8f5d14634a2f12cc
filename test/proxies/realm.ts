import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Resolves once somebody listens at the port; a program tells that in no other way. */
export async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const there = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A realm of Kerberos with its own key distribution centre: the keys of a proxy on this computer, and a person with a ticket. */
export interface Realm {
  /** Environment of programs that live in the realm. */
  readonly env: Readonly<Record<string, string>>;
  /** Key table of `HTTP/localhost`. */
  readonly keytab: string;
  /** File of the tickets of `clerk`. */
  readonly tickets: string;
}

const name = 'MAILROOM.TEST';

/** Starts MIT's krb5kdc in a folder, for the test's time. */
export async function startRealm(folder: string): Promise<Realm> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const at = (file: string): string => join(folder, file);
  await writeFile(
    at('krb5.conf'),
    `[libdefaults]
 default_realm = ${name}
 dns_lookup_kdc = false
 dns_canonicalize_hostname = false
 rdns = false
[realms]
 ${name} = {
  kdc = 127.0.0.1:${port}
 }
[domain_realm]
 localhost = ${name}
`,
  );
  await writeFile(
    at('kdc.conf'),
    `[kdcdefaults]
 kdc_listen = 127.0.0.1:${port}
 kdc_tcp_listen = 127.0.0.1:${port}
[realms]
 ${name} = {
  database_name = ${at('principal')}
  key_stash_file = ${at('stash')}
  acl_file = ${at('acl')}
 }
`,
  );
  const env = {
    KRB5_CONFIG: at('krb5.conf'),
    KRB5_KDC_PROFILE: at('kdc.conf'),
    KRB5CCNAME: `FILE:${at('tickets')}`,
  };
  const options = { env: { ...process.env, ...env } };
  await run('/usr/sbin/kdb5_util', ['-P', 'of this test', '-r', name, 'create', '-s'], options);
  const admin = (query: string): Promise<unknown> => run('/usr/sbin/kadmin.local', ['-r', name, '-q', query], options);
  await admin('addprinc -randkey HTTP/localhost');
  await admin('addprinc -pw a-long-password clerk');
  await admin(`ktadd -k ${at('keytab')} HTTP/localhost`);
  const kdc = spawn('/usr/sbin/krb5kdc', ['-n', '-r', name], { ...options, stdio: 'ignore' });
  onTestFinished(() => void kdc.kill());
  await listening(port);
  const signIn = spawn('kinit', ['clerk'], { ...options, stdio: ['pipe', 'ignore', 'inherit'] });
  signIn.stdin.end('a-long-password\n');
  await once(signIn, 'exit');
  if (signIn.exitCode !== 0) throw new Error(`kinit ended with ${String(signIn.exitCode)}`);
  return { env, keytab: at('keytab'), tickets: at('tickets') };
}
