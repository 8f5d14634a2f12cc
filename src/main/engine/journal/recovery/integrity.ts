import type { Database } from '../storage/database.ts';

/** Problems named at most; the first one decides already. */
const namedProblems = 20;

/** What SQLite finds wrong with the file, in its words; empty when it is sound. `quick` leaves out whether indices agree with rows. */
export function problemsOf(database: Database, depth: 'quick' | 'full'): readonly string[] {
  const check = depth === 'quick' ? 'quick_check' : 'integrity_check';
  return database
    .all(`PRAGMA ${check}(${namedProblems})`)
    .map((row) => String(Object.values(row)[0]))
    .filter((line) => line !== 'ok');
}
