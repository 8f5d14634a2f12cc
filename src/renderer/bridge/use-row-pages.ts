import { useMemo, useSyncExternalStore } from 'react';
import type { Outcome } from '../../shared/faults.ts';
import type { RowAnswer, RowPages } from './row-pages.ts';
import { createRowPages } from './row-pages.ts';
import { useReload } from './use-reload.ts';

/** ms between two fetches of a short page while events come. */
const usualPause = 300;

/** Draws anew as rows come, and asks for them again after engine events, at most once in `pause` ms. */
export function useFreshPages<
  Pages extends Pick<RowPages<unknown, RowAnswer<unknown>>, 'refresh' | 'subscribe' | 'version'>,
>(pages: Pages, pause: number): Pages {
  useReload(() => pages.refresh(), pause);
  useSyncExternalStore(pages.subscribe, pages.version);
  return pages;
}

/** The rows of a question, drawn again as they come and after engine events. `key` says all that `ask` depends on. */
export function useRowPages<Row, Answer extends RowAnswer<Row>>(
  key: string,
  pageRows: number,
  ask: (offset: number, limit: number) => Promise<Outcome<Answer>>,
): RowPages<Row, Answer> {
  const pages = useMemo(
    () => createRowPages<Row, Answer>(pageRows, ask),
    // `key` says all of `ask`.
    // oxlint-disable-next-line react/exhaustive-deps
    [key, pageRows],
  );
  return useFreshPages(pages, usualPause);
}
