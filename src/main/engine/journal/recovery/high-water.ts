import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolderSync } from '../../make-folder.ts';
import { patientlySync, renameSync, rmSync } from '../../patient-files.ts';
import type { Database } from '../storage/database.ts';
import { journalName, stationNumber } from '../storage/station.ts';
import { lastWaiting } from '../writing/waiting-batches.ts';

/** Where a journal lies, and where it is noted how far it came. */
export interface MarkPlaces {
  /** The data directory. */
  readonly directory: string;
  /** A folder that does not come back with an older copy of the data directory; absent: it is noted beside the journal only. */
  readonly stateDirectory?: string | undefined;
}

function pathBeside(directory: string): string {
  return join(directory, 'journal.mark');
}

/** The mark beside the journal, and the one apart from it, which belongs to the journal of that name wherever it lies. */
function markPaths({ directory, stateDirectory }: MarkPlaces, name: string | null): readonly string[] {
  const beside = pathBeside(directory);
  return stateDirectory === undefined || name === null ? [beside] : [beside, join(stateDirectory, `${name}.mark`)];
}

/** The revision that is on disk in a journal, what waits for its tables counted in. Throws where it can't be read. */
export function revisionOnDisk(database: Database): number {
  return Math.max(stationNumber(database, 'revision'), lastWaiting(database) ?? 0);
}

/**
 * Notes how far the journal of that name came, so that an older copy of it, one without its write-ahead log, or none at all
 * is known for what it is. Never ahead of the journal: what is noted is on disk there already.
 */
export function noteRevision(places: MarkPlaces, name: string | null, revision: number): void {
  for (const path of markPaths(places, name))
    try {
      makeFolderSync(dirname(path), 0o700);
      patientlySync(() => writeFileSync(`${path}.new`, String(revision)));
      renameSync(`${path}.new`, path);
    } catch {
      // A mark that stays behind finds less; the journal itself is what counts.
    }
}

/** How far the journal is known to have come by the marks; 0 where nothing is noted. */
export function notedRevision(places: MarkPlaces, name: string | null): number {
  return Math.max(...markPaths(places, name).map(revisionIn));
}

function revisionIn(path: string): number {
  try {
    const text = patientlySync(() => readFileSync(path, 'utf8'));
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}

/** Forgets the mark beside the journal, once that has been rebuilt: the new one counts anew, and under a name of its own. */
export function forgetRevision(directory: string): void {
  rmSync(pathBeside(directory));
}

/** Why a journal counts as damaged that is not there any more. */
export const goneReason = 'gone';
/** How the reason of a journal begins that is an older copy. */
export const olderReason = 'older than it was';

/** Why a journal is not the one that was written last; null where it is, or where that can't be known. */
export function behindReason(places: MarkPlaces, database: Database): string | null {
  let noted: number;
  let revision: number;
  try {
    noted = notedRevision(places, journalName(database));
    revision = revisionOnDisk(database);
  } catch {
    // A journal of before has fewer tables; one that can't be read is found by the check for damage.
    return null;
  }
  return revision < noted ? `${olderReason}: revision ${revision} of ${noted}` : null;
}
