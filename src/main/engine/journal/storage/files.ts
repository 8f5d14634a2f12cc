import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Where the journal of a data directory lies. SQLite keeps `-wal` and `-shm` beside it. */
export function journalPath(directory: string): string {
  return join(directory, 'journal.sqlite');
}

/** Endings of the files that belong to one SQLite database, the main file first. */
export const databaseEndings = ['', '-wal', '-shm'] as const;

/** Makes renames in a folder durable; systems that can't open folders need no such step. */
export function syncFolder(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows refuses to open or sync a folder and needs neither.
  }
}
