import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort, listening } from './realm.ts';

/** A running Squid. */
export interface Squid {
  readonly port: number;
  /** Lines of its access log: `status method user host`. */
  log(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** How it lets people in: everybody, by name and password of a file of htpasswd, or by tickets. */
export type SquidAuth = { readonly basic: string } | { readonly keytab: string } | null;

function authLines(auth: SquidAuth): string {
  if (auth === null) return 'http_access allow all';
  const program =
    'basic' in auth
      ? `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${auth.basic}`
      : `auth_param negotiate program /usr/lib/squid/negotiate_kerberos_auth -k ${auth.keytab} -s HTTP/localhost`;
  return `${program}\nacl known proxy_auth REQUIRED\nhttp_access allow known\nhttp_access deny all`;
}

/** Starts Debian's Squid with a configuration of its own, for the test's time. `env`: what its helpers need. */
export async function startSquid(
  folder: string,
  auth: SquidAuth,
  env: Readonly<Record<string, string>> = {},
): Promise<Squid> {
  await mkdir(folder, { recursive: true });
  // Started by root it works as an account of its own, which writes here.
  await chmod(folder, 0o777);
  const port = await freePort();
  const at = (name: string): string => join(folder, name);
  await writeFile(
    at('squid.conf'),
    `http_port 127.0.0.1:${port}
pid_filename ${at('squid.pid')}
cache_log ${at('cache.log')}
logformat short %>Hs %rm %un %ru
access_log stdio:${at('access.log')} short
buffered_logs off
coredump_dir ${folder}
cache deny all
shutdown_lifetime 0 seconds
visible_hostname localhost
acl SSL_ports port 1-65535
${authLines(auth)}
`,
  );
  const squid = spawn('/usr/sbin/squid', ['-N', '-f', at('squid.conf'), '-n', `mailroom${String(port)}`], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const ended = once(squid, 'exit');
  const stop = async (): Promise<void> => {
    if (squid.exitCode === null && squid.signalCode === null) squid.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  await Promise.race([
    listening(port),
    ended.then(async () => {
      throw new Error(`squid ended: ${await readFile(at('cache.log'), 'utf8').catch(() => 'no log')}`);
    }),
  ]);
  return {
    port,
    stop,
    async log() {
      const text = await readFile(at('access.log'), 'utf8').catch(() => '');
      // Whether somebody listens was asked without a request.
      return text.split('\n').filter((line) => line !== '' && !line.includes('transaction-end-before-headers'));
    },
  };
}
