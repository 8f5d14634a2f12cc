import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { createSettingsStore } from '../../../src/main/engine/settings/settings-store.ts';
import { teamAccount } from '../../../src/main/engine/team/postgres/address.ts';
import { joinStation, leaveStation, lookAtTeam } from '../../../src/main/host/team/membership.ts';
import { createTestLog, makeTestFolder, realClock } from '../../support/ports.ts';
import { postgresOfTests } from '../../support/postgres.ts';
import { asOwner, newTeam } from './team-stations.ts';

/** A station that works alone, under a policy. */
async function stationUnder(team: object) {
  const dataDirectory = await makeTestFolder();
  const policyFile = join(dataDirectory, 'policy.json');
  await writeFile(policyFile, JSON.stringify({ team }));
  const kept = new Map<string, string>();
  const secrets = {
    read: (account: string) => Promise.resolve(success(kept.get(account) ?? null)),
    write: (account: string, secret: string) => Promise.resolve(success(void kept.set(account, secret))),
    remove: (account: string) => Promise.resolve(success(void kept.delete(account))),
  };
  const store = createSettingsStore({ dataDirectory, policyFile, newId: () => 'station', stationName: 'Station' });
  return {
    ...{ kept, places: { store, secrets }, ports: { secrets, clock: realClock, log: createTestLog() } },
    async settings() {
      const loaded = await store.load();
      if (!loaded.ok) throw new Error(loaded.fault.code);
      return loaded.value;
    },
  };
}

it('a station whose policy names the team joins that one, leaves it and is then in none; no other is joined', async () => {
  const there = await postgresOfTests();
  const schema = await newTeam(there);
  const locked = { address: there.address, schema, encryption: 'none' } as const;
  const { kept, places, ports, settings } = await stationUnder(locked);
  const { user, password } = there.owner;
  const owner = { ...locked, user, password };
  expect(await joinStation(places, await settings(), { ...owner, schema: await newTeam(there) })).toMatchObject({
    fault: { code: 'wrong-usage', params: { setting: 'team.schema' } },
  });
  expect(await joinStation(places, await settings(), owner)).toEqual(success(undefined));
  expect(await lookAtTeam({ ports, settings: await settings() })).toMatchObject({
    value: [{ id: 'station', left: false }],
  });
  expect(await leaveStation(places, { ports, settings: await settings() })).toEqual(success(undefined));
  const { team } = await settings();
  expect([team.login, team.address, kept.size]).toEqual([undefined, there.address, 0]);
  expect(await lookAtTeam({ ports, settings: await settings() })).toEqual(success(null));
});

it('a station that a policy made a member does not leave, nor is it changed at the database', async () => {
  const there = await postgresOfTests();
  const schema = await newTeam(there);
  const locked = { address: there.address, schema, encryption: 'none', login: 'given_by_it' };
  const { kept, places, ports, settings } = await stationUnder(locked);
  kept.set(teamAccount, 'given');
  const { user, password } = there.owner;
  const owner = { address: there.address, schema, encryption: 'none', user, password } as const;
  const refused = { fault: { code: 'wrong-usage', params: { setting: 'team.login' } } };
  expect(await leaveStation(places, { ports, settings: await settings() })).toMatchObject(refused);
  expect(await joinStation(places, await settings(), owner)).toMatchObject(refused);
  expect(await asOwner(there, schema, 'SELECT id FROM {at}.stations')).toEqual([]);
  expect(kept.get(teamAccount)).toBe('given');
});
