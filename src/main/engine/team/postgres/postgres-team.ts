import { z } from 'zod';
import type { Settings } from '../../../../shared/settings.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import type { Ports } from '../../platform/ports.ts';
import { createTrust } from '../../service/transport/trust.ts';
import { alone, type Elsewhere, type Team, type TeamContent, type TeamNews } from '../team.ts';
import { databaseName, readAddress, teamAccount } from './address.ts';
import { createLine, unusable, type Access } from './connection.ts';
import { createContents, keyOf } from './contents.ts';
import { createGathering } from './gather.ts';
import { quoted } from './schema.ts';

/** What a team needs of the station. */
export interface TeamParts {
  readonly ports: Pick<Ports, 'clock' | 'secrets' | 'log'>;
  readonly settings: Pick<Settings, 'team' | 'network' | 'station'>;
}

/** More contents than this are no quicker in one statement (measured). */
const maxAtOnce = 100;
/** A station tells that it is there several times within its lease. */
const tellsPerLease = 4;

const stationsSchema = z.array(
  z.object({ id: z.string(), name: z.string(), joined_at: z.number(), present: z.boolean(), has_left: z.boolean() }),
);

/** How the station reaches its team; the faults are those of the settings, the certificates and the keychain. */
export async function accessOf({ ports, settings }: TeamParts): Promise<Outcome<Access>> {
  const { team, network } = settings;
  const address = team.address === undefined ? null : readAddress(team.address);
  if (address === null || team.login === undefined) {
    return failure('settings-invalid', { field: 'team.address', problem: 'wrong-form' });
  }
  const trust = trustOf(team.encryption, network.certificateAuthorities);
  if (!trust.ok) return trust;
  const password = await ports.secrets.read(teamAccount);
  if (!password.ok) return password;
  if (password.value === null) {
    return failure('team-refused', { address: databaseName(address), problem: 'no-team-password' });
  }
  return success({ ...address, user: team.login, password: password.value, trust: trust.value });
}

/** The authorities that certificates of databases are checked by; null where nothing is encrypted on purpose. */
export function trustOf(
  encryption: Settings['team']['encryption'],
  file: string | undefined,
): Outcome<Access['trust']> {
  return encryption === 'none' ? success(null) : createTrust(file, process.env);
}

/** Makes the team that the settings name: none, or a database that is asked when something is to be known. */
export function createTeam(parts: TeamParts): Team {
  const { settings, ports } = parts;
  const { team, station } = settings;
  if (team.address === undefined || team.login === undefined) return alone;
  const { clock, log } = ports;
  const line = createLine(async () => {
    const access = await accessOf(parts);
    // Whatever keeps it from being asked passes: files wait, or go on alone.
    return access.ok ? access : { ok: false, fault: { ...access.fault, retry: 'later' } };
  }, clock);
  const at = quoted(team.schema);
  const contents = createContents(line, team.schema, station.id);
  const gathered = <Question extends TeamContent, Answer>(
    askAll: (all: readonly Question[]) => Promise<readonly Outcome<Answer>[]>,
  ): ((question: Question) => Promise<Outcome<Answer>>) => createGathering(maxAtOnce, keyOf, askAll, unusable);
  const ask = gathered(contents.ask);
  const begin = gathered(contents.begin);
  const notSent = gathered(async (all: Parameters<typeof contents.notSent>[0]) => {
    const done = await contents.notSent(all);
    return all.map(() => done);
  });
  const leaseSql = `UPDATE ${at}.stations SET lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond', name = $3
    WHERE id = $1 AND left_at IS NULL RETURNING id`;
  let stopNext: () => void = () => undefined;
  let stopped = false;
  let told = '';

  async function renew(): Promise<void> {
    const answer = await line.run(z.array(z.unknown()), leaseSql, [station.id, team.leaseMs, station.name]);
    const how = !answer.ok ? answer.fault.code : answer.value.length === 0 ? 'not-a-member' : 'present';
    if (how !== told) log.info('team-lease', { how, cause: answer.ok ? null : (answer.fault.cause ?? null) });
    told = how;
    if (!stopped) stopNext = clock.after(team.leaseMs / tellsPerLease, () => void renew(), { unref: true });
  }

  async function tell(news: readonly TeamNews[]): Promise<Outcome<readonly (Elsewhere | null)[]>> {
    const released = news.filter((each) => each.kind === 'released');
    if (released.length > 0) {
      const done = await contents.release(released);
      if (!done.ok) return done;
    }
    // The last word about a content counts: a statement takes each once.
    const sent = [...new Map(news.flatMap((each) => (each.kind === 'sent' ? [[keyOf(each), each]] : []))).values()];
    const others = sent.length === 0 ? success(new Map<string, Elsewhere>()) : await contents.sent(sent);
    if (!others.ok) return others;
    return success(news.map((each) => (each.kind === 'sent' ? (others.value.get(keyOf(each)) ?? null) : null)));
  }

  return {
    isShared: true,
    ...{ ask, begin, notSent, tell },
    async stations() {
      const rows = await line.run(
        stationsSchema,
        `SELECT id, name, round(extract(epoch FROM joined_at) * 1000)::float8 AS joined_at,
          left_at IS NULL AND lease_until >= clock_timestamp() AS present, left_at IS NOT NULL AS has_left
        FROM ${at}.stations ORDER BY name, id`,
        [],
      );
      if (!rows.ok) return rows;
      return success(
        rows.value.map(({ joined_at: joinedAt, has_left: left, ...each }) => ({ ...each, joinedAt, left })),
      );
    },
    start: () => void renew(),
    async stop() {
      stopped = true;
      stopNext();
      await line.close();
    },
  };
}
