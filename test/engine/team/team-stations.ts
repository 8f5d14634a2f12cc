import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { settingsSchema, type HotFolder, type Settings } from '../../../src/shared/settings.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import type { Ports } from '../../../src/main/engine/platform/ports.ts';
import { teamAccount } from '../../../src/main/engine/team/postgres/address.ts';
import { withConnection } from '../../../src/main/engine/team/postgres/connection.ts';
import { createTeamSchema, joinTeam } from '../../../src/main/engine/team/postgres/found.ts';
import { quoted } from '../../../src/main/engine/team/postgres/schema.ts';
import { createTestStation, type TestEngine, type TestStation } from '../../support/engine.ts';
import type { TestPostgres } from '../../support/postgres.ts';

/** A schema of a team's own in a cluster. */
export async function newTeam(postgres: TestPostgres): Promise<string> {
  const schema = `t${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const made = await createTeamSchema(postgres.owner, schema);
  expect(made).toEqual({ ok: true, value: { migrated: 1 } });
  return schema;
}

/** Runs a statement as who owns the database; `{at}` = the schema. */
export async function asOwner(
  postgres: TestPostgres,
  schema: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly unknown[]> {
  const done = await withConnection(postgres.owner, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(sql.replaceAll('{at}', quoted(schema)), [...values]);
    return success(rows);
  });
  if (!done.ok) throw new Error(done.fault.cause ?? done.fault.code);
  return done.value;
}

/** What a station that joined has: its settings and what the keychain answers. */
export interface Membership {
  readonly team: Settings['team'];
  readonly password: string;
}

/** Joins a station; `address` where it reaches the database by another way. */
export async function membershipOf(
  postgres: TestPostgres,
  schema: string,
  id: string,
  fields: Partial<Settings['team']> = {},
): Promise<Membership> {
  const joined = await joinTeam(postgres.owner, schema, { id, name: id });
  if (!joined.ok) throw new Error(joined.fault.code);
  const { login, password } = joined.value;
  const given = { address: postgres.address, login, schema, encryption: 'none' as const, ...fields };
  return { team: settingsSchema.shape.team.parse(given), password };
}

/** A station of a team with a folder of its own. */
export interface TeamStation {
  readonly station: TestStation;
  readonly folder: string;
  readonly membership: Membership;
  put(name: string, bytes: Uint8Array): Promise<void>;
  start(overrides?: Partial<Ports>): Promise<TestEngine>;
  watch(engine: TestEngine, rule?: Partial<HotFolder['rule']>): Promise<void>;
}

/** Some stations of one team at one practice service. */
export async function teamOf(
  postgres: TestPostgres,
  names: readonly string[],
  fields: (name: string) => Partial<Settings['team']> = () => ({}),
): Promise<readonly TeamStation[]> {
  const schema = await newTeam(postgres);
  const first = await createTestStation();
  return Promise.all(
    names.map(async (name) => {
      const station = first.beside(name);
      const folder = join(first.root, `inbox-${name}`);
      await mkdir(folder);
      const membership = await membershipOf(postgres, schema, name, fields(name));
      return {
        ...{ station, folder, membership },
        put: (file: string, bytes: Uint8Array) => writeFile(join(folder, file), bytes),
        start: (overrides: Partial<Ports> = {}) =>
          station.start(
            { team: membership.team },
            {
              secrets: {
                read: (id) =>
                  Promise.resolve({ ok: true, value: id === teamAccount ? membership.password : station.secret }),
                write: () => Promise.resolve({ ok: true, value: undefined }),
                remove: () => Promise.resolve({ ok: true, value: undefined }),
              },
              ...overrides,
            },
          ),
        watch: (engine: TestEngine, rule: Partial<HotFolder['rule']> = {}) =>
          engine.watch(station.hotFolder(rule, { folder })),
      };
    }),
  );
}
