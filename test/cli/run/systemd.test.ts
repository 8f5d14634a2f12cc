import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemdOf } from '../../../src/main/cli/run/systemd.ts';
import { makeTestFolder } from '../../support/ports.ts';

/** A folder with a `systemd-notify` that writes down what it was told, and all that it found in its environment. */
async function listening(): Promise<{ readonly path: string; readonly told: () => Promise<readonly string[]> }> {
  const folder = await makeTestFolder();
  const log = join(folder, 'told');
  const program = join(folder, 'systemd-notify');
  await writeFile(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $1 \${MAILROOM_CLIENT_SECRET:-none}" >> '${log}'\n`);
  await chmod(program, 0o755);
  const told = async (): Promise<readonly string[]> =>
    (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return { path: `${folder}:/usr/bin:/bin`, told };
}

test('systemd hears when the work begins and ends, and while nothing hangs, a third of its patience apart; no secret', async () => {
  const { path, told } = await listening();
  let now = 0;
  const environment = {
    PATH: path,
    NOTIFY_SOCKET: '/run/n',
    WATCHDOG_USEC: '30000000',
    MAILROOM_CLIENT_SECRET: 'secret',
  };
  const systemd = systemdOf(environment, () => now);
  await systemd.ready();
  for (now = 0; now < 20_001; now += 1_000) systemd.alive();
  await expect.poll(told).toHaveLength(3);
  await systemd.stopping();
  const [first, ...rest] = await told();
  expect(first).toBe('/run/n READY=1 none');
  expect(rest).toEqual(['/run/n WATCHDOG=1 none', '/run/n WATCHDOG=1 none', '/run/n STOPPING=1 none']);
});

test('nobody is told anything where nobody listens, or nobody waits for signs of life', async () => {
  const { path, told } = await listening();
  for (const environment of [{ PATH: path }, { PATH: path, NOTIFY_SOCKET: '' }]) {
    const systemd = systemdOf(environment);
    await systemd.ready();
    systemd.alive();
    await systemd.stopping();
  }
  expect(await told()).toEqual([]);
  let now = 0;
  const patient = systemdOf({ PATH: path, NOTIFY_SOCKET: '/run/n' }, () => now);
  now = 1e9;
  patient.alive();
  await patient.stopping();
  expect(await told()).toEqual(['/run/n STOPPING=1 none']);
});

test('a systemd-notify that is not there keeps nobody from working', async () => {
  const systemd = systemdOf({ PATH: '/nowhere', NOTIFY_SOCKET: '/run/n' });
  await expect(systemd.ready()).resolves.toBeUndefined();
});
