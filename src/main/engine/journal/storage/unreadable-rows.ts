import type { Database } from './database.ts';

/** Keeps a row that can't be read, or written, as it is, for a person to look at. */
export function keepRaw(
  database: Database,
  table: string,
  key: string,
  row: Readonly<Record<string, unknown>>,
  at: number,
): void {
  database.run(
    'INSERT INTO unreadable_rows (found_at, table_name, row_key, raw) VALUES (?, ?, ?, ?)',
    at,
    table,
    key,
    JSON.stringify(row),
  );
}
