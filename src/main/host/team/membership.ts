import type { Outcome } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import type { Clock, Log, SecretStore } from '../../engine/platform/ports.ts';
import type { SettingsStore } from '../../engine/settings/settings-store.ts';
import { isJoined, readAddress, teamAccount } from '../../engine/team/postgres/address.ts';
import type { Access } from '../../engine/team/postgres/connection.ts';
import { joinTeam, leaveTeam } from '../../engine/team/postgres/found.ts';
import { accessOf, createTeam, trustOf } from '../../engine/team/postgres/postgres-team.ts';
import type { TeamStation } from '../../engine/team/team.ts';
import { keepSecret } from '../keep-secret.ts';

/** Where a membership is kept: what names the team in the settings, the password of the station's login in the keychain. */
export interface TeamPlaces {
  readonly store: Pick<SettingsStore, 'set'>;
  readonly secrets: SecretStore;
}

/** How an administrator reaches a database; none of it is kept but for the address. */
export interface OwnerAccess {
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly encryption: Settings['team']['encryption'];
  readonly schema: string;
}

/** Reads what an administrator gave. Faults: `settings-invalid` for an address that is none, or holds a name or password; those of the certificates. */
export function ownerAccess(given: OwnerAccess, network: Settings['network']): Outcome<Access> {
  const address = readAddress(given.address);
  if (address === null) return failure('settings-invalid', { field: 'team.address', problem: 'wrong-form' });
  const trust = trustOf(given.encryption, network.certificateAuthorities);
  return trust.ok ? success({ ...address, user: given.user, password: given.password, trust: trust.value }) : trust;
}

/** Joins: the station's login is made, and its password and the settings are kept, both or none. */
export async function joinStation(
  { store, secrets }: TeamPlaces,
  settings: Pick<Settings, 'station' | 'network'>,
  given: OwnerAccess,
): Promise<Outcome<void>> {
  const owner = ownerAccess(given, settings.network);
  if (!owner.ok) return owner;
  // Before anything is made there: a keychain that is locked, or is none, keeps nothing.
  const kept = await secrets.read(teamAccount);
  if (!kept.ok) return kept;
  const joined = await joinTeam(owner.value, given.schema, settings.station);
  if (!joined.ok) return joined;
  const { login, password } = joined.value;
  return keepSecret(
    secrets,
    teamAccount,
    () => secrets.write(teamAccount, password),
    async () => {
      const { address, encryption, schema } = given;
      for (const [name, value] of Object.entries({ schema, encryption, login, address })) {
        const set = await store.set(`team.${name}`, value);
        if (!set.ok) return set;
      }
      return success(undefined);
    },
  );
}

/** Leaves: out of the database first, then out of settings and keychain. A database that does not answer keeps it a member. */
export async function leaveStation(
  { store, secrets }: TeamPlaces,
  parts: Parameters<typeof accessOf>[0],
): Promise<Outcome<void>> {
  const access = await accessOf(parts);
  const left = access.ok ? await leaveTeam(access.value, parts.settings.team.schema) : access;
  if (!left.ok) return left;
  for (const name of ['address', 'login', 'schema', 'encryption']) {
    const set = await store.set(`team.${name}`, undefined);
    if (!set.ok) return set;
  }
  return secrets.remove(teamAccount);
}

/** The stations of the team as the database has them; null: this station works alone. */
export async function lookAtTeam(parts: {
  readonly ports: { readonly clock: Clock; readonly secrets: SecretStore; readonly log: Log };
  readonly settings: Pick<Settings, 'team' | 'network' | 'station'>;
}): Promise<Outcome<readonly TeamStation[] | null>> {
  if (!isJoined(parts.settings)) return success(null);
  const team = createTeam(parts);
  try {
    const stations = await team.stations();
    if (!stations.ok) return stations;
    const isMember = stations.value.some(({ id, left }) => id === parts.settings.station.id && !left);
    return isMember ? stations : failure('team-refused', { problem: 'no-member' });
  } finally {
    await team.stop();
  }
}
