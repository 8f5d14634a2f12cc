import { describe, expect, test } from 'vitest';
import { createCredentials } from '../../../src/main/engine/credentials/credentials.ts';
import { failure } from '../../../src/main/engine/faults/fault.ts';
import { createEnvironmentSecrets, environmentConnection } from '../../../src/main/host/environment-secrets.ts';
import { createMemorySecrets } from '../../support/ports.ts';

const connection = { id: 'main', name: 'Main', baseUrl: 'https://service.example/v2', clientId: 'client' };

describe('the credentials of a connection', () => {
  test('are its client id and the stored secret', async () => {
    const credentials = createCredentials(createMemorySecrets());
    expect(await credentials.store(connection, ' s3cret\n')).toEqual({ ok: true, value: undefined });
    expect(await credentials.read(connection)).toEqual({
      ok: true,
      value: { clientId: 'client', clientSecret: 's3cret' },
    });
  });

  test('that were never stored, or are gone, are missing by name', async () => {
    const credentials = createCredentials(createMemorySecrets({ main: 'x' }));
    await credentials.remove('main');
    expect(await credentials.read(connection)).toMatchObject({
      ok: false,
      fault: { code: 'credentials-missing', params: { connection: 'Main' } },
    });
  });

  test.each(['', ' \n', 'two\nlines', 'x'.repeat(4_097)])(
    'refuse %j as a secret and keep the old one',
    async (secret) => {
      const credentials = createCredentials(createMemorySecrets({ main: 'old' }));
      expect(await credentials.store(connection, secret)).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
      expect(await credentials.read(connection)).toMatchObject({ ok: true, value: { clientSecret: 'old' } });
    },
  );

  test.each(['https://service.example:444/v2', 'https://other.example/v2', 'http://service.example/v2'])(
    'are not sent to %s, which they were not entered for, until they are entered for it',
    async (baseUrl) => {
      const credentials = createCredentials(createMemorySecrets());
      await credentials.store(connection, 's3cret');
      const moved = { ...connection, baseUrl };
      expect(await credentials.read(moved)).toMatchObject({
        ok: false,
        fault: { code: 'credentials-elsewhere', params: { connection: 'Main', address: 'https://service.example' } },
      });
      expect(await credentials.read({ ...connection, baseUrl: 'https://service.example/v3' })).toMatchObject({
        ok: true,
      });
      await credentials.store(moved, 's3cret');
      expect(await credentials.read(moved)).toMatchObject({ ok: true, value: { clientSecret: 's3cret' } });
    },
  );

  test('pass on that the keychain is locked', async () => {
    const locked = failure('keychain-locked');
    const credentials = createCredentials({ ...createMemorySecrets(), read: () => Promise.resolve(locked) });
    expect(await credentials.read(connection)).toEqual(locked);
  });
});

describe('credentials from the environment', () => {
  const environment = {
    MAILROOM_BASE_URL: 'https://service.example/v2',
    MAILROOM_CLIENT_ID: 'server',
    MAILROOM_CLIENT_SECRET: 'from-environment',
  };

  test('are for the one connection they were meant for', async () => {
    const secrets = createEnvironmentSecrets(environment, 'main', createMemorySecrets({ main: 'a', other: 'b' }));
    expect(await secrets.read('main')).toEqual({ ok: true, value: 'from-environment' });
    expect(await secrets.read('other')).toEqual({ ok: true, value: 'b' });
  });

  test('that are not set leave everything to the keychain', async () => {
    const secrets = createEnvironmentSecrets(
      { MAILROOM_CLIENT_SECRET: '' },
      'main',
      createMemorySecrets({ main: 'a' }),
    );
    expect(await secrets.read('main')).toEqual({ ok: true, value: 'a' });
  });

  test('name the service and the client', () => {
    expect(environmentConnection(environment)).toEqual({ baseUrl: 'https://service.example/v2', clientId: 'server' });
    expect(environmentConnection({ MAILROOM_CLIENT_ID: ' ' })).toEqual({});
  });
});
