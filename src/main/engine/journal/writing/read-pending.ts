import type { Database } from '../storage/database.ts';
import { createRules } from '../storage/rules.ts';
import { createBatchTables, isOfTheWholeBatch } from './batch-tables.ts';
import { lastWaiting } from './waiting-batches.ts';

/**
 * Reads the tables as they will be once the waiting batches are in them, and writes nothing: for processes that must not write, and
 * for a full disk.
 */
export function readPending<T>(database: Database, read: () => T): T {
  const within = (isolated: boolean): T => {
    database.run('BEGIN IMMEDIATE');
    try {
      const revision = lastWaiting(database);
      if (revision !== null) {
        const tables = createBatchTables(database, createRules(database));
        tables.applyWaiting(isolated);
        tables.write(revision);
      }
      return read();
    } finally {
      if (database.inTransaction()) database.run('ROLLBACK');
    }
  };
  try {
    return within(false);
  } catch (error) {
    if (isOfTheWholeBatch(error)) throw error;
    return within(true);
  }
}
