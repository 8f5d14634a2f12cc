import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Named } from '../../../shared/bridge.ts';
import type { Query } from '../../../shared/contract.ts';
import type { ItemSort } from '../../../shared/selection.ts';
import type { ItemGroup, ItemSummary } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFreshPages } from '../../bridge/use-row-pages.ts';
import type { ItemPages } from './item-pages.ts';
import { createItemPages } from './item-pages.ts';

/** What the rows are limited to; '' = not limited. */
export interface ItemConditions {
  readonly search: string;
  readonly projectId: string;
  /** Whose turn it is; '' = anybody's. */
  readonly assignee: string;
  /** Start of the day, ms. */
  readonly doneSince: number;
  readonly order: 'newest' | 'oldest';
  /** Null: in that order. */
  readonly sort: ItemSort | null;
}

/** ms between two fetches while events come. */
const refreshPause = 400;

/** Groups of the table, and counters that limit it to one. */
export type ShownGroup = 'needs-you' | 'on-its-way' | 'waiting' | 'sending' | 'processing' | 'done';

/** What limits the items of a group. */
export type GroupConditions = Pick<
  Named<Query, 'items.page'>,
  'group' | 'order' | 'doneSince' | 'search' | 'projectId' | 'assignee'
>;

/** Rows and counts that belong together. */
export interface ShownItems {
  readonly pages: ItemPages;
  readonly groups: readonly ShownGroup[];
  /** Undefined until the first answer. */
  readonly summary: ItemSummary | undefined;
  /** What limits the items of a group, for questions about all of them. */
  readonly conditionsOf: (group: ItemGroup) => GroupConditions;
}

/** How many items a group has. */
export function countOf(group: ShownGroup, summary: ItemSummary): number {
  if (group === 'needs-you') return summary.needsYou;
  if (group === 'done') return summary.done;
  if (group === 'on-its-way') return summary.waiting + summary.sending + summary.processing;
  return summary[group];
}

/**
 * The items for these conditions, drawn again as they come and after engine events. What was shown stays until rows and counts of
 * new conditions are there, so that nothing flickers while one types.
 */
export function useShownItems(conditions: ItemConditions, groups: readonly ShownGroup[]): ShownItems {
  const { search, projectId, assignee, doneSince, order, sort } = conditions;
  const limits = useMemo(
    () => ({
      ...(search === '' ? {} : { search }),
      ...(projectId === '' ? {} : { projectId }),
      ...(assignee === '' ? {} : { assignee }),
    }),
    [search, projectId, assignee],
  );
  const conditionsOf = useCallback(
    (group: ItemGroup) => ({ group, order, ...(group === 'done' ? { doneSince } : {}), ...limits }),
    [limits, doneSince, order],
  );
  const summary = useQuery<'items.summary'>({ name: 'items.summary', doneSince, ...limits }).value;
  const pages = useMemo(() => {
    return createItemPages(
      (group, offset, limit) =>
        bridge().query({
          name: 'items.page',
          offset,
          limit,
          ...conditionsOf(group),
          ...(sort === null ? {} : { sort }),
        }),
      (group, cursor, limit) =>
        bridge().query({
          name: 'items.keys',
          limit,
          ...conditionsOf(group),
          ...(cursor === null ? {} : { cursor }),
        }),
    );
  }, [conditionsOf, sort]);
  useFreshPages(pages, refreshPause);
  const missing =
    summary === undefined
      ? []
      : groups.filter((group) => countOf(group, summary) > 0 && pages.rowAt(group, 0) === undefined);
  const missingKey = missing.join();
  const [shown, setShown] = useState<Omit<ShownItems, 'conditionsOf'>>({ pages, groups, summary: undefined });
  const first = shown.summary === undefined;
  const ready = summary !== undefined && (missing.length === 0 || shown.pages === pages);
  useEffect(() => {
    // The beginning of each group is there before it is shown; the table then asks for what is in sight.
    if (!ready) for (const group of missing) pages.see(group, 0, 0);
    // The key says all of `missing`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pages, missingKey, ready]);
  if (ready && (shown.pages !== pages || shown.summary !== summary || shown.groups !== groups)) {
    setShown({ pages, groups, summary });
  }
  return { ...(ready || first ? { pages, groups, summary } : shown), conditionsOf };
}
