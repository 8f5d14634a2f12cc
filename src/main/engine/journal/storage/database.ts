import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import type { StatementSyncInstance } from '@photostructure/sqlite';
import { patientlySync } from '../../platform/disk/patient-files.ts';
import { findable, folded, sortable } from '../reading/search-text.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** What SQLite takes and gives here. Booleans are stored as 0 and 1. */
export type SqlValue = string | number | null;

/** Row as it comes from the disk: nothing is promised about its columns. */
export type RawRow = Readonly<Record<string, unknown>>;

/**
 * One connection to a SQLite file. Statements are prepared once and kept; `undefined` is never bound (SQLite refuses it).
 * Throws {@link SqliteFailure}-shaped errors of the library; see `failureOf`.
 */
export interface Database {
  readonly path: string;
  /** Runs statements without parameters; several may stand in one text. */
  exec(sql: string): void;
  /** Runs one statement and returns how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  /** The first row, or undefined. */
  get(sql: string, ...values: readonly SqlValue[]): RawRow | undefined;
  all(sql: string, ...values: readonly SqlValue[]): readonly RawRow[];
  /** Rows one after the other, for those who stop early or who expect a bad row. The statement is not kept. */
  each(sql: string, ...values: readonly SqlValue[]): IterableIterator<RawRow>;
  inTransaction(): boolean;
  /** Ends the statements and closes the file. */
  close(): void;
}

/** How a database file is opened. */
export interface OpenOptions {
  readonly readOnly?: boolean;
  /** How long to wait for a lock, in ms. */
  readonly busyMs?: number;
}

function isRow(value: unknown): value is RawRow {
  return typeof value === 'object' && value !== null;
}

/** The files hold names, titles and external data of documents: for this account alone, as are what SQLite puts beside them. */
function forThisAccount(path: string): void {
  closeSync(patientlySync(() => openSync(path, 'a', 0o600)));
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
}

/** Opens a SQLite file without setting anything on it, and makes it where it is missing; throws when it can't be opened. */
export function openDatabase(path: string, options: OpenOptions = {}): Database {
  if (options.readOnly !== true) forThisAccount(path);
  const connection = new DatabaseSync(path, {
    readOnly: options.readOnly ?? false,
    timeout: options.busyMs ?? 10_000,
    enableForeignKeyConstraints: true,
  });
  // SQLite's own lower() knows the letters of English only.
  connection.function('folded', { deterministic: true }, (value: unknown) =>
    typeof value === 'string' ? folded(value) : null,
  );
  connection.function('sortable', { deterministic: true }, (value: unknown) =>
    typeof value === 'string' ? sortable(value) : null,
  );
  connection.function('findable', { deterministic: true, varargs: true }, (...parts: readonly unknown[]) =>
    findable(...parts.filter((part) => typeof part === 'string')),
  );
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    path,
    exec: (sql) => connection.exec(sql),
    run: (sql, ...values) => prepared(sql).run(...values).changes,
    get(sql, ...values) {
      const row: unknown = prepared(sql).get(...values);
      return isRow(row) ? row : undefined;
    },
    all(sql, ...values) {
      const rows: readonly unknown[] = prepared(sql).all(...values);
      return rows.filter(isRow);
    },
    each: (sql, ...values) => eachRow(connection.prepare(sql), values),
    inTransaction: () => connection.isTransaction,
    close() {
      statements.clear();
      connection.close();
    },
  };
}

function* eachRow(statement: StatementSyncInstance, values: readonly SqlValue[]): IterableIterator<RawRow> {
  for (const row of statement.iterate(...values)) {
    const candidate: unknown = row;
    if (isRow(candidate)) yield candidate;
  }
}

/** Settings of every writing connection. A reopened WAL database comes up with synchronous NORMAL, hence on every open. */
export function setUpWriting(database: Database): void {
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON; ' +
      'PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864',
  );
}

/** What kind of failure SQLite reports, by its primary result code (sqlite.org/rescode.html). */
export type SqliteFailure = 'full' | 'disk' | 'damaged' | 'busy' | 'other';

/**
 * Sorts an exception of the SQLite library; null where it is none of SQLite's. Not all of the library's errors carry the
 * result code: the message, which is SQLite's own text for the code, tells then.
 */
export function failureOf(error: unknown): SqliteFailure | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') return failures.get(error.errcode & 0xff) ?? 'other';
  if (codeOf(error) !== 'ERR_SQLITE_ERROR') return null;
  return messages.find(([part]) => error.message.includes(part))?.[1] ?? 'other';
}

const failures: ReadonlyMap<number, SqliteFailure> = new Map<number, SqliteFailure>([
  [3, 'disk'], // PERM
  [5, 'busy'], // BUSY
  [6, 'busy'], // LOCKED
  [8, 'disk'], // READONLY
  [10, 'disk'], // IOERR
  [11, 'damaged'], // CORRUPT
  [13, 'full'], // FULL
  [14, 'disk'], // CANTOPEN
  [26, 'damaged'], // NOTADB
]);

const messages: readonly (readonly [string, SqliteFailure])[] = [
  ['database or disk is full', 'full'],
  ['disk I/O error', 'disk'],
  ['readonly database', 'disk'],
  ['unable to open database', 'disk'],
  ['malformed', 'damaged'],
  ['not a database', 'damaged'],
  ['is locked', 'busy'],
];
