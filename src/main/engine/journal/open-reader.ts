import { existsSync } from 'node:fs';
import type { Outcome } from '../../../shared/faults.ts';
import { journalFault } from './journal-faults.ts';
import type { Journal } from './journal.ts';
import { newestForm } from './migrations/migrate.ts';
import { openingFault } from './recovery/open-checked.ts';
import { callRead, createReads } from './reading/reads.ts';
import { eachRead } from './reading/read-types.ts';
import type { Reads } from './reading/read-types.ts';
import { checkOf, walkBegun, walkOn } from './storage/custody-chain.ts';
import { failureOf, openDatabase } from './storage/database.ts';
import type { Database } from './storage/database.ts';
import { journalPath } from './storage/files.ts';
import { createRules } from './storage/rules.ts';
import { readPending } from './writing/read-pending.ts';
import { lastWaiting } from './writing/waiting-batches.ts';

/** The journal as one sees it who only looks. */
export type JournalReader = Omit<Journal, 'commit' | 'onChange'>;

/** Lines of the history that are checked at once. */
const linesAtOnce = 4_000;

/**
 * Opens a data directory's journal for looking only, in this thread, while its owner runs or not. Faults:
 * `data-directory-unusable` (no journal there, not readable, another version), `journal-damaged`, `disk-full`.
 */
export function openJournalReader(directory: string): Outcome<JournalReader> {
  const path = journalPath(directory);
  const unusable = (cause: string) =>
    ({ ok: false, fault: journalFault('data-directory-unusable', { directory }, cause) }) as const;
  if (!existsSync(path)) return unusable('there is no journal yet');
  let database: Database | null = null;
  try {
    const opened = openReadOnly(path);
    database = opened.database;
    if (opened.version !== newestForm) {
      database.close();
      return unusable(`journal version ${String(opened.version)} is not ${String(newestForm)}`);
    }
    return { ok: true, value: readerOf(database, opened.alone) };
  } catch (error) {
    database?.close();
    if (failureOf(error) !== 'damaged') return { ok: false, fault: openingFault(directory, error) };
    const cause = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: journalFault('journal-damaged', { directory }, cause) };
  }
}

/** A connection to look with; `alone`: nobody else can use the file meanwhile. */
interface Connection {
  readonly database: Database;
  readonly version: unknown;
  readonly alone: boolean;
}

function versionOf(database: Database): unknown {
  return database.get('PRAGMA user_version')?.['user_version'];
}

/**
 * Opens the file for reading. Beside it SQLite needs a small file that all who use it share, and makes it where no owner is at
 * work: a full disk refuses that, and whoever wants to know why nothing goes on would learn nothing. Then it is kept in memory,
 * which only who has the file alone can do.
 */
function openReadOnly(path: string): Connection {
  const shared = openDatabase(path, { readOnly: true });
  try {
    // Not by a statement that is kept: it would hold the file open, and with it the lock that the second way needs.
    shared.exec('SELECT 1 FROM sqlite_master LIMIT 1');
    return { database: shared, version: versionOf(shared), alone: false };
  } catch (error) {
    shared.close();
    const failure = failureOf(error);
    if (failure !== 'full' && failure !== 'disk') throw error;
  }
  const alone = openDatabase(path, { busyMs: 2_000 });
  try {
    alone.exec('PRAGMA locking_mode = EXCLUSIVE');
    setUpReading(alone);
    return { database: alone, version: versionOf(alone), alone: true };
  } catch (error) {
    alone.close();
    throw error;
  }
}

/** Nothing of what is tried on this connection may stay, also not because it happens to be the last one; nor may it need a disk. */
function setUpReading(database: Database): void {
  database.exec('PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_spill = OFF');
}

function readerOf(database: Database, alone: boolean): JournalReader {
  const reads = readsOf(database);
  const readWith: ReadWith = (read) =>
    lastWaiting(database) === null
      ? read(reads)
      : ((alone ? beyond(database, read) : readBeyond(database.path, read)) ?? read(reads));
  return {
    ...eachRead(async (method, ...values) => {
      await Promise.resolve();
      return readWith((every) => callRead(every, method, values));
    }),
    async verifyCustody() {
      let walk = walkBegun;
      while (!walk.ended) {
        walk = walkOn(database, walk, linesAtOnce);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return checkOf(walk);
    },
    close() {
      database.close();
      return Promise.resolve();
    },
  };
}

/** Reports that an item is held for an unreadable row. Only the owner of the journal writes that down. */
function readsOf(database: Database): Reads {
  return createReads(database, createRules(database), { item: () => undefined, row: () => undefined });
}

/** Makes one read. */
type ReadWith = <T>(read: (reads: Reads) => T) => T;

/**
 * Reads as if what waits were in the tables already: in a transaction that is undone, which keeps the owner's next commit waiting for
 * as long. undefined: the file may not be written here, or the owner is at it for long; the tables alone tell the time before then.
 */
function beyond<T>(database: Database, read: (reads: Reads) => T): T | undefined {
  try {
    return readPending(database, () => read(readsOf(database)));
  } catch (error) {
    if (isOfThisComputer(error)) return undefined;
    throw error;
  }
}

/** See {@link beyond}; on a connection of its own, since that of who only looks may not write. */
function readBeyond<T>(path: string, read: (reads: Reads) => T): T | undefined {
  let writable: Database | null = null;
  try {
    writable = openDatabase(path, { busyMs: 2_000 });
    setUpReading(writable);
    return beyond(writable, read);
  } catch (error) {
    if (isOfThisComputer(error)) return undefined;
    throw error;
  } finally {
    writable?.close();
  }
}

/** Whether the disk, its rights or the owner at work stand in the way, and nothing is wrong with the journal. */
function isOfThisComputer(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'busy' || failure === 'disk' || failure === 'full' || (error instanceof Error && 'errno' in error);
}
