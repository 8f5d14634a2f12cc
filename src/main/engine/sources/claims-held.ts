import { unsubmittedStages, type ItemStage } from '../../../shared/item.ts';
import type { ClaimView } from '../../../shared/views.ts';
import { holdersBelow } from '../intake/claim/holder.ts';
import type { Journal } from '../journal/journal.ts';
import { claimPlaceOf, stationFolder } from '../platform/names/claim-places.ts';

/** Stages in which an item's file still lies with the station that claimed it. */
const holding: readonly ItemStage[] = [...unsubmittedStages, 'submitted', 'held'];
const looked = 1_000;

/** This station's id, the folders that it shares with others just now, and the time (ms since 1970). */
export interface Sharing {
  readonly stationId: string;
  readonly folders: () => readonly string[];
  readonly now: () => number;
}

/** What the stations hold of the folders that this one shares now, or that files on their way came from (the newest 1,000 of them). */
export async function claimsHeld(journal: Pick<Journal, 'items'>, sharing: Sharing): Promise<readonly ClaimView[]> {
  const folders = new Set(sharing.folders());
  const { rows } = await journal.items({ stages: [...holding], limit: looked });
  for (const { path } of rows) {
    const place = claimPlaceOf(path);
    if (place !== null) folders.add(place.root);
  }
  const found: ClaimView[] = [];
  for (const folder of folders) {
    const own = stationFolder(folder, sharing.stationId);
    for (const { place, ...holder } of await holdersBelow(folder)) {
      const over = sharing.now() - holder.heardOf > holder.leaseMs;
      found.push({ ...holder, folder, own: place === own, over });
    }
  }
  return found;
}
