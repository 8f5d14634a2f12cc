import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patientlySync, rmSync } from '../../platform/disk/patient-files.ts';

function notePath(directory: string): string {
  return join(directory, 'journal.damage-found.txt');
}

/** Notes damage that was found while the journal was in use, so that the next start rebuilds it. Returns whether the note was written. */
export function noteDamage(directory: string, reason: string): boolean {
  try {
    patientlySync(() => writeFileSync(notePath(directory), reason));
    return true;
  } catch {
    // A disk that takes no note takes no commit either: those who commit hear of it.
    return false;
  }
}

/** The damage that was found before; null where there was none. */
export function notedDamage(directory: string): string | null {
  try {
    return patientlySync(() => readFileSync(notePath(directory), 'utf8')) || 'noted without a reason';
  } catch {
    return null;
  }
}

/** Forgets what was found, once the journal has been rebuilt. */
export function forgetDamage(directory: string): void {
  rmSync(notePath(directory));
}
