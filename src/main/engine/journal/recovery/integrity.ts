import { statSync } from 'node:fs';
import { failureOf } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';

/** Problems named at most; the first one decides already. */
const namedProblems = 20;

/** A larger file (bytes) is not checked as a whole at the start: that takes 2 to 10 s a GB. */
const largeFile = 32 * 1024 * 1024;

/** Whether the journal is so large that it is checked while it is in use instead of before. */
export function isCheckedInUse(path: string): boolean {
  return statSync(path).size > largeFile;
}

/** The first thing wrong with one table and its indices, or null. */
export function problemOfTable(database: Database, table: string): string | null {
  try {
    const line = database.all(`PRAGMA quick_check('${table}')`).map((row) => String(Object.values(row)[0]))[0];
    return line === undefined || line === 'ok' ? null : line;
  } catch (error) {
    // Some damage is reported, some is run into.
    if (failureOf(error) !== 'damaged') throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

/** What SQLite finds wrong with the file, in its words; empty when it is sound. `quick` leaves out whether indices agree with rows. */
export function problemsOf(database: Database, depth: 'quick' | 'full'): readonly string[] {
  const check = depth === 'quick' ? 'quick_check' : 'integrity_check';
  return database
    .all(`PRAGMA ${check}(${namedProblems})`)
    .map((row) => String(Object.values(row)[0]))
    .filter((line) => line !== 'ok');
}
