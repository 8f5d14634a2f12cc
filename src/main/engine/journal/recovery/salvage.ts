import { failureOf, openDatabase } from '../storage/database.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import { createCustodyChain } from '../storage/custody-chain.ts';
import { keepRaw } from '../storage/unreadable-rows.ts';
import { recountAllOpenItems } from '../writing/open-items.ts';
import { recount } from '../writing/stage-counts.ts';
import { noteLostBatch } from '../writing/waiting-batches.ts';
import { restoreLostItems } from './lost-items.ts';
import { readableRows } from './readable-rows.ts';

/** Rows written by one transaction. */
const rowsAtOnce = 5_000;

interface Table {
  readonly name: string;
  readonly key: readonly string[];
}

/** Tables in the order in which they are brought over, with their keys. Counts and the search index are made anew. */
const tables: readonly Table[] = [
  { name: 'rules', key: ['id'] },
  { name: 'items', key: ['number'] },
  { name: 'jobs', key: ['id'] },
  { name: 'attempts', key: ['job_id', 'number'] },
  { name: 'uploaded_files', key: ['connection_id', 'file_id'] },
  { name: 'submissions', key: ['id'] },
  { name: 'submission_items', key: ['submission_id', 'item_id'] },
  { name: 'open_cases', key: ['number'] },
  { name: 'item_places', key: ['item_id'] },
  { name: 'documents', key: ['id'] },
  { name: 'document_files', key: ['document_id', 'file_id'] },
  { name: 'document_items', key: ['document_id', 'item_id'] },
  { name: 'cases', key: ['id'] },
  { name: 'submission_cases', key: ['submission_id', 'case_id'] },
  { name: 'exports', key: ['id'] },
  { name: 'seen_files', key: ['source_id', 'path'] },
  { name: 'custody', key: ['sequence'] },
  { name: 'cursors', key: ['name'] },
  { name: 'people', key: ['name'] },
  { name: 'pauses', key: ['scope', 'id'] },
  { name: 'unreadable_rows', key: ['number'] },
  { name: 'waiting_batches', key: ['revision'] },
];

/** How many rows were brought over, and how many are known to have been there and could not be read. */
export interface Salvaged {
  readonly rowsKept: number;
  readonly rowsLost: number;
}

/** Why and when a journal is rebuilt. */
export interface SalvageReason {
  readonly setAsidePath: string;
  readonly reason: string;
  readonly now: number;
}

/**
 * Brings every row that can still be read over into a fresh, migrated database. What a row says is not judged here: one that
 * the tables refuse is kept word for word, and an item of which only traces are left comes back held. `isBehind`: whether the
 * journal is an older one, so that what it would send may have been sent.
 */
export function salvage(
  damagedPath: string,
  fresh: Database,
  reason: SalvageReason,
  isBehind: (damaged: Database) => boolean,
): Salvaged {
  const found = { rowsKept: 0, rowsLost: 0 };
  const damaged = openTolerant(damagedPath);
  // Parents may be among the rows that are lost; their children are worth keeping all the same.
  fresh.exec('PRAGMA foreign_keys = OFF');
  if (damaged !== null) {
    try {
      for (const table of tables) {
        const copied = copyTable(damaged, fresh, table, reason.now);
        found.rowsKept += copied.rowsKept;
        found.rowsLost += copied.rowsLost;
      }
      if (isBehind(damaged) || lostBatches(damaged, fresh)) transaction(fresh, () => noteLostBatch(fresh));
    } finally {
      damaged.close();
    }
  }
  transaction(fresh, () => {
    const restored = restoreLostItems(fresh, reason.now);
    // A journal of before they were kept has none.
    fresh.run(`UPDATE items SET sort_key = sortable(name) WHERE sort_key = ''`);
    recount(fresh);
    recountAllOpenItems(fresh);
    fresh.run(
      `INSERT INTO station (name, value) SELECT 'revision', coalesce(max(revision), 0) + 1 FROM items WHERE true
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
    const entry = { at: reason.now, subject: 'station', actor: null } as const;
    createCustodyChain(fresh).append([
      ...restored.map((itemId) => ({
        ...entry,
        subject: 'item' as const,
        subjectId: itemId,
        event: 'held',
        detail: { fault: 'record-unreadable' },
      })),
      {
        ...entry,
        subjectId: 'journal',
        event: 'journal-recovered',
        detail: { setAside: reason.setAsidePath, reason: reason.reason, ...found, itemsRestored: restored.length },
      },
    ]);
  });
  fresh.exec('PRAGMA foreign_keys = ON');
  return found;
}

/** Whether batches that waited did not come over: the tables are behind what was done then. */
function lostBatches(damaged: Database, fresh: Database): boolean {
  const counted = 'SELECT count(*) AS batches FROM waiting_batches';
  try {
    return damaged.get(counted)?.['batches'] !== fresh.get(counted)?.['batches'];
  } catch {
    // It can't be known.
    return true;
  }
}

function openTolerant(path: string): Database | null {
  try {
    const database = openDatabase(path, { readOnly: true });
    try {
      database.all('SELECT name FROM sqlite_master');
      return database;
    } catch {
      database.close();
      return null;
    }
  } catch {
    return null;
  }
}

function copyTable(damaged: Database, fresh: Database, table: Table, now: number): Salvaged {
  const columns = fresh.all(`SELECT name FROM pragma_table_info('${table.name}')`).map((row) => String(row['name']));
  const rows = readableRows(damaged, table.name, table.key);
  let rowsKept = 0;
  let pending: RawRow[] = [];
  const flush = (): void => {
    transaction(fresh, () => {
      for (const row of pending) rowsKept += copyRow(fresh, table, columns, row, now);
    });
    pending = [];
  };
  let step = rows.next();
  while (step.done !== true) {
    pending.push(step.value);
    if (pending.length >= rowsAtOnce) flush();
    step = rows.next();
  }
  flush();
  const isKey = table.key.map((column) => `${column} = ?`).join(' AND ');
  const lost = step.value.filter(
    (key) => fresh.get(`SELECT 1 AS there FROM ${table.name} WHERE ${isKey}`, ...key) === undefined,
  );
  return { rowsKept, rowsLost: lost.length };
}

/** Returns how many rows were added: none for one that came before. */
function copyRow(fresh: Database, table: Table, columns: readonly string[], row: RawRow, now: number): number {
  const known = columns.filter((column) => row[column] !== undefined);
  try {
    return fresh.run(
      `INSERT OR IGNORE INTO ${table.name} (${known.join(', ')}) VALUES (${known.map(() => '?').join(', ')})`,
      ...known.map((column) => sqlValue(row[column])),
    );
  } catch (error) {
    if (failureOf(error) !== 'other') throw error;
    keepRaw(fresh, table.name, table.key.map((column) => String(row[column])).join(' '), row, now);
    return 0;
  }
}

function sqlValue(value: unknown): SqlValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function transaction(database: Database, act: () => void): void {
  database.run('BEGIN IMMEDIATE');
  try {
    act();
    database.run('COMMIT');
  } catch (error) {
    if (database.inTransaction()) database.run('ROLLBACK');
    throw error;
  }
}
