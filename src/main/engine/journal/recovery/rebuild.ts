import { rmSync } from '../../platform/disk/patient-files.ts';
import { migrate } from '../migrations/migrate.ts';
import { openDatabase, setUpWriting } from '../storage/database.ts';
import { databaseEndings, journalPath } from '../storage/files.ts';
import { behindReason } from './high-water.ts';
import type { MarkPlaces } from './high-water.ts';
import { salvage } from './salvage.ts';
import type { Salvaged, SalvageReason } from './salvage.ts';
import { rebuiltPath } from './set-aside.ts';

/**
 * Makes a sound journal beside the damaged one, of every row that can still be read. The damaged one stays in its place
 * meanwhile, so that a crash on the way finds it there and starts over. Throws on a full or broken disk.
 */
export function rebuild(places: MarkPlaces, reason: SalvageReason): Salvaged {
  const { directory } = places;
  const path = rebuiltPath(directory);
  for (const ending of databaseEndings) rmSync(path + ending);
  const fresh = openDatabase(path);
  try {
    setUpWriting(fresh);
    migrate(fresh);
    const salvaged = salvage(
      journalPath(directory),
      fresh,
      reason,
      (damaged) => behindReason(places, damaged) !== null,
    );
    fresh.get('PRAGMA wal_checkpoint(TRUNCATE)');
    return salvaged;
  } finally {
    fresh.close();
  }
}
