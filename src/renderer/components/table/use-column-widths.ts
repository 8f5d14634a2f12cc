import type { RefObject } from 'react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { columnSize, columnWidths } from './column-widths.ts';

/** px of a table beside its columns: `--gutter` on both sides. */
const besideColumns = 32;
/** px; wider content counts no more. */
const maxNeed = 420;
/** ms between two looks at how wide contents are. */
const lookPause = 250;

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const take = (): void => setWidth(current.clientWidth);
    take();
    const watcher = new ResizeObserver(take);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}

/** How wide the contents in sight are where nothing cuts them, by the columns in their order. */
function measured(table: HTMLElement, columns: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  const needs = new Map<string, number>();
  table.dataset['measured'] = '';
  for (const row of table.querySelectorAll('[role=row]')) {
    if (row.children.length !== columns.length) continue;
    columns.forEach(({ id }, index) => {
      const cell = row.children[index];
      if (!(cell instanceof HTMLElement)) return;
      // A fraction of a pixel too little would cut a letter.
      const outer = cell.getBoundingClientRect().width + Number.parseFloat(getComputedStyle(cell).marginLeft) + 1;
      needs.set(id, Math.min(maxNeed, Math.max(needs.get(id) ?? 0, Math.ceil(outer))));
    });
  }
  delete table.dataset['measured'];
  return needs;
}

/**
 * The columns for which a table has room, and their widths in px: what contents need is looked at as rows come, and grows only,
 * so that columns do not move to and fro. `beginning`: another list, which is looked at anew.
 */
export function useColumnWidths<Column extends { readonly id: string; readonly width: string; readonly from?: number }>(
  table: RefObject<HTMLElement | null>,
  every: readonly Column[],
  chosen: Readonly<Record<string, number>>,
  beginning: unknown,
): { readonly columns: readonly Column[]; readonly tracks: string } {
  const room = useWidth(table);
  const columns = useMemo(() => every.filter(({ from = 0 }) => from <= room), [every, room]);
  const [known, setKnown] = useState<{ readonly beginning: unknown; readonly needs: ReadonlyMap<string, number> }>({
    beginning,
    needs: new Map(),
  });
  const planned = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      if (table.current === null) return;
      const now = measured(table.current, columns);
      setKnown((before) => {
        const anew = before.beginning !== beginning;
        const grown = [...now].filter(([id, need]) => need > (before.needs.get(id) ?? 0));
        if (!anew && grown.length === 0) return before;
        return { beginning, needs: anew ? now : new Map([...before.needs, ...grown]) };
      });
    }, lookPause);
  });
  useEffect(() => () => clearTimeout(planned.current), []);
  const sizes = columns.map(columnSize);
  const widths = columnWidths(sizes, room - besideColumns, known.needs, chosen);
  return { columns, tracks: widths.map((width) => `${String(width)}px`).join(' ') };
}
