import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/shared/faults.ts';
import { failure, success } from '../../src/main/engine/faults/fault.ts';
import { passphraseAccount } from '../../src/main/engine/service/transport/network-of.ts';
import { createSettingsStore } from '../../src/main/engine/settings/settings-store.ts';
import { removeCertificate, saveCertificate } from '../../src/main/host/save-certificate.ts';
import { clientPassphrase, clientPfx } from '../engine/service/transport/tls-fixture.ts';
import { makeTestFolder } from '../support/ports.ts';

/** A station whose keychain holds the passphrase of another certificate, and that a policy may lock. */
async function station(policy: object = {}) {
  const folder = await makeTestFolder();
  const policyFile = join(folder, 'policy.json');
  await writeFile(policyFile, JSON.stringify(policy));
  const store = createSettingsStore({
    dataDirectory: folder,
    policyFile,
    newId: () => 's',
    stationName: 'S',
  });
  const kept = new Map([[passphraseAccount, 'of the one before']]);
  const done = (): Promise<Outcome<void>> => Promise.resolve(success(undefined));
  const secrets = {
    read: (account: string) => Promise.resolve(success(kept.get(account) ?? null)),
    write(account: string, secret: string) {
      kept.set(account, secret);
      return done();
    },
    remove(account: string) {
      kept.delete(account);
      return done();
    },
  };
  const file = join(folder, 'station.pfx');
  await writeFile(file, clientPfx);
  const network = async () => {
    const settings = await store.load();
    return settings.ok ? settings.value.network : settings.fault;
  };
  return { store, secrets, kept, file, network };
}

test('both are kept, and both forgotten; a wrong passphrase changes neither', async () => {
  const { store, secrets, kept, file, network } = await station();
  const wrong = await saveCertificate({ store, secrets }, { file, passphrase: 'wrong' });
  expect(wrong).toMatchObject({ fault: { code: 'client-certificate-unusable' } });
  expect([...kept.values()]).toEqual(['of the one before']);
  expect(await saveCertificate({ store, secrets }, { file, passphrase: clientPassphrase })).toEqual(success(undefined));
  expect([await network(), [...kept.values()]]).toMatchObject([{ clientCertificate: file }, [clientPassphrase]]);
  expect((await removeCertificate({ store, secrets })).ok).toBe(true);
  expect([await network(), kept.size]).toEqual([{ systemProxy: true }, 0]);
});

test('where a policy refuses the file, the passphrase of the one in force is as it was', async () => {
  const { store, secrets, kept, file } = await station({ network: { clientCertificate: '/it/other.pfx' } });
  expect((await saveCertificate({ store, secrets }, { file, passphrase: clientPassphrase })).ok).toBe(false);
  expect([...kept.values()]).toEqual(['of the one before']);
});

test('a keychain that is away is told before anything is changed', async () => {
  const { store, secrets, file, network } = await station();
  const locked = { ...secrets, read: () => Promise.resolve(failure('keychain-locked')) };
  expect(await saveCertificate({ store, secrets: locked }, { file, passphrase: clientPassphrase })).toMatchObject({
    fault: { code: 'keychain-locked' },
  });
  expect(await network()).toEqual({ systemProxy: true });
});
