import type { PileSetAside } from '../../../shared/case-views.ts';
import { placeChange } from '../cases/place-item.ts';
import type { Journal } from '../journal/journal.ts';
import type { PileRecord } from '../journal/pile-records.ts';
import type { ItemRecord } from '../journal/records.ts';

type Reads = Pick<Journal, 'items' | 'itemsByIds' | 'custody' | 'pile' | 'places'>;

/** So many of the newest duplicates are looked through: who looks at a pile waits for the answer. */
const most = 500;

/** The item with the path that it came by: a duplicate may lie in `duplicates/` now, which is nobody's case. */
export async function asItCame(journal: Pick<Journal, 'custody'>, item: ItemRecord): Promise<ItemRecord> {
  const history = await journal.custody({ subjectIds: [item.id], limit: 50 });
  const path = history.find(({ event }) => event === 'duplicate')?.detail['path'];
  return typeof path === 'string' ? { ...item, path } : item;
}

/** What came for a pile that still gathers and was set aside, since its content is in another one; newest first. `folderOf` as for placing. */
export async function setAsideFor(
  journal: Reads,
  folderOf: (sourceId: string) => string | null,
  pile: PileRecord,
): Promise<readonly PileSetAside[]> {
  const { key, connectionId, projectId, sourceId } = pile;
  if (key === null || (pile.state !== 'open' && pile.state !== 'held')) return [];
  const { rows } = await journal.items({ stages: ['duplicate'], projectId, order: 'newest', limit: most });
  const earlier = pile.earlierPileId === null ? null : await journal.pile(pile.earlierPileId);
  const own = new Set(pile.members.map(({ itemId }) => itemId));
  const found: PileSetAside[] = [];
  for (const item of rows) {
    const { rule, duplicateOf } = item;
    if (rule.mode !== 'case' || rule.connectionId !== connectionId || duplicateOf === null) continue;
    // The same file twice in one case: it is there. What came for the case before this one is not meant for it.
    if (own.has(duplicateOf) || (earlier?.releasedAt ?? 0) > item.takenInAt) continue;
    const place = placeChange(await asItCame(journal, item), folderOf(item.sourceId), () => '', 0);
    if (place.pile?.key !== key || place.pile.sourceId !== sourceId) continue;
    const [first] = await journal.places([duplicateOf]);
    const other = first === undefined || first.pileId === null ? null : await journal.pile(first.pileId);
    found.push({
      itemId: item.id,
      name: item.name,
      role: place.role,
      pileId: other?.id ?? null,
      pileName: other?.name ?? null,
    });
  }
  return found;
}
