import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inject, onTestFinished } from 'vitest';
import type { Clock, Log, Ports, SecretStore, WorkerName } from '../../src/main/engine/platform/ports.ts';

/** The real clock behind the engine's port. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, act, options) {
    const timer = setTimeout(act, delayMs);
    if (options?.unref === true) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is told to move; timers run in order of their instants. */
export function createTestClock(start = 1_700_000_000_000): Clock & { advance(ms: number): void } {
  let present = start;
  let order = 0;
  const timers = new Map<number, { at: number; act: () => void }>();
  return {
    now: () => present,
    monotonic: () => present,
    after(delayMs, act) {
      order += 1;
      const id = order;
      timers.set(id, { at: present + delayMs, act });
      return () => timers.delete(id);
    },
    advance(ms) {
      const target = present + ms;
      for (;;) {
        const next = [...timers]
          .filter(([, timer]) => timer.at <= target)
          .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
        if (next === undefined) break;
        timers.delete(next[0]);
        present = Math.max(present, next[1].at);
        next[1].act();
      }
      present = target;
    },
  };
}

/** A test clock whose time of day can be set: timers, and the monotonic measure, take no notice of that. */
export function createJumpingClock(start?: number): ReturnType<typeof createTestClock> & { jump(ms: number): void } {
  const ticking = createTestClock(start);
  let set = 0;
  return {
    ...ticking,
    now: () => ticking.now() + set,
    jump(ms) {
      set += ms;
    },
  };
}

/** A log that keeps its lines, so that tests can look for what must not be there. */
export function createTestLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const write =
    (level: string) =>
    (event: string, fields = {}) => {
      lines.push(JSON.stringify({ level, event, ...fields }));
    };
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** Secrets in memory, for tests that are not about the keychain. */
export function createMemorySecrets(initial: Readonly<Record<string, string>> = {}): SecretStore {
  const secrets = new Map(Object.entries(initial));
  return {
    read: (id) => Promise.resolve({ ok: true, value: secrets.get(id) ?? null }),
    write: (id, secret) => {
      secrets.set(id, secret);
      return Promise.resolve({ ok: true, value: undefined });
    },
    remove: (id) => {
      secrets.delete(id);
      return Promise.resolve({ ok: true, value: undefined });
    },
  };
}

/** Starts a worker thread from the run's freshly built ones. */
export function startTestWorker(name: WorkerName, workerData: unknown): Worker {
  return new Worker(join(inject('workersDirectory'), `${name}.js`), { workerData });
}

/** A folder of its own for one test, removed when the test ends. */
export async function makeTestFolder(prefix = 'mailroom-test-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(async () => {
    await letGoOfFiles();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  return folder;
}

/**
 * The SQLite library keeps a closed file open until its statements are collected, and Windows neither renames nor removes an open file. The
 * run there gives tests the means to collect; elsewhere nothing is done.
 */
export async function letGoOfFiles(): Promise<void> {
  if (globalThis.gc === undefined) return;
  globalThis.gc();
  await new Promise((resolve) => setImmediate(resolve));
}

/** Ports for a whole engine in a test: real time, threads and files; secrets in memory. */
export function createTestPorts(dataDirectory: string, overrides: Partial<Ports> = {}): Ports {
  return {
    clock: realClock,
    random: Math.random,
    secrets: createMemorySecrets(),
    notifier: { notify: () => undefined },
    log: createTestLog(),
    systemLanguage: () => 'en',
    paths: { dataDirectory },
    startWorker: startTestWorker,
    ...overrides,
  };
}
