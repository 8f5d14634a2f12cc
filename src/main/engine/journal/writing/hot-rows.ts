import type { Database, RawRow, SqlValue } from '../storage/database.ts';

/** Rows kept of one table at most: several times what is on its way at once. */
const most = 4_096;

/** Rows of one table that the writer has just read or written, by id. The writer is the only one who changes the file. */
export interface HotTable {
  /** The columns that decide about changes; undefined: no such row. */
  get(id: string): RawRow | undefined;
  /** A row that was just inserted, and is known whole. */
  remember(id: string, row: RawRow): void;
  /** A new row, inserted at the next `write`. */
  add(id: string, row: Readonly<Record<string, SqlValue>>): void;
  /** Changes a row at the next `write`. */
  set(id: string, columns: Readonly<Record<string, SqlValue>>): void;
  /** Writes what waits: one statement a row, however often it was changed. */
  write(): void;
  /** After an undo: nothing is known, nothing waits. */
  forget(): void;
}

/** What is kept of items and jobs between the changes that move them on. */
export interface HotRows {
  readonly items: HotTable;
  readonly jobs: HotTable;
  /** Before anything looks at the tables themselves, and at the end of each list. */
  write(): void;
  forget(): void;
}

/** How a table is kept: `key` finds a row to be updated, `columns` are those that decide about changes. */
interface TableRule {
  readonly name: string;
  readonly key: 'id' | 'number';
  readonly columns: readonly string[];
}

/** Makes the memory of one table. */
function createHotTable(database: Database, { name, key, columns }: TableRule): HotTable {
  const select = `SELECT ${columns.join(', ')} FROM ${name} WHERE id = ?`;
  let insert: string | null = null;
  const rows = new Map<string, Record<string, unknown>>();
  const added = new Map<string, Record<string, SqlValue>>();
  const changed = new Map<string, Record<string, SqlValue>>();

  function get(id: string): RawRow | undefined {
    const known = rows.get(id);
    if (known !== undefined) return known;
    const row = database.get(select, id);
    if (row === undefined) return undefined;
    const kept = { ...row };
    rows.set(id, kept);
    return kept;
  }

  function keyOf(id: string): SqlValue {
    const value = rows.get(id)?.[key];
    return typeof value === 'number' ? value : id;
  }

  return {
    get,
    remember: (id, row) => void rows.set(id, { ...row }),
    add(id, row) {
      added.set(id, { ...row });
      rows.set(id, { ...row });
    },
    set(id, values) {
      const row = rows.get(id);
      if (row !== undefined) Object.assign(row, values);
      const waiting = added.get(id) ?? changed.get(id);
      if (waiting === undefined) changed.set(id, { ...values });
      else Object.assign(waiting, values);
    },
    write() {
      for (const row of added.values()) {
        // Rows that are added whole always have the same columns.
        insert ??= insertOf(name, Object.keys(row));
        database.run(insert, ...Object.values(row));
      }
      added.clear();
      for (const [id, values] of changed) {
        const assigned = Object.keys(values).join(' = ?, ');
        const value = keyOf(id);
        const column = typeof value === 'number' ? key : 'id';
        database.run(`UPDATE ${name} SET ${assigned} = ? WHERE ${column} = ?`, ...Object.values(values), value);
      }
      changed.clear();
      if (rows.size > most) rows.clear();
    },
    forget() {
      rows.clear();
      added.clear();
      changed.clear();
    },
  };
}

function insertOf(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Makes the memory of a writer. */
export function createHotRows(database: Database): HotRows {
  const items = createHotTable(database, {
    name: 'items',
    key: 'number',
    columns: [
      'number',
      'source_id',
      'connection_id',
      'project_id',
      'name',
      'stage',
      'sha256',
      'accepted_at',
      'resume_stage',
      'file_id',
    ],
  });
  const jobs = createHotTable(database, {
    name: 'jobs',
    key: 'id',
    columns: ['kind', 'subject_id', 'state', 'due_at', 'attempts', 'tries', 'lease_owner', 'started_at'],
  });
  return {
    items,
    jobs,
    write() {
      items.write();
      jobs.write();
    },
    forget() {
      items.forget();
      jobs.forget();
    },
  };
}
