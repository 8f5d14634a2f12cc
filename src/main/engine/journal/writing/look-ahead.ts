import type { Database } from '../storage/database.ts';
import { createRules } from '../storage/rules.ts';
import { createBatchTables, isOfTheWholeBatch } from './batch-tables.ts';
import { lastWaiting } from './waiting-batches.ts';

/**
 * Looks at the tables as they will be once the batches that wait are in them; nothing stays written. For who must not write, and
 * for a disk that takes nothing.
 */
export function lookAhead<T>(database: Database, look: () => T): T {
  const within = (isolated: boolean): T => {
    database.run('BEGIN IMMEDIATE');
    try {
      const revision = lastWaiting(database);
      if (revision !== null) {
        const tables = createBatchTables(database, createRules(database));
        tables.applyWaiting(isolated);
        tables.write(revision);
      }
      return look();
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
