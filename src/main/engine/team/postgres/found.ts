import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { z } from 'zod';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { loginOf } from './address.ts';
import { withConnection, type Access } from './connection.ts';
import { migrations, quoted, rolesOf } from './schema.ts';

const iterations = 4_096;

/** What PostgreSQL keeps of a password (RFC 5802), made here, so that the password itself is in no statement and no log of the server. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (key: string): Buffer => createHmac('sha256', salted).update(key).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const rest = `${storedKey}:${hmac('Server Key').toString('base64')}`;
  return `SCRAM-SHA-256$${String(iterations)}:${salt.toString('base64')}$${rest}`;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** One at a time, in one transaction: two administrators at once wait for each other. */
async function inTurn<T>(client: Client, schema: string, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`mailroom team ${schema}`]);
    const done = await act();
    await client.query(done.ok ? 'COMMIT' : 'ROLLBACK');
    return done;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The form of the schema: how many migrations it has had; null: there is no team. */
async function formOf(client: Client, schema: string): Promise<number | null> {
  const found = await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [`${quoted(schema)}.form`]);
  const [first] = z.array(z.object({ there: z.boolean() })).parse(found.rows);
  if (first?.there !== true) return null;
  const forms = await client.query(`SELECT count(*)::int AS form FROM ${quoted(schema)}.form`);
  return z.array(z.object({ form: z.number() })).parse(forms.rows)[0]?.form ?? 0;
}

/**
 * Makes schema and roles of a team, or brings those of an earlier Mailroom up to date; answers how many migrations that took. `owner` = who
 * may make roles there, whose credentials are not kept. Faults: `team-unreachable`, `team-refused`.
 */
export function createTeamSchema(owner: Access, schema: string): Promise<Outcome<{ readonly migrated: number }>> {
  return withConnection(owner, (client) =>
    inTurn(client, schema, async () => {
      const form = await formOf(client, schema);
      if (form !== null && form > migrations.length) return failure('team-refused', { problem: 'newer-team' });
      if (form === null) {
        for (const role of Object.values(rolesOf(schema))) {
          const there = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
          if (there.rowCount === 0) await client.query(`CREATE ROLE ${quoted(role)} NOLOGIN`);
        }
        await client.query(`GRANT ${quoted(rolesOf(schema).owner)} TO CURRENT_USER`);
        await client.query(`CREATE SCHEMA ${quoted(schema)} AUTHORIZATION ${quoted(rolesOf(schema).owner)}`);
      }
      await client.query(`SET LOCAL ROLE ${quoted(rolesOf(schema).owner)}`);
      if (form === null) {
        await client.query(
          `CREATE TABLE ${quoted(schema)}.form (number int PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
        );
      }
      for (const [index, sql] of migrations.entries()) {
        if (index < (form ?? 0)) continue;
        await client.query(sql(schema));
        await client.query(`INSERT INTO ${quoted(schema)}.form (number) VALUES ($1)`, [index + 1]);
      }
      return success({ migrated: migrations.length - (form ?? 0) });
    }),
  );
}

/**
 * Registers a station: makes its own login there, with a password that nobody sees, and answers both. Joining again gives it a
 * new password. Faults as for {@link createTeamSchema}.
 */
export function joinTeam(
  owner: Access,
  schema: string,
  station: { readonly id: string; readonly name: string },
): Promise<Outcome<{ readonly login: string; readonly password: string }>> {
  return withConnection(owner, (client) =>
    inTurn(client, schema, async () => {
      const form = await formOf(client, schema);
      if (form === null || form < migrations.length) return failure('team-refused', { problem: 'no-team-there' });
      if (form > migrations.length) return failure('team-refused', { problem: 'newer-team' });
      const login = loginOf(schema, station.id);
      const password = randomBytes(32).toString('base64url');
      const there = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [login]);
      // Neither takes parameters: the name is quoted, the verifier is base64.
      await client.query(
        `${there.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${quoted(login)} LOGIN PASSWORD ${literal(scramVerifier(password))}`,
      );
      await client.query(`GRANT ${quoted(rolesOf(schema).station)} TO ${quoted(login)}`);
      await client.query(`SET LOCAL ROLE ${quoted(rolesOf(schema).owner)}`);
      await client.query(
        `INSERT INTO ${quoted(schema)}.stations (id, name, login) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, login = excluded.login, left_at = NULL`,
        [station.id, station.name, login],
      );
      return success({ login, password });
    }),
  );
}

/** Takes a station out by its own login: what it claimed and did not begin to send goes to others at once, and its password opens nothing any more. */
export function leaveTeam(access: Access, schema: string): Promise<Outcome<void>> {
  return withConnection(access, async (client) => {
    await client.query('BEGIN');
    await client.query(
      `UPDATE ${quoted(schema)}.stations SET left_at = clock_timestamp(), lease_until = clock_timestamp() WHERE login = session_user`,
    );
    await client.query('ALTER ROLE CURRENT_USER PASSWORD NULL');
    await client.query('COMMIT');
    return success(undefined);
  });
}
