import type { SecureContext } from 'node:tls';
import type { Client } from 'pg';
import type { z } from 'zod';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { fault, success } from '../../faults/fault.ts';
import { codeOf } from '../../platform/disk/errno.ts';
import type { Clock } from '../../platform/ports.ts';
import { createTurn } from '../../platform/serial.ts';
import { databaseName, type TeamAddress } from './address.ts';

/** How a database is reached. `trust`: the authorities its certificate is checked by; null = nothing is encrypted. */
export interface Access extends TeamAddress {
  readonly user: string;
  readonly password: string;
  readonly trust: SecureContext | null;
}

/** One statement may take so long (ms): the server ends it then, and we stop waiting a little later. */
const statementMs = 5_000;
const waitMs = 8_000;

/** What is wrong where the database answers and refuses; the words for each are in faults/value-words.ts. */
const problems: Readonly<Record<string, string>> = {
  '28P01': 'login-refused',
  '28000': 'login-refused',
  '3D000': 'no-database',
  '3F000': 'no-team-there',
  '42P01': 'no-team-there',
  '42501': 'not-allowed-there',
  '42883': 'no-team-there',
};

/** Errors of TLS carry the name of what is wrong. */
const isCertificate = (code: string): boolean => /CERT|SIGNATURE|ERR_TLS|ISSUER/u.test(code);

/** What an error of the library means: refused by the server, or not reached. The cause is its code, never its words, which may hold values. */
function teamFault(error: unknown, reached: TeamAddress): Fault {
  const address = databaseName(reached);
  const code = codeOf(error);
  const words = error instanceof Error ? error.message : '';
  const problem = isCertificate(code)
    ? 'certificate-not-trusted'
    : /does not support SSL/u.test(words)
      ? 'not-encrypted-there'
      : problems[code];
  if (problem !== undefined) return fault('team-refused', { address, problem }, code === '' ? problem : code);
  return fault('team-unreachable', { address }, code === '' ? 'no answer' : code);
}

/** What must not happen stops nobody: the team is asked again later. */
export function unusable(error: unknown): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: fault('team-refused', {}, error instanceof Error ? error.name : 'unknown') };
}

/** Opens a connection. The library is loaded here and nowhere else: who works alone never has it. */
export async function connect(access: Access): Promise<Client> {
  const { host, port, database, user, password, trust } = access;
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    ...{ host, port, database, user, password },
    ssl: trust === null ? false : { secureContext: trust, rejectUnauthorized: true },
    application_name: 'mailroom',
    connectionTimeoutMillis: statementMs,
    statement_timeout: statementMs,
    lock_timeout: statementMs,
    query_timeout: waitMs,
    idle_in_transaction_session_timeout: waitMs,
    keepAlive: true,
  });
  // A connection that is cut while nothing is asked: the next question finds out.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Does something with a connection of its own, for acts of an owner. */
export async function withConnection<T>(
  access: Access,
  act: (client: Client) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let client: Client | null = null;
  try {
    client = await connect(access);
    return await act(client);
  } catch (error) {
    return { ok: false, fault: teamFault(error, access) };
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** One statement after the other over a connection that is opened when it is needed, and again after it was lost. */
export interface Line {
  /** The rows, as the schema has them; others are no team's: `team-refused`. */
  run<Row>(rows: z.ZodType<readonly Row[]>, sql: string, values: readonly unknown[]): Promise<Outcome<readonly Row[]>>;
  close(): Promise<void>;
}

/** After a failure nobody is asked for so long (ms): a thousand files that wait would each wait for the same silence. */
const firstPauseMs = 250;
const maxPauseMs = 5_000;

/** Makes a line; `access` is asked at each new connection, so that a new password is used. */
export function createLine(
  access: () => Promise<Outcome<Access>>,
  { monotonic, after }: Pick<Clock, 'monotonic' | 'after'>,
): Line {
  let client: Client | null = null;
  let failed: { readonly fault: Fault; readonly until: number; readonly pause: number } | null = null;
  const inTurn = createTurn();
  let asking: Promise<Outcome<Access>> | null = null;

  /** A keychain is another's program: one that asks a person is not waited for, nor asked twice. */
  async function found(): Promise<Outcome<Access>> {
    asking ??= access().finally(() => (asking = null));
    let stop = (): void => undefined;
    const silence = new Promise<Outcome<Access>>((resolve) => {
      stop = after(waitMs, () => resolve({ ok: false, fault: fault('keychain-locked', {}, 'no answer') }), {
        unref: true,
      });
    });
    return Promise.race([asking, silence]).finally(stop);
  }

  async function drop(): Promise<void> {
    const lost = client;
    client = null;
    await lost?.end().catch(() => undefined);
  }

  function wrong(reason: Fault): { readonly ok: false; readonly fault: Fault } {
    const pause = Math.min(maxPauseMs, failed === null ? firstPauseMs : failed.pause * 2);
    failed = { fault: reason, until: monotonic() + pause, pause };
    return { ok: false, fault: reason };
  }

  async function open(): Promise<Outcome<Client>> {
    if (client !== null) return success(client);
    const given = await found();
    if (!given.ok) return given;
    try {
      const opened = await connect(given.value);
      opened.once('end', () => {
        if (client === opened) client = null;
      });
      client = opened;
      return success(opened);
    } catch (error) {
      return { ok: false, fault: teamFault(error, given.value) };
    }
  }

  async function now<Row>(
    rows: z.ZodType<readonly Row[]>,
    sql: string,
    values: readonly unknown[],
  ): Promise<Outcome<readonly Row[]>> {
    if (failed !== null && monotonic() < failed.until) return { ok: false, fault: failed.fault };
    const opened = await open();
    if (!opened.ok) return wrong(opened.fault);
    const { host, port, database = '' } = opened.value;
    try {
      const answer = rows.safeParse((await opened.value.query(sql, [...values])).rows);
      if (!answer.success) return wrong(fault('team-refused', { problem: 'no-team-there' }, answer.error.message));
      failed = null;
      return success(answer.data);
    } catch (error) {
      // Whether it was done is not known; all that is asked here can be asked again.
      await drop();
      return wrong(teamFault(error, { host, port, database }));
    }
  }

  return {
    run(rows, sql, values) {
      // Whatever is thrown, by a keychain say, is an answer, too: what comes after it gets its turn.
      return inTurn(() => now(rows, sql, values).catch((error: unknown) => wrong(unusable(error).fault)));
    },
    close: () => inTurn(drop),
  };
}
