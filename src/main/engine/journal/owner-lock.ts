import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Outcome } from '../../../shared/faults.ts';
import { journalFault } from './journal-faults.ts';
import { openingFault } from './recovery/open-checked.ts';
import { failureOf, openDatabase } from './storage/database.ts';
import type { Database } from './storage/database.ts';
import { makeFolderSync } from '../platform/disk/make-folder.ts';
import { patientlySync } from '../platform/disk/patient-files.ts';

/** A held lock on a data directory. */
export interface OwnerLock {
  /** Releases the directory. The operating system does so too when the process ends. */
  release(): void;
}

/** Locks of this process. Without this list the garbage collector would close their connections and so release them. */
const held = new Set<Database>();

const holderSchema = z.object({ pid: z.number(), since: z.number() });

/**
 * Makes this process the one owner of a data directory. The lock is the operating system's, on a small SQLite file held in an
 * exclusive transaction: a killed process leaves nothing behind that has to be cleaned up. Faults: `data-directory-taken` with
 * `{directory, process, since}` (since: ISO instant) of the holder where it is known, `data-directory-unusable`, `disk-full`. `now` in ms.
 */
export function createOwnerLock(directory: string, now: number): Outcome<OwnerLock> {
  try {
    makeFolderSync(directory, 0o700);
    const database = lockedFile(join(directory, 'owner.sqlite'));
    // Told beside the lock: the locked file itself can't be read by others.
    const holder = JSON.stringify({ pid: process.pid, since: now });
    patientlySync(() => writeFileSync(holderPath(directory), holder));
    return {
      ok: true,
      value: {
        release() {
          if (held.delete(database)) database.close();
        },
      },
    };
  } catch (error) {
    if (failureOf(error) === 'busy') {
      return { ok: false, fault: journalFault('data-directory-taken', { directory, ...holderOf(directory) }) };
    }
    return { ok: false, fault: openingFault(directory, error) };
  }
}

function lockedFile(path: string): Database {
  try {
    return locked(path);
  } catch (error) {
    if (failureOf(error) !== 'damaged') throw error;
    // Nothing belongs into the file; whoever wrote into it, nobody holds it.
    truncateSync(path);
    return locked(path);
  }
}

function locked(path: string): Database {
  // Waits a moment: a process that just ends may still hold it.
  const database = openDatabase(path, { busyMs: 250 });
  try {
    // Nothing is written to the file, so that no rollback journal stays behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    held.add(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function holderPath(directory: string): string {
  return join(directory, 'owner.json');
}

function holderOf(directory: string): Readonly<Record<string, string | number>> {
  try {
    const content: unknown = JSON.parse(readFileSync(holderPath(directory), 'utf8'));
    const { pid, since } = holderSchema.parse(content);
    return { process: pid, since: new Date(since).toISOString() };
  } catch {
    // Not written yet, or by a hand: the lock itself is what counts.
    return {};
  }
}
