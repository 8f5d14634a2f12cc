import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import { createBulkInsert } from './bulk-insert.ts';

/** Rows kept of one table at most, besides those that wait: several times what is on its way at once. */
const maxEntries = 4_096;

/** Rows of one table that the writer has just read or written, by id. The writer is the only one who changes the file. */
export interface HotTable {
  /** The columns that decide about changes; undefined: no such row. */
  get(id: string): RawRow | undefined;
  /** A new row with all its columns, inserted at the next `write`. The row is the table's from now on. */
  add(id: string, row: Record<string, SqlValue>): void;
  /** Changes a row at the next `write`. */
  set(id: string, columns: Readonly<Record<string, SqlValue>>): void;
  /** Whether this row waits for the next `write`; `new`: the file does not have it yet. */
  waits(id: string): 'new' | 'changed' | null;
  /** Whether a waiting row has or had this value in the column that is searched. */
  waitsWith(value: string): boolean;
  /** Writes what waits: one row each, however often it was changed. */
  write(): void;
  /** After an undo: nothing is known, nothing waits. */
  forget(): void;
}

/** How a table is kept. */
interface TableRule {
  readonly name: string;
  /** Finds a row to be updated. */
  readonly key: 'id' | 'number';
  /** Those that decide about changes, read from the file. */
  readonly columns: readonly string[];
  /** A column by which the file is searched. */
  readonly searched?: string;
}

interface Entry {
  readonly row: Record<string, unknown>;
  /** The same object as `row` while the file doesn't have it. */
  added: Readonly<Record<string, SqlValue>> | null;
  changed: Record<string, SqlValue> | null;
}

/** Makes the memory of one table. */
export function createHotTable(database: Database, { name, key, columns, searched }: TableRule): HotTable {
  const select = `SELECT ${columns.join(', ')} FROM ${name} WHERE id = ?`;
  const tableColumns = database.all('SELECT name, "notnull" AS needed FROM pragma_table_info(?)', name);
  const all = tableColumns.map((column) => String(column['name']));
  const needed = tableColumns.filter((column) => column['needed'] === 1).map((column) => String(column['name']));
  const insert = createBulkInsert(database, name, all);
  const updates = new Map<string, string>();
  const entries = new Map<string, Entry>();
  let waiting: { readonly id: string; readonly entry: Entry }[] = [];
  const searchedWaiting = new Set<string>();

  function entryOf(id: string): Entry | undefined {
    const known = entries.get(id);
    if (known !== undefined) return known;
    const row = database.get(select, id);
    if (row === undefined) return undefined;
    const entry: Entry = { row: { ...row }, added: null, changed: null };
    entries.set(id, entry);
    return entry;
  }

  function noteSearched(row: RawRow): void {
    const value = searched === undefined ? null : row[searched];
    if (typeof value === 'string') searchedWaiting.add(value);
  }

  function update(id: string, entry: Entry, values: Readonly<Record<string, SqlValue>>): void {
    const assigned = Object.keys(values).join(' = ?, ');
    const sql = updates.get(assigned) ?? `UPDATE ${name} SET ${assigned} = ? WHERE ${key} = ?`;
    updates.set(assigned, sql);
    const numbered = entry.row[key];
    database.run(sql, ...Object.values(values), typeof numbered === 'number' ? numbered : id);
  }

  return {
    get: (id) => entryOf(id)?.row,
    add(id, row) {
      for (const column of needed) {
        if (row[column] === null || row[column] === undefined) throw new Error(`${name}.${column} is missing`);
      }
      const entry: Entry = { row, added: row, changed: null };
      entries.set(id, entry);
      waiting.push({ id, entry });
      noteSearched(row);
    },
    set(id, values) {
      const entry = entryOf(id);
      if (entry === undefined) throw new Error(`${name} has no such row`);
      noteSearched(entry.row);
      Object.assign(entry.row, values);
      noteSearched(entry.row);
      if (entry.added !== null) return;
      if (entry.changed === null) {
        entry.changed = { ...values };
        waiting.push({ id, entry });
      } else Object.assign(entry.changed, values);
    },
    waits(id) {
      const entry = entries.get(id);
      if (entry === undefined) return null;
      if (entry.added !== null) return 'new';
      return entry.changed === null ? null : 'changed';
    },
    waitsWith: (value) => searchedWaiting.has(value),
    write() {
      if (waiting.length > 0) {
        const values: SqlValue[] = [];
        for (const { entry } of waiting) {
          if (entry.added === null) continue;
          for (const column of all) values.push(entry.added[column] ?? null);
        }
        insert(values);
        for (const { id, entry } of waiting) {
          if (entry.changed !== null) update(id, entry, entry.changed);
          entry.added = null;
          entry.changed = null;
        }
        waiting = [];
        searchedWaiting.clear();
      }
      if (entries.size > maxEntries) entries.clear();
    },
    forget() {
      entries.clear();
      waiting = [];
      searchedWaiting.clear();
    },
  };
}
