import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolderSync } from '../../platform/disk/make-folder.ts';
import { patientlySync, rmSync } from '../../platform/disk/patient-files.ts';
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

/** A mark that could not be written is not tried again for so long (ms): where Windows refuses it, each try waits. */
const againAfterMs = 10_000;
/** Digits of a mark: it is written over in one piece, so that there is never half of one. */
const markDigits = 15;

/** The marks of a journal that is open. */
export interface Marks {
  /** Notes the journal's revision. A noted revision is on disk already. */
  note(revision: number): void;
  close(): void;
}

/**
 * Opens the marks of the journal of that name, so that an older copy of it, one without its write-ahead log, or none at all is
 * known for what it is. A note is one write into the system's memory: it outlives this process, and a power cut at most puts it back.
 */
export function openMarks(places: MarkPlaces, name: string | null): Marks {
  interface Mark {
    readonly path: string;
    file: number | null;
    notBefore: number;
  }
  const marks = markPaths(places, name).map((path): Mark => ({ path, file: null, notBefore: 0 }));
  let noted = 0;
  return {
    note(revision) {
      if (revision <= noted) return;
      noted = revision;
      const text = String(revision).padStart(markDigits, '0');
      for (const mark of marks) {
        if (performance.now() < mark.notBefore) continue;
        try {
          mark.file ??= openMark(mark.path);
          writeSync(mark.file, text, 0);
        } catch {
          // A mark that stays behind finds less; the journal itself is what counts.
          mark.notBefore = performance.now() + againAfterMs;
        }
      }
    },
    close() {
      for (const { file } of marks) if (file !== null) closeSync(file);
    },
  };
}

function openMark(path: string): number {
  makeFolderSync(dirname(path), 0o700);
  return patientlySync(() => openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600));
}

/** The highest revision that a mark notes; 0 without a mark. */
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
    // A journal that can't be read is found by the check for damage.
    return null;
  }
  return revision < noted ? `${olderReason}: revision ${revision} of ${noted}` : null;
}
