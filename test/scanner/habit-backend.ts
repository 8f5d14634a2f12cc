import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { makeTestFolder } from '../support/ports.ts';

/** A SANE device as the test wants it. */
export interface BackendDevice {
  /** Options by name, each as `type values present` (see `habit-backend.c`), beside those of a plain device; null takes one away. */
  readonly options?: Readonly<Record<string, readonly [type: string, values: string, present: string] | null>>;
  /** More lines of its description: what an option hangs on, and its habits. */
  readonly also?: readonly (readonly string[])[];
}

const plain: BackendDevice['options'] = {
  mode: ['string', 'Lineart|Gray|Color', 'Lineart'],
  source: ['string', 'Flatbed|ADF|ADF Duplex', 'Flatbed'],
  resolution: ['int', '75|150|300|600', '75'],
  'tl-x': ['mm', '0..216', '0'],
  'tl-y': ['mm', '0..297', '0'],
  'br-x': ['mm', '0..216', '216'],
  'br-y': ['mm', '0..297', '100'],
};

/** A device that SANE knows. */
export interface Backend {
  /** An environment in which SANE knows this device alone, as `habit:one`. */
  readonly environment: NodeJS.ProcessEnv;
  /** What was set at the device when each page began. */
  set(): Promise<readonly Readonly<Record<string, string>>[]>;
}

/** Compiles the backend before the tests of a file; answers how a test starts it. */
export function buildBackend(): (device: BackendDevice) => Promise<Backend> {
  let built = '';
  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'mailroom-sane-'));
    const source = join(import.meta.dirname, 'habit-backend.c');
    const args = ['-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-o', join(built, 'libsane-habit.so.1'), source];
    await promisify(execFile)('cc', args);
  });
  afterAll(() => rm(built, { recursive: true, force: true }));
  return async ({ options, also = [] }) => {
    const folder = await makeTestFolder();
    const lines = Object.entries({ ...plain, ...options }).flatMap(([name, option]) =>
      option === null ? [] : [['option', name, ...option]],
    );
    await writeFile(join(folder, 'dll.conf'), 'habit\n');
    await writeFile(join(folder, 'habit.conf'), [...lines, ...also].map((words) => `${words.join('\t')}\n`).join(''));
    return {
      environment: { ...process.env, SANE_CONFIG_DIR: folder, LD_LIBRARY_PATH: built },
      async set() {
        const log = await readFile(join(folder, 'habit.log'), 'utf8').catch(() => '');
        const pages = log.split('\n').filter((line) => line !== '');
        return pages.map((line) => {
          const options = line.split('\t').filter((each) => each !== '');
          return Object.fromEntries(
            options.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
          );
        });
      },
    };
  };
}

/** Serves a device by Debian's `saned` at an address of the loopback of its own; `die` kills it at once. */
export async function startRemote(
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly id: string; readonly environment: NodeJS.ProcessEnv; readonly die: () => void }> {
  const [, second, third] = crypto.getRandomValues(new Uint8Array(3)).map((byte) => 1 + (byte % 250));
  const address = `127.77.${second}.${third}`;
  const folder = environment['SANE_CONFIG_DIR'] ?? '';
  await writeFile(join(folder, 'saned.conf'), '127.0.0.0/8\n');
  const path = `${environment['PATH'] ?? ''}:/usr/sbin`;
  const child = spawn('saned', ['-l', '-b', address, '-e', '-d128'], {
    env: { ...environment, PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const die = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  onTestFinished(die);
  let said = '';
  for (;;) {
    const words: unknown[] = await once(child.stderr, 'data');
    said += words.join('');
    if (said.includes('waiting for control')) break;
  }
  child.stderr.resume();
  const client = await makeTestFolder();
  await writeFile(join(client, 'dll.conf'), 'net\n');
  await writeFile(join(client, 'net.conf'), `connect_timeout = 5\n${address}\n`);
  return { id: `sane:net:${address}:habit:one`, environment: { ...environment, SANE_CONFIG_DIR: client }, die };
}
