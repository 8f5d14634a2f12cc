import type { Fault, Outcome } from '../../../shared/faults.ts';
import { settingsSchema, type Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { wrongUse } from '../../engine/faults/usage-sentences.ts';
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
  readonly store: Pick<SettingsStore, 'set' | 'locked'>;
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

/** What of a membership the settings keep. */
const keptNames = ['schema', 'encryption', 'login', 'address'] as const;
type Kept = Readonly<Partial<Record<(typeof keptNames)[number], string>>>;

/** Which of them a policy sets. */
async function setByPolicy({ store }: TeamPlaces): Promise<Outcome<(name: keyof Kept) => Fault | null>> {
  const locks = await store.locked();
  if (!locks.ok) return locks;
  return success((name) => {
    const lock = locks.value.find(({ path }) => path === `team.${name}`);
    return lock === undefined ? null : wrongUse('set-by-policy', { setting: lock.path, file: lock.place });
  });
}

async function setAll(
  store: TeamPlaces['store'],
  names: readonly (keyof Kept)[],
  values: Kept,
): Promise<Outcome<void>> {
  for (const name of names) {
    const set = await store.set(`team.${name}`, values[name]);
    if (!set.ok) return set;
  }
  return success(undefined);
}

/** Joins: the station's login is made, and its password and the settings are kept, both or none. */
export async function joinStation(
  places: TeamPlaces,
  { station, network, team }: Pick<Settings, 'station' | 'network' | 'team'>,
  given: OwnerAccess,
): Promise<Outcome<void>> {
  const owner = ownerAccess(given, network);
  if (!owner.ok) return owner;
  const { store, secrets } = places;
  // Before anything is made there: what a policy sets otherwise, and a keychain that is locked, or is none, keeps nothing.
  const policy = await setByPolicy(places);
  if (!policy.ok) return policy;
  const { address, encryption, schema } = given;
  const others: Kept = { address, encryption, schema };
  const changed = keptNames.filter((name) => name === 'login' || team[name] !== others[name]);
  const refused = changed.map(policy.value).find((each) => each !== null);
  if (refused !== undefined) return { ok: false, fault: refused };
  const kept = await secrets.read(teamAccount);
  if (!kept.ok) return kept;
  const joined = await joinTeam(owner.value, schema, station);
  if (!joined.ok) return joined;
  const { login, password } = joined.value;
  return keepSecret(
    secrets,
    teamAccount,
    () => secrets.write(teamAccount, password),
    () => setAll(store, changed, { ...others, login }),
  );
}

/**
 * Leaves: out of the database first, then out of settings and keychain; what a policy sets stays. A database that does not answer keeps
 * it a member, and so does a policy that sets its login.
 */
export async function leaveStation(places: TeamPlaces, parts: Parameters<typeof accessOf>[0]): Promise<Outcome<void>> {
  const policy = await setByPolicy(places);
  if (!policy.ok) return policy;
  const refused = policy.value('login');
  if (refused !== null) return { ok: false, fault: refused };
  const access = await accessOf(parts);
  const left = access.ok ? await leaveTeam(access.value, parts.settings.team.schema) : access;
  if (!left.ok) return left;
  const usual = settingsSchema.shape.team.parse({});
  const own = keptNames.filter((name) => policy.value(name) === null && parts.settings.team[name] !== usual[name]);
  const set = await setAll(places.store, own, {});
  return set.ok ? places.secrets.remove(teamAccount) : set;
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
