import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Outcome } from '../../../shared/faults.ts';
import { useWindowEvents } from '../../bridge/use-query.ts';
import type { RowAnswer, RowPages } from './row-pages.ts';
import { createRowPages } from './row-pages.ts';

/** ms between two fetches while events come. */
const refreshPause = 300;

/** The rows of a question, drawn again as they come and after engine events. `key` says all that `ask` depends on. */
export function useRowPages<Row, Answer extends RowAnswer<Row>>(
  key: string,
  pageRows: number,
  ask: (offset: number, limit: number) => Promise<Outcome<Answer>>,
): RowPages<Row, Answer> {
  const pages = useMemo(
    () => createRowPages<Row, Answer>(pageRows, ask),
    // `key` says all of `ask`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key, pageRows],
  );
  const planned = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(pages);
  useEffect(() => {
    newest.current = pages;
  });
  useWindowEvents((event) => {
    if (event.kind !== 'engine') return;
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      newest.current.refresh();
    }, refreshPause);
  });
  useEffect(() => () => clearTimeout(planned.current), []);
  useSyncExternalStore(pages.subscribe, pages.version);
  return pages;
}
