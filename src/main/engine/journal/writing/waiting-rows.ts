import type { Database, SqlValue } from '../storage/database.ts';
import { createBulkInsert } from './bulk-insert.ts';

/** New rows of a table that no change depends on. The next `write` inserts them. */
export interface WaitingRows {
  /** The values in the order of the table's columns. Throws if one is missing: SQLite would notice only at the next `write`. */
  add(values: readonly SqlValue[]): void;
  /** Whether a row that waits has these key values. */
  waits(key: readonly SqlValue[]): boolean;
  write(): void;
  forget(): void;
}

/** What is needed of a table; the key's columns come first. `optional` may be null. */
interface WaitingTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly optional: readonly string[];
  readonly keyColumns?: number;
  readonly onConflict?: string;
}

/** Makes the waiting room of one table. */
export function createWaitingRows(database: Database, table: WaitingTable): WaitingRows {
  const { name, columns, optional, keyColumns = 0, onConflict = '' } = table;
  const insert = createBulkInsert(database, name, columns, onConflict);
  const isOptional = columns.map((column) => optional.includes(column));
  let waiting: SqlValue[] = [];
  const keys = new Set<string>();
  return {
    add(values) {
      values.forEach((value, index) => {
        if (value === null && isOptional[index] !== true)
          throw new Error(`${name}.${String(columns[index])} is missing`);
        waiting.push(value);
      });
      if (keyColumns > 0) keys.add(values.slice(0, keyColumns).join('\n'));
    },
    waits: (key) => keys.has(key.join('\n')),
    write() {
      if (waiting.length === 0) return;
      insert(waiting);
      waiting = [];
      keys.clear();
    },
    forget() {
      waiting = [];
      keys.clear();
    },
  };
}
