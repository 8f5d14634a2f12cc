import type { Database, SqlValue } from '../storage/database.ts';

/** Rows of one statement, largest first: a statement costs as much as some ten values. */
const rowsAtOnce = [16, 4, 1] as const;

/** Makes a writer of many rows at once. `values` holds them one after the other; `tail` may say what to do on a conflict. */
export function createBulkInsert(
  database: Database,
  table: string,
  columns: readonly string[],
  tail = '',
): (values: readonly SqlValue[]) => void {
  const places = `(${columns.map(() => '?').join(', ')})`;
  const steps = rowsAtOnce.map((rows) => ({
    size: rows * columns.length,
    sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => places).join(', ')} ${tail}`,
  }));
  return (values) => {
    let start = 0;
    for (const { size, sql } of steps) {
      for (; start + size <= values.length; start += size) database.run(sql, ...values.slice(start, start + size));
    }
  };
}
