import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renameSync, rmSync } from '../../patient-files.ts';
import type { Database } from '../storage/database.ts';
import { stationNumber } from '../storage/station.ts';
import { lastWaiting } from '../writing/waiting-batches.ts';

function markPath(directory: string): string {
  return join(directory, 'journal.mark');
}

/** The revision that is on disk in a journal, what waits for its tables counted in. Throws where it can't be read. */
export function revisionOnDisk(database: Database): number {
  return Math.max(stationNumber(database, 'revision'), lastWaiting(database) ?? 0);
}

/**
 * Notes beside the journal how far it came, so that an older copy of it, one without its write-ahead log, or none at all
 * is known for what it is. Never ahead of the journal: what is noted is on disk there already.
 */
export function noteRevision(directory: string, revision: number): void {
  const path = markPath(directory);
  try {
    writeFileSync(`${path}.new`, String(revision));
    renameSync(`${path}.new`, path);
  } catch {
    // A mark that stays behind finds less; the journal itself is what counts.
  }
}

/** How far the journal is known to have come; 0 where nothing is noted. */
export function notedRevision(directory: string): number {
  try {
    const text = readFileSync(markPath(directory), 'utf8');
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}

/** Forgets the mark, once the journal has been rebuilt: that one counts anew. */
export function forgetRevision(directory: string): void {
  rmSync(markPath(directory));
}

/** Why a journal counts as damaged that is not there any more. */
export const goneReason = 'gone';
/** How the reason of a journal begins that is an older copy. */
export const olderReason = 'older than it was';

/** Why a journal is not the one that was written last; null where it is, or where that can't be known. */
export function behindReason(directory: string, database: Database): string | null {
  const noted = notedRevision(directory);
  if (noted === 0) return null;
  let revision: number;
  try {
    revision = revisionOnDisk(database);
  } catch {
    // A journal of before has fewer tables; one that can't be read is found by the check for damage.
    return null;
  }
  return revision < noted ? `${olderReason}: revision ${revision} of ${noted}` : null;
}
