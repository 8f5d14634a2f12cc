import type { ItemSort } from '../../../shared/selection.ts';
import type { ItemGroup, ItemView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { projectName } from '../../bridge/use-projects.ts';
import { partsOf, rowsByOffset, type ListColumn, type SavedList } from '../../lists/save-list.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { textOf } from '../../text/index.ts';
import { standingOf } from './item-standing.ts';
import type { GroupConditions } from './use-item-pages.ts';

/** Rows of one question. */
const rowsAtOnce = 500;

/** Names of what an item knows by its id only. */
export interface ItemNames {
  readonly sourceName: (id: string) => string;
  readonly projects: readonly ProjectView[];
}

/** The columns of saved lists of items. */
export function itemColumns({ sourceName, projects }: ItemNames): readonly ListColumn<ItemView>[] {
  const say = textOf('intake');
  const lists = textOf('lists');
  return [
    { title: say('name'), cell: ({ name }) => name },
    { title: say('status'), cell: (item) => say(`stage-${standingOf(item)}`) },
    { title: lists('reason'), cell: ({ fault }) => (fault === null ? null : faultSentence(fault)) },
    { title: say('source'), cell: ({ sourceId }) => sourceName(sourceId) },
    { title: say('project'), cell: ({ projectId }) => projectName(projects, projectId) },
    { title: lists('external-id'), cell: ({ externalId }) => externalId },
    { title: lists('size'), cell: ({ size }) => size },
    { title: lists('taken-in'), cell: ({ takenInAt }) => ({ at: takenInAt }) },
    { title: lists('changed'), cell: ({ updatedAt }) => ({ at: updatedAt }) },
    { title: textOf('notes')('with'), cell: ({ assignee }) => assignee ?? null },
    { title: textOf('notes')('note'), cell: ({ note }) => note ?? null },
    { title: lists('path'), cell: ({ path }) => path },
    { title: lists('id'), cell: ({ id }) => id },
  ];
}

/** All items of these groups as a list to save, one group after the other. */
export function itemList(
  groups: readonly ItemGroup[],
  conditionsOf: (group: ItemGroup) => GroupConditions,
  sort: ItemSort | null,
  total: number,
  names: ItemNames,
): SavedList<ItemView> {
  return {
    title: textOf('intake')('title'),
    total,
    columns: itemColumns(names),
    async *rows() {
      for (const group of groups) {
        const conditions = { name: 'items.page' as const, limit: rowsAtOnce, ...conditionsOf(group) };
        if (sort === null) {
          yield* partsOf<ItemView, string>(async (place) => {
            const page = await bridge().query({ ...conditions, ...(place === null ? {} : { cursor: place }) });
            return page.ok ? { ok: true, value: { rows: page.value.rows, next: page.value.next ?? null } } : page;
          });
        } else {
          // What moves on has the shortest time where it is.
          const movesUp = sort.by === 'since' && sort.descending;
          const ask = (offset: number) => bridge().query({ ...conditions, sort, offset });
          yield* rowsByOffset<ItemView>(rowsAtOnce, ({ id }) => id, ask, movesUp);
        }
      }
    },
  };
}
