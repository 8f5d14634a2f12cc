import type { ItemSort } from '../../../shared/selection.ts';
import type { ItemGroup, ItemView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { projectName } from '../../bridge/use-projects.ts';
import { partsOf, type SavedList } from '../../lists/save-list.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { textOf } from '../../text/index.ts';
import { standingOf } from './item-standing.ts';
import type { GroupConditions } from './use-item-pages.ts';

/** Rows of one question. */
const rowsAtOnce = 500;

/** All items of these groups as a list to save, one group after the other. */
export function itemList(
  groups: readonly ItemGroup[],
  conditionsOf: (group: ItemGroup) => GroupConditions,
  sort: ItemSort | null,
  total: number,
  names: { readonly sourceName: (id: string) => string; readonly projects: readonly ProjectView[] },
): SavedList<ItemView> {
  const say = textOf('intake');
  const lists = textOf('lists');
  return {
    title: say('title'),
    total,
    columns: [
      { title: say('name'), cell: ({ name }) => name },
      { title: say('status'), cell: (item) => say(`stage-${standingOf(item)}`) },
      { title: lists('reason'), cell: ({ fault }) => (fault === null ? null : faultSentence(fault)) },
      { title: say('source'), cell: ({ sourceId }) => names.sourceName(sourceId) },
      { title: say('project'), cell: ({ projectId }) => projectName(names.projects, projectId) },
      { title: lists('external-id'), cell: ({ externalId }) => externalId },
      { title: lists('size'), cell: ({ size }) => size },
      { title: lists('taken-in'), cell: ({ takenInAt }) => ({ at: takenInAt }) },
      { title: lists('changed'), cell: ({ updatedAt }) => ({ at: updatedAt }) },
      { title: textOf('notes')('with'), cell: ({ assignee }) => assignee ?? null },
      { title: textOf('notes')('note'), cell: ({ note }) => note ?? null },
      { title: lists('path'), cell: ({ path }) => path },
      { title: lists('id'), cell: ({ id }) => id },
    ],
    async *rows() {
      for (const group of groups) {
        yield* partsOf<ItemView, string>(async (place) => {
          // A sorted list is read by offsets, the others by where the part before ended.
          const offset = Number(place ?? 0);
          const page = await bridge().query({
            name: 'items.page',
            limit: rowsAtOnce,
            ...conditionsOf(group),
            ...(sort === null ? (place === null ? {} : { cursor: place }) : { sort, offset }),
          });
          if (!page.ok) return page;
          const { rows, next } = page.value;
          const after = rows.length < rowsAtOnce ? null : String(offset + rows.length);
          return { ok: true, value: { rows, next: sort === null ? (next ?? null) : after } };
        });
      }
    },
  };
}
