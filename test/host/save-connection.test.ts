import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCredentials } from '../../src/main/engine/credentials/credentials.ts';
import { success } from '../../src/main/engine/faults/fault.ts';
import type { SecretStore } from '../../src/main/engine/platform/ports.ts';
import { createSettingsStore } from '../../src/main/engine/settings/settings-store.ts';
import { saveConnection } from '../../src/main/host/save-connection.ts';
import { makeTestFolder } from '../support/ports.ts';

const office = { id: 'office', name: 'Office', baseUrl: 'https://old.example', clientId: 'c' };
const moved = { ...office, baseUrl: 'https://new.example' };

async function setUp() {
  const dataDirectory = join(await makeTestFolder(), 'data');
  const policyFile = join(await makeTestFolder(), 'policy.json');
  const store = createSettingsStore({ dataDirectory, policyFile, newId: () => 's', stationName: 's' });
  const kept = new Map<string, string>();
  const secrets: SecretStore = {
    read: (id) => Promise.resolve(success(kept.get(id) ?? null)),
    write(id, secret) {
      kept.set(id, secret);
      return Promise.resolve(success(undefined));
    },
    remove(id) {
      kept.delete(id);
      return Promise.resolve(success(undefined));
    },
  };
  const settings = async () => {
    const loaded = await store.load();
    if (!loaded.ok) throw new Error(loaded.fault.code);
    return loaded.value;
  };
  return { store, kept, secrets, settings, policyFile, signIn: createCredentials(secrets).read };
}

test('a connection and its secret are kept together', async () => {
  const { store, secrets, settings, signIn } = await setUp();
  expect(await saveConnection({ store, secrets }, await settings(), office, 'one')).toMatchObject({ ok: true });
  expect(await saveConnection({ store, secrets }, await settings(), moved, 'two')).toMatchObject({ ok: true });
  expect((await settings()).connections).toEqual([moved]);
  expect(await signIn(moved)).toEqual(success({ clientId: 'c', clientSecret: 'two' }));
});

test('a connection that the settings refuse keeps the secret that it works with; a new one leaves none', async () => {
  const { store, kept, secrets, settings, policyFile, signIn } = await setUp();
  await saveConnection({ store, secrets }, await settings(), office, 'one');
  await writeFile(policyFile, JSON.stringify({ connections: [office] }));
  expect(await saveConnection({ store, secrets }, await settings(), moved, 'two')).toMatchObject({ ok: false });
  expect(await signIn(office)).toEqual(success({ clientId: 'c', clientSecret: 'one' }));
  const other = { ...moved, id: 'other' };
  expect(await saveConnection({ store, secrets }, await settings(), other, 'three')).toMatchObject({ ok: false });
  expect([...kept.keys()]).toEqual(['office']);
});
