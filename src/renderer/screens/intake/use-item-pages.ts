import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useWindowEvents } from '../../bridge/use-query.ts';
import type { ItemPages } from './item-pages.ts';
import { createItemPages } from './item-pages.ts';

/** What the rows are limited to; '' = not limited. */
export interface ItemConditions {
  readonly search: string;
  readonly projectId: string;
  /** Start of the day, ms. */
  readonly doneSince: number;
  readonly order: 'newest' | 'oldest';
}

/** ms between two fetches while events come. */
const refreshPause = 400;

/** The rows for these conditions, drawn again as they come and after engine events. */
export function useItemPages({
  search,
  projectId,
  doneSince,
  order,
}: ItemConditions): ItemPages & { readonly drawn: number } {
  const pages = useMemo(
    () =>
      createItemPages((group, offset, limit) =>
        bridge().query({
          name: 'items.page',
          group,
          offset,
          limit,
          order,
          ...(group === 'done' ? { doneSince } : {}),
          ...(search === '' ? {} : { search }),
          ...(projectId === '' ? {} : { projectId }),
        }),
      ),
    [search, projectId, doneSince, order],
  );
  const planned = useRef<ReturnType<typeof setTimeout>>(undefined);
  useWindowEvents((event) => {
    if (event.kind !== 'engine') return;
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      pages.refresh();
    }, refreshPause);
  });
  useEffect(() => () => clearTimeout(planned.current), []);
  const drawn = useSyncExternalStore(pages.subscribe, pages.version);
  return { ...pages, drawn };
}
