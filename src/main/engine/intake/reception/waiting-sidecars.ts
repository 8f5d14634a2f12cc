import { basename, dirname, join } from 'node:path';
import type { ItemRecord } from '../../journal/records.ts';
import { claimPlaceOf } from '../../platform/names/claim-places.ts';
import type { Arrival } from './arrival.ts';
import type { IntakeDependencies } from './intake.ts';
import { present } from './item-of-arrival.ts';
import { shownName } from './shown-name.ts';

type WithJournal = Pick<IntakeDependencies, 'journal' | 'clock'>;

/** The document at `owner` is there: its sidecar is no document of its own, and its item is over. Nothing happens where it never was one. */
export async function gaveDetails(
  { journal, clock }: WithJournal,
  arrival: Pick<Arrival, 'itemId' | 'heldItem'>,
  owner: string,
): Promise<void> {
  const there = present(arrival);
  if (there === null) return;
  await journal.commit([
    {
      kind: 'item-moved',
      itemId: there.id,
      from: there.from,
      trail: [{ stage: 'cancelled', at: clock.now(), detail: { owner: shownName(basename(owner)) } }],
      set: { fault: null, resumeStage: null },
    },
  ]);
}

/** The item of a sidecar that was claimed by itself, and lies beside its document's claim by now. */
async function claimedAlone({ journal }: WithJournal, sourceId: string, place: string): Promise<ItemRecord | null> {
  const origin = claimPlaceOf(place)?.origin;
  if (origin === undefined) return null;
  const { rows } = await journal.items({ stages: ['held'], sourceId, search: basename(place), limit: 100 });
  return rows.find((item) => claimPlaceOf(item.path)?.origin === origin) ?? null;
}

/** A document is about to be taken in with this sidecar: where that is held because it was alone, it is no more. */
export async function release(
  dependencies: WithJournal,
  { sourceId, path }: Pick<Arrival, 'sourceId' | 'path'>,
  sidecar: string,
): Promise<void> {
  const { journal } = dependencies;
  const place = join(dirname(path), sidecar);
  const memory = await journal.seenFile(sourceId, place);
  const item = memory === null ? await claimedAlone(dependencies, sourceId, place) : await journal.item(memory.itemId);
  if (item?.stage !== 'held' || item.fault?.code !== 'sidecar-alone') return;
  await gaveDetails(dependencies, { itemId: null, heldItem: item }, path);
}
