import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { demandKeychain, makeKeychainSession } from '../../support/keychain-session.ts';
import { builtCommand, type Ended } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { postgresOfTests } from '../../support/postgres.ts';

const mailroom = builtCommand();
beforeAll(demandKeychain);

it('makes a team, joins it over TLS that is checked, looks at it and leaves it; the owner’s password is nowhere', async () => {
  const there = await postgresOfTests();
  const home = await makeTestFolder('mailroom-home-');
  const dataDirectory = join(home, 'data');
  const owner = ['--address', there.address, '--user', there.owner.user, '--schema', 'office', '--password-stdin'];
  const given = { input: `${there.owner.password}\n` };
  const here = (...args: string[]): Promise<Ended> => mailroom.call([...args, '--data-dir', dataDirectory], given);

  expect((await here('team', '--json')).json()).toEqual([{ event: 'team', joined: false }]);
  const untrusted = await here('team', 'create', ...owner, '--json');
  expect(untrusted.json()).toMatchObject([{ event: 'fault', fault: { code: 'team-refused' } }]);
  expect(untrusted.stderr).toContain('its certificate is not trusted');
  await here('settings', 'set', 'network.certificateAuthorities', there.authorities);
  expect((await here('team', 'create', ...owner, '--json')).json()).toMatchObject([
    { event: 'team-created', migrated: 1 },
  ]);
  expect((await here('team', 'create', ...owner)).stdout).toContain('up to date');

  // What needs the keychain has a process of its own.
  const session = await makeKeychainSession(home);
  const withKeychain = (...args: string[]): Promise<Ended> =>
    mailroom.run([...args, '--data-dir', dataDirectory], { ...session, ...given });
  expect((await withKeychain('team', 'join', ...owner, '--json')).json()).toMatchObject([{ event: 'team-joined' }]);
  const settings = await readFile(join(dataDirectory, 'settings.json'), 'utf8');
  expect(JSON.parse(settings)).toMatchObject({
    team: { address: there.address, schema: 'office' },
  });
  expect(settings).not.toContain(there.owner.password);
  expect((await withKeychain('team', '--json')).json()).toMatchObject([
    { event: 'team', joined: true },
    { event: 'team-station', left: false },
  ]);
  expect((await withKeychain('doctor')).stdout).toContain('1 station, ');
  expect((await withKeychain('team', 'leave', '--json')).json()).toEqual([{ event: 'team-left' }]);
  expect((await here('team')).stdout).toContain('works alone');
  expect(JSON.parse(await readFile(join(dataDirectory, 'settings.json'), 'utf8'))).not.toHaveProperty('team.address');
});
