import type { Database } from '../storage/database.ts';
import { first } from './0001-first.ts';

/** All migrations in order; the database's `user_version` says how many it has had. */
export const migrations: readonly string[] = [first];

/** Brings the database to the newest form, one transaction a migration. `newer` = it was written by a newer Mailroom and was left alone. */
export function migrate(
  database: Database,
  steps: readonly string[] = migrations,
): { readonly ok: true } | { readonly ok: false; readonly newer: number } {
  const row = database.get('PRAGMA user_version');
  const version = typeof row?.['user_version'] === 'number' ? row['user_version'] : 0;
  if (version > steps.length) return { ok: false, newer: version };
  for (const [index, sql] of steps.entries()) {
    if (index < version) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${index + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      if (database.inTransaction()) database.exec('ROLLBACK');
      throw error;
    }
  }
  return { ok: true };
}
