import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Access } from '../../src/main/engine/team/postgres/connection.ts';

const run = promisify(execFile);

/** A PostgreSQL of the tests' own on loopback; nothing of the system's is started or changed. */
export interface TestPostgres {
  readonly port: number;
  /** Who made it, and may do everything. */
  readonly owner: Access;
  readonly address: string;
  /** PEM file of the authority that its certificate, for 127.0.0.1, is checked by. */
  readonly authorities: string;
  /** The end of all processes at once, as in a power cut, and a new start. */
  crash(): Promise<void>;
  /** A power cut that lasts until `start`. */
  cut(): Promise<void>;
  start(): Promise<void>;
}

/** Where Debian has the programs of its newest PostgreSQL. */
function programs(): string {
  const root = '/usr/lib/postgresql';
  // A client's package has a folder here, too.
  const servers = existsSync(root)
    ? readdirSync(root).filter((each) => existsSync(join(root, each, 'bin/initdb')))
    : [];
  const newest = servers.sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('no PostgreSQL on this machine: npm test installs it');
  return join(root, newest, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function accountOf(name: string): Promise<{ readonly uid: number; readonly gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([account]) => account === name) ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`no account ${name} on this machine`);
  return { uid: Number(uid), gid: Number(gid) };
}

async function make(): Promise<TestPostgres> {
  const bin = programs();
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-postgres-'));
  const cluster = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  const password = randomUUID();
  await writeFile(passwordFile, password);
  // The server refuses to run as root.
  const account = process.getuid?.() === 0 ? await accountOf('postgres') : null;
  if (account !== null) {
    await chmod(folder, 0o700);
    await chown(folder, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const as = account === null ? {} : { uid: account.uid, gid: account.gid };
  const program = (name: string, args: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(join(bin, name), args, { ...as, cwd: folder, stdio: 'ignore' });
      child.once('error', reject);
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${String(code)}`))));
    });
  await program('initdb', [
    '-D',
    cluster,
    '-A',
    'scram-sha-256',
    '-U',
    'owner',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    '-E',
    'UTF8',
  ]);
  const certificate = join(folder, 'server.crt');
  const key = join(folder, 'server.key');
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
  ]);
  if (account !== null) await Promise.all([certificate, key].map((path) => chown(path, account.uid, account.gid)));
  await chmod(key, 0o600);
  const port = await freePort();
  const options = `-p ${String(port)} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=60 -c shared_buffers=16MB -c ssl=on -c ssl_cert_file=${certificate} -c ssl_key_file=${key}`;
  const start = (): Promise<void> =>
    program('pg_ctl', ['-D', cluster, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  const cut = (): Promise<void> => program('pg_ctl', ['-D', cluster, '-w', '-m', 'immediate', 'stop']);
  // It ends and goes with this process, however that ends: the pipe is closed then.
  const end = 'read -r _; "$1"/pg_ctl -D "$2"/cluster -m immediate stop; rm -rf "$2"';
  const keeper = spawn('sh', ['-c', end, 'sh', bin, folder], {
    ...{ ...as, cwd: '/', detached: true },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  if (keeper.stdin instanceof Socket) keeper.stdin.unref();
  await start();
  const owner: Access = { host: '127.0.0.1', port, database: 'postgres', user: 'owner', password, trust: null };
  return {
    ...{ port, owner, start, cut, authorities: certificate },
    address: `postgres://127.0.0.1:${String(port)}/postgres`,
    async crash() {
      await cut();
      await start();
    },
  };
}

let made: Promise<TestPostgres> | null = null;

/** The PostgreSQL of all test files of this process; each test makes schemas of its own in it. */
export const postgresOfTests = (): Promise<TestPostgres> => (made ??= make());
