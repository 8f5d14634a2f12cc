import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { success } from '../../src/main/engine/faults/fault.ts';
import { createKeychain } from '../../src/main/host/keychain.ts';
import { builtCommand } from '../support/mailroom-command.ts';
import { makeTestFolder } from '../support/ports.ts';

const mailroom = builtCommand();

test('the credential store keeps a secret for whoever opens it again, replaces it, and forgets it when told', async () => {
  const service = `Mailroom test ${String(process.pid)}`;
  onTestFinished(() => void createKeychain(service).remove('main'));
  expect(await createKeychain(service).read('main')).toEqual(success(null));
  for (const secret of ['größtes Geheimnis', 'another']) {
    expect(await createKeychain(service).write('main', secret)).toEqual(success(undefined));
    expect(await createKeychain(service).read('main')).toEqual(success(secret));
    expect(await createKeychain(service).read('other')).toEqual(success(null));
  }
  expect(await createKeychain(service).remove('main')).toEqual(success(undefined));
  expect(await createKeychain(service).read('main')).toEqual(success(null));
});

test('settings lie below %APPDATA%, and what stands below %ProgramData% can not be changed', async () => {
  const root = await makeTestFolder();
  const env = { APPDATA: join(root, 'Roaming'), LOCALAPPDATA: join(root, 'Local'), ProgramData: join(root, 'Common') };
  await mkdir(join(env.ProgramData, 'Mailroom'), { recursive: true });
  await writeFile(join(env.ProgramData, 'Mailroom', 'policy.json'), '{"limits":{"sockets":3}}');
  const refused = await mailroom.run(['settings', 'set', 'limits.sockets', '8'], { env });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('set by your administrator')]);
  expect((await mailroom.run(['settings', 'set', 'limits.filesInFlight', '20'], { env })).status).toBe(0);
  expect(await readdir(join(env.APPDATA, 'Mailroom'))).toContain('settings.json');
});
