import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { policyValues } from '../../src/main/engine/settings/policy-values.ts';
import { valueAt } from '../../src/main/engine/settings/setting-path.ts';
import { createSettingsStore, type SettingsStore } from '../../src/main/engine/settings/settings-store.ts';
import { policyKey, systemPolicy } from '../../src/main/host/policy/registry-policy.ts';
import { policyDefinitions } from '../../tools/dist/policy/policy-templates.ts';
import { builtCommand } from '../support/mailroom-command.ts';
import { policySamples, registryCalls } from '../support/policy-samples.ts';
import { makeTestFolder } from '../support/ports.ts';

const mailroom = builtCommand();
const admx = policyDefinitions('0.1.0');

/** Windows' own program, as administrators use it. */
const reg = async (...args: readonly string[]): Promise<void> => void (await promisify(execFile)('reg', [...args]));

async function newStore(): Promise<SettingsStore> {
  const dataDirectory = await makeTestFolder();
  const systemPolicyNow = systemPolicy('win32', process.env);
  return createSettingsStore({ dataDirectory, systemPolicy: systemPolicyNow, newId: () => 's', stationName: 's' });
}

afterEach(() => reg('delete', policyKey, '/f').catch(() => undefined));

test('what Windows writes into the registry for each setting is what Mailroom works by, and locked', async () => {
  const paths = policyValues().map(({ path }) => path);
  for (const path of paths) for (const call of registryCalls(admx, path)) await reg(...call);
  const store = await newStore();
  const settings = await store.load();
  expect(settings.ok || settings.fault).toBe(true);
  const locked = await store.locked();
  const locks = locked.ok ? locked.value : [];
  for (const path of paths) {
    const steps = path.split('.');
    expect({ [path]: valueAt(settings.ok ? settings.value : null, steps) }).toMatchObject({
      [path]: policySamples[path],
    });
    const own = locks.filter((lock) => `${lock.path}.`.startsWith(`${path}.`));
    expect(new Set(own.map(({ place }) => place)), path).toEqual(new Set([`${policyKey}\\${path}`]));
  }
});

test('without a policy nothing is locked', async () => {
  const store = await newStore();
  expect(await store.locked()).toEqual({ ok: true, value: [] });
});

test('variables of the environment in a path are those of whoever runs it', async () => {
  await reg('add', policyKey, '/v', 'metrics.file', '/t', 'REG_EXPAND_SZ', '/d', '%SystemRoot%\\größe.prom', '/f');
  const store = await newStore();
  expect(await store.get('metrics.file')).toEqual({
    ok: true,
    value: `${process.env['SystemRoot'] ?? ''}\\größe.prom`,
  });
});

test('the command says where a value is locked, what it does not know it names, and takes nothing in then', async () => {
  await reg('add', policyKey, '/v', 'limits.sockets', '/t', 'REG_DWORD', '/d', '3', '/f');
  const root = await makeTestFolder();
  const env = { APPDATA: join(root, 'Roaming'), LOCALAPPDATA: join(root, 'Local'), ProgramData: join(root, 'Common') };
  const listed = await mailroom.run(['settings'], { env });
  expect(listed.stdout).toContain(`limits.sockets = 3  (locked: ${policyKey}\\limits.sockets)`);
  const refused = await mailroom.run(['settings', 'set', 'limits.sockets', '8'], { env });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining(`${policyKey}\\limits.sockets`)]);
  await reg('add', policyKey, '/v', 'größe', '/t', 'REG_SZ', '/d', 'x', '/f');
  const broken = await mailroom.run(['settings'], { env });
  expect([broken.status, broken.stderr]).toEqual([
    2,
    expect.stringMatching(/größe[^]*HKLM\\Software\\Policies\\Mailroom/u),
  ]);
});
