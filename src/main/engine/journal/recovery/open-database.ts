import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { journalFault } from '../journal-faults.ts';
import { migrate } from '../migrations/migrate.ts';
import { failureOf, openDatabase, setUpWriting } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import { databaseEndings, journalPath, syncFolder } from '../storage/files.ts';
import { problemsOf } from './integrity.ts';
import { salvage } from './salvage.ts';

/** What was done about a damaged journal. `reason` is a short technical line. */
export interface Recovery {
  readonly setAsidePath: string;
  readonly reason: string;
  /** Rows brought over into the new journal, and rows known to be there that could not be read. */
  readonly rowsKept: number;
  readonly rowsLost: number;
}

/** A database ready for use. */
export interface OpenDatabase {
  readonly database: Database;
  readonly recovered: Recovery | null;
}

/**
 * Opens the journal's database for writing: checked, migrated, durable. A damaged file is set aside, never deleted, and what
 * can be read of it becomes the new journal. Faults: `data-directory-unusable`, `disk-full`. `now` in ms.
 */
export function openOrRecover(directory: string, now: number): Outcome<OpenDatabase> {
  const path = journalPath(directory);
  try {
    mkdirSync(directory, { recursive: true });
    finishRecovery(directory, path);
    const damage = damageOf(path);
    const recovered = damage === null ? null : recover(directory, path, damage, now);
    const opened = openSound(path);
    if (!opened.ok) {
      return unusable(directory, `journal version ${opened.newer} was written by a newer Mailroom`);
    }
    return { ok: true, value: { database: opened.database, recovered } };
  } catch (error) {
    const failure = failureOf(error);
    const cause = error instanceof Error ? error.message : String(error);
    if (failure === 'full') return { ok: false, fault: journalFault('disk-full', { folder: directory }, cause) };
    return unusable(directory, cause);
  }
}

function unusable(directory: string, cause: string): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: journalFault('data-directory-unusable', { folder: directory }, cause) };
}

function openSound(path: string): { ok: true; database: Database } | { ok: false; newer: number } {
  const database = openDatabase(path);
  try {
    setUpWriting(database);
    const migrated = migrate(database);
    if (!migrated.ok) {
      database.close();
      return migrated;
    }
    // A file that may only be read shows here, and not at the first commit.
    database.run('BEGIN IMMEDIATE');
    database.run('ROLLBACK');
    return { ok: true, database };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What is wrong with the file; null when it is sound or not there. Looks through a reading connection, which changes nothing. */
function damageOf(path: string): string | null {
  if (!existsSync(path) || statSync(path).size === 0) return null;
  let database: Database | null = null;
  try {
    database = openDatabase(path, { readOnly: true });
    return problemsOf(database, 'quick')[0] ?? null;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'damaged' || failure === 'other') return error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    database?.close();
  }
}

function rebuiltPath(directory: string): string {
  return join(directory, 'journal.rebuilt.sqlite');
}

/**
 * A rebuilt journal without a present one: the last start ended between setting the damaged one aside and putting the
 * rebuilt one, which was complete then, in its place.
 */
function finishRecovery(directory: string, path: string): void {
  const rebuilt = rebuiltPath(directory);
  if (!existsSync(path) && existsSync(rebuilt)) moveDatabase(rebuilt, path);
}

/** Rebuilds beside the damaged file, so that a crash on the way finds the damaged one still in its place and starts over. */
function recover(directory: string, path: string, reason: string, now: number): Recovery {
  const recovery = rebuild(directory, path, reason, now);
  moveDatabase(path, recovery.setAsidePath);
  moveDatabase(rebuiltPath(directory), path);
  return recovery;
}

function rebuild(directory: string, path: string, reason: string, now: number): Recovery {
  const rebuilt = rebuiltPath(directory);
  for (const ending of databaseEndings) rmSync(rebuilt + ending, { force: true });
  const setAsidePath = freeName(directory, now);
  const fresh = openDatabase(rebuilt);
  try {
    setUpWriting(fresh);
    migrate(fresh);
    const kept = salvage(path, fresh, { setAsidePath, reason, now });
    fresh.get('PRAGMA wal_checkpoint(TRUNCATE)');
    return { setAsidePath, reason, ...kept };
  } finally {
    fresh.close();
  }
}

/** The name a damaged journal is set aside under: never one that is taken. */
function freeName(directory: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `journal.damaged-${stamp}.sqlite` : `journal.damaged-${stamp}-${number}.sqlite`;
    const path = join(directory, name);
    if (!existsSync(path)) return path;
  }
}

function moveDatabase(from: string, to: string): void {
  for (const ending of databaseEndings.toReversed()) {
    if (existsSync(from + ending)) renameSync(from + ending, to + ending);
  }
  syncFolder(dirname(to));
}
