import type { Database, RawRow, SqlValue } from '../storage/database.ts';

/** Tables whose key is a number that counts up. */
const numberedTables: ReadonlySet<string> = new Set([
  'items',
  'open_cases',
  'custody',
  'rules',
  'unreadable_rows',
  'waiting_batches',
]);
/** How many ids are tried one by one between two readable parts of a table. */
const widestGap = 2_000_000;

/**
 * Every row of a table that can still be read: from the front to the first torn page, from the back to the last one, and
 * what lies between one by one, by number or by the keys that the table's indices still know. Returns the keys that could not
 * be looked up (a row beside a torn page may have come with another pass all the same).
 */
export function* readableRows(
  database: Database,
  table: string,
  key: readonly string[],
): Generator<RawRow, readonly RowKey[], undefined> {
  const front = yield* until(database, `SELECT * FROM ${table} ORDER BY ${key.join(', ')}`, null, key);
  if (front.whole) return [];
  const descending = key.map((column) => `${column} DESC`).join(', ');
  const back = yield* until(database, `SELECT * FROM ${table} ORDER BY ${descending}`, front.last, key);
  if (back.whole && back.met) return [];
  const keys =
    key.length === 1 && numberedTables.has(table)
      ? numbersBetween(front.last, back.last)
      : indexKeys(database, table, key);
  return yield* oneByOne(database, table, key, keys);
}

/** The values of a row's key columns. */
export type RowKey = readonly SqlValue[];

function keyOf(row: RawRow, key: readonly string[]): RowKey {
  return key.map((column) => {
    const value = row[column];
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  });
}

function* until(
  database: Database,
  sql: string,
  end: RowKey | null,
  key: readonly string[],
): Generator<RawRow, { whole: boolean; met: boolean; last: RowKey | null }, undefined> {
  let last: RowKey | null = null;
  const ending = end === null ? null : JSON.stringify(end);
  try {
    for (const row of database.each(sql)) {
      const present = keyOf(row, key);
      if (ending !== null && JSON.stringify(present) === ending) return { whole: true, met: true, last };
      last = present;
      yield row;
    }
    return { whole: true, met: ending === null, last };
  } catch {
    return { whole: false, met: false, last };
  }
}

function* numbersBetween(front: RowKey | null, back: RowKey | null): Generator<RowKey, void, undefined> {
  const from = Number(front?.[0] ?? 0);
  const to = Number(back?.[0] ?? from + 1);
  for (let number = from + 1; number < to && number <= from + widestGap; number += 1) yield [number];
}

/** The keys that the indices of a table still know; an index may be torn too. */
function* indexKeys(database: Database, table: string, key: readonly string[]): Generator<RowKey, void, undefined> {
  const known = new Set<string>();
  for (const name of indexNames(database, table)) {
    try {
      for (const row of database.each(`SELECT ${key.join(', ')} FROM ${table} INDEXED BY "${name}"`)) {
        const present = keyOf(row, key);
        const written = JSON.stringify(present);
        if (known.has(written)) continue;
        known.add(written);
        yield present;
      }
    } catch {
      // A partial or torn index: the others may know more.
    }
  }
}

function indexNames(database: Database, table: string): readonly string[] {
  try {
    return database
      .all("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL", table)
      .map((row) => String(row['name']));
  } catch {
    return [];
  }
}

function* oneByOne(
  database: Database,
  table: string,
  key: readonly string[],
  keys: Iterable<RowKey>,
): Generator<RawRow, readonly RowKey[], undefined> {
  const where = key.map((column) => `${column} = ?`).join(' AND ');
  const lost: RowKey[] = [];
  for (const each of keys) {
    let row: RawRow | undefined;
    try {
      row = database.get(`SELECT * FROM ${table} NOT INDEXED WHERE ${where}`, ...each);
    } catch {
      lost.push(each);
    }
    if (row !== undefined) yield row;
  }
  return lost;
}
