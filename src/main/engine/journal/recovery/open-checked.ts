import { existsSync, statSync } from 'node:fs';
import type { Fault } from '../../../../shared/faults.ts';
import { journalFault } from '../journal-faults.ts';
import { migrate } from '../migrations/migrate.ts';
import { failureOf, openDatabase, setUpWriting } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import { journalPath } from '../storage/files.ts';
import { isOutOfSpace } from '../storage/no-space.ts';
import { nameJournal } from '../storage/station.ts';
import { notedDamage } from './damage-note.ts';
import { behindReason, goneReason, notedRevision } from './high-water.ts';
import type { MarkPlaces } from './high-water.ts';
import { isCheckedInUse, problemsOf } from './integrity.ts';
import { finishRecovery } from './set-aside.ts';
import { makeFolderSync } from '../../platform/disk/make-folder.ts';

/** What came of opening a journal. `damaged`: the file was looked at and left as it is; `reason` is a short technical line. */
export type Opening =
  | { readonly kind: 'opened'; readonly database: Database }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'not-opened'; readonly fault: Fault };

/** Opens the journal's database for writing: checked, migrated, durable. Faults: `data-directory-unusable`, `disk-full`. */
export function openChecked(places: MarkPlaces): Opening {
  const { directory } = places;
  const path = journalPath(directory);
  try {
    makeFolderSync(directory, 0o700);
    finishRecovery(directory);
    const reason = damageOf(places, path);
    if (reason !== null) return { kind: 'damaged', reason };
    const opened = openSound(path);
    if (opened.ok) return { kind: 'opened', database: opened.database };
    return { kind: 'not-opened', fault: journalFault('data-directory-unusable', { directory }, opened.reason) };
  } catch (error) {
    return { kind: 'not-opened', fault: openingFault(directory, error) };
  }
}

/** The fault that an exception on the way to an open journal is. */
export function openingFault(directory: string, error: unknown): Fault {
  const cause = error instanceof Error ? error.message : String(error);
  if (isOutOfSpace(directory, error)) return journalFault('disk-full', { folder: directory }, cause);
  return journalFault('data-directory-unusable', { directory }, cause);
}

function openSound(path: string): { ok: true; database: Database } | { ok: false; reason: string } {
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
    nameJournal(database);
    database.run('COMMIT');
    return { ok: true, database };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * What is wrong with the file; null when it is sound, or not there and never was. Looks through a reading connection, which changes nothing.
 * A large file only has to open here: the checkpoint thread looks through it while it is in use already.
 */
function damageOf(places: MarkPlaces, path: string): string | null {
  const { directory } = places;
  if (!existsSync(path) || statSync(path).size === 0) return notedRevision(places, null) > 0 ? goneReason : null;
  const noted = notedDamage(directory);
  if (noted !== null) return noted;
  let database: Database | null = null;
  try {
    database = openDatabase(path, { readOnly: true });
    const behind = behindReason(places, database);
    if (behind !== null) return behind;
    if (isCheckedInUse(path)) {
      database.all('SELECT name FROM sqlite_master');
      return null;
    }
    return problemsOf(database, 'quick')[0] ?? null;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'damaged' || failure === 'other') return error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    database?.close();
  }
}
