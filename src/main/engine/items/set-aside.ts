import type { OpenCaseSetAside } from '../../../shared/case-views.ts';
import { placeChange } from '../cases/place-item.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import type { ItemRecord } from '../journal/records.ts';

type Reads = Pick<Journal, 'items' | 'custody' | 'openCase' | 'places'>;
/** Where the first file of a duplicate's content is; the ids are null where it is in no open case. */
type FirstPlace = Pick<OpenCaseSetAside, 'openCaseId' | 'openCaseName'>;

/** So many of the newest duplicates of a project are looked through: who looks at open cases waits for the answer. */
const maxRows = 500;
/** Paths that are kept: where a duplicate came by does not change any more, and open cases are looked at again and again. */
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
 * Makes the function that tells, by the ids of those of the given open cases that still gather, what came for them and was set aside,
 * since its content is in another one; newest first. `folderOf` as for placing.
 */
export function createSetAside(
  journal: Reads,
  folderOf: (sourceId: string) => string | null,
): (openCases: readonly OpenCaseRecord[]) => Promise<ReadonlyMap<string, readonly OpenCaseSetAside[]>> {
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
    const openCase = first === undefined || first.openCaseId === null ? null : await journal.openCase(first.openCaseId);
    return { openCaseId: openCase?.id ?? null, openCaseName: openCase?.name ?? null };
  }

  return async (openCases) => {
    const gathering = openCases.filter(({ key, state }) => key !== null && (state === 'open' || state === 'held'));
    const found = new Map<string, OpenCaseSetAside[]>();
    for (const projectId of new Set(gathering.map((openCase) => openCase.projectId))) {
      const { rows } = await journal.items({ stages: ['duplicate'], projectId, order: 'newest', limit: maxRows });
      for (const item of rows) {
        const { rule, duplicateOf } = item;
        if (rule.mode !== 'case' || duplicateOf === null) continue;
        const { openCase: wanted, role } = placeChange(await cameBy(item), folderOf(item.sourceId), () => '', 0);
        const openCase = gathering.find(
          (one) =>
            one.projectId === projectId &&
            one.connectionId === rule.connectionId &&
            one.key === wanted?.key &&
            one.sourceId === wanted.sourceId,
        );
        // The same file twice in one case: it is there.
        if (openCase === undefined || openCase.members.some(({ itemId }) => itemId === duplicateOf)) continue;
        const earlier = openCase.earlierOpenCaseId === null ? null : await journal.openCase(openCase.earlierOpenCaseId);
        // What came for the case before this one is not meant for it.
        if ((earlier?.releasedAt ?? 0) > item.takenInAt) continue;
        const told = { itemId: item.id, name: item.name, role, ...(await firstPlace(duplicateOf)) };
        found.set(openCase.id, [...(found.get(openCase.id) ?? []), told]);
      }
    }
    return found;
  };
}
