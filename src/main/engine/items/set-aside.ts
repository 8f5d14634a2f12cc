import type { PileSetAside } from '../../../shared/case-views.ts';
import { placeChange } from '../cases/place-item.ts';
import type { Journal } from '../journal/journal.ts';
import type { PileRecord } from '../journal/pile-records.ts';
import type { ItemRecord } from '../journal/records.ts';

type Reads = Pick<Journal, 'items' | 'custody' | 'pile' | 'places'>;
/** Where the first file of a duplicate's content is; the ids are null where it is in no pile. */
type FirstPlace = Pick<PileSetAside, 'pileId' | 'pileName'>;

/** So many of the newest duplicates of a project are looked through: who looks at piles waits for the answer. */
const maxRows = 500;
/** Paths that are kept: where a duplicate came by does not change any more, and piles are looked at again and again. */
const maxPaths = 5_000;

/** The path that an item came by: a duplicate may lie in `duplicates/` now, which is nobody's case. */
async function pathAsItCame(journal: Pick<Journal, 'custody'>, item: ItemRecord): Promise<string> {
  const history = await journal.custody({ subjectIds: [item.id], limit: 50 });
  const path = history.find(({ event }) => event === 'duplicate')?.detail['path'];
  return typeof path === 'string' ? path : item.path;
}

/** The item with the path that it came by. */
export async function asItCame(journal: Pick<Journal, 'custody'>, item: ItemRecord): Promise<ItemRecord> {
  return { ...item, path: await pathAsItCame(journal, item) };
}

/**
 * Makes the function that tells, by the ids of those of the given piles that still gather, what came for them and was set aside,
 * since its content is in another one; newest first. `folderOf` as for placing.
 */
export function createSetAside(
  journal: Reads,
  folderOf: (sourceId: string) => string | null,
): (piles: readonly PileRecord[]) => Promise<ReadonlyMap<string, readonly PileSetAside[]>> {
  const paths = new Map<string, string>();

  async function cameBy(item: ItemRecord): Promise<ItemRecord> {
    const known = paths.get(item.id);
    if (known !== undefined) return { ...item, path: known };
    const came = await asItCame(journal, item);
    if (paths.size >= maxPaths) paths.clear();
    paths.set(item.id, came.path);
    return came;
  }

  async function firstPlace(itemId: string): Promise<FirstPlace> {
    const [first] = await journal.places([itemId]);
    const pile = first === undefined || first.pileId === null ? null : await journal.pile(first.pileId);
    return { pileId: pile?.id ?? null, pileName: pile?.name ?? null };
  }

  return async (piles) => {
    const gathering = piles.filter(({ key, state }) => key !== null && (state === 'open' || state === 'held'));
    const found = new Map<string, PileSetAside[]>();
    for (const projectId of new Set(gathering.map((pile) => pile.projectId))) {
      const { rows } = await journal.items({ stages: ['duplicate'], projectId, order: 'newest', limit: maxRows });
      for (const item of rows) {
        const { rule, duplicateOf } = item;
        if (rule.mode !== 'case' || duplicateOf === null) continue;
        const { pile: wanted, role } = placeChange(await cameBy(item), folderOf(item.sourceId), () => '', 0);
        const pile = gathering.find(
          (one) =>
            one.projectId === projectId &&
            one.connectionId === rule.connectionId &&
            one.key === wanted?.key &&
            one.sourceId === wanted.sourceId,
        );
        // The same file twice in one case: it is there.
        if (pile === undefined || pile.members.some(({ itemId }) => itemId === duplicateOf)) continue;
        const earlier = pile.earlierPileId === null ? null : await journal.pile(pile.earlierPileId);
        // What came for the case before this one is not meant for it.
        if ((earlier?.releasedAt ?? 0) > item.takenInAt) continue;
        const told = { itemId: item.id, name: item.name, role, ...(await firstPlace(duplicateOf)) };
        found.set(pile.id, [...(found.get(pile.id) ?? []), told]);
      }
    }
    return found;
  };
}
