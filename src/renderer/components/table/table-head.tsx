import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { useRef, useState } from 'react';
import { useText } from '../../text/index.ts';
import { classes } from '../classes.ts';
import { asksForMenu, placeBelow, type MenuPlace } from '../menu.tsx';
import { ColumnMenu } from './column-menu.tsx';
import type { TableColumn, TableLayout } from './table-columns.ts';
import styles from './table.module.css';

/** px; a column gets no narrower by hand. */
const narrowest = 40;
/** px of one step by keys. */
const widthStep = 16;

/** What the heads of a table work on. */
export interface TableHeadProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  /** All columns, those among them that are hidden or have no room. */
  readonly every: readonly TableColumn<Row>[];
  readonly tracks: string;
  readonly layout: TableLayout | undefined;
  readonly onLayout: (layout: TableLayout) => void;
  /** A width while it is drawn; null: it is let go of. */
  readonly onDraw: (widths: Readonly<Record<string, number>> | null) => void;
}

/** The other order of a column, or its first. */
function sorted({ sort }: TableLayout, column: string): TableLayout['sort'] {
  return { column, descending: sort?.column === column ? !sort.descending : false };
}

/** The heads of the columns: a click sorts, the right edge sets the width, the right button or keys open their menu. */
export function TableHead<Row>(props: TableHeadProps<Row>): ReactElement {
  const { columns, every, tracks, layout, onLayout } = props;
  const say = useText('shared');
  const row = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const [menu, setMenu] = useState<(MenuPlace & { readonly column: string }) | null>(null);
  const widthOf = (column: string): number =>
    row.current?.querySelector(`[data-column="${CSS.escape(column)}"]`)?.getBoundingClientRect().width ?? narrowest;
  const widen = (column: string, by: number): void => {
    if (layout === undefined) return;
    const width = Math.max(narrowest, Math.round(widthOf(column) + by));
    onLayout({ ...layout, widths: { ...layout.widths, [column]: width } });
  };
  const press = (event: KeyboardEvent, column: string): void => {
    const at = columns.findIndex(({ id }) => id === column);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (asksForMenu(event)) setMenu({ ...placeBelow(event.currentTarget), column });
    else if (step !== 0 && event.shiftKey) widen(column, step * widthStep);
    else if (step !== 0) {
      const next = Math.min(columns.length - 1, Math.max(0, at + step));
      setStop(next);
      [...(row.current?.querySelectorAll('button') ?? [])][next]?.focus();
    } else if (event.key !== 'Enter' && event.key !== ' ') return;
    // The keys of the rows are others.
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== ' ') event.preventDefault();
  };
  return (
    <div role="rowgroup" className={styles['headRow']} style={{ display: 'block', padding: 0 }}>
      <div ref={row} role="row" aria-rowindex={1} className={styles['headRow']} style={{ gridTemplateColumns: tracks }}>
        {columns.map((column, index) => {
          const { id, title, titleHidden = false, align, sorts } = column;
          const order = layout?.sort?.column === id ? layout.sort : null;
          const words = titleHidden ? <span className="spoken">{title}</span> : title;
          return (
            <span
              key={id}
              role="columnheader"
              data-column={id}
              className={classes(styles['cell'], styles['headCell'], align === 'end' && styles['end'])}
              {...(sorts !== undefined
                ? { 'aria-sort': order === null ? 'none' : order.descending ? 'descending' : 'ascending' }
                : {})}
              onContextMenu={(event) => {
                if (layout === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                setMenu({ x: event.clientX, y: event.clientY, column: id });
              }}
            >
              {layout === undefined ? (
                words
              ) : (
                <button
                  type="button"
                  className={styles['headButton']}
                  tabIndex={index === Math.min(stop, columns.length - 1) ? 0 : -1}
                  title={titleHidden ? title : undefined}
                  aria-description={say('column-keys')}
                  onFocus={() => setStop(index)}
                  onKeyDown={(event) => press(event, id)}
                  onClick={(event) => {
                    if (sorts !== undefined) onLayout({ ...layout, sort: sorted(layout, id) });
                    else setMenu({ ...placeBelow(event.currentTarget), column: id });
                  }}
                >
                  <span>{words}</span>
                  {order !== null && (order.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
                </button>
              )}
              {layout !== undefined && <Edge {...props} column={id} layout={layout} widthOf={widthOf} />}
            </span>
          );
        })}
      </div>
      {menu !== null && layout !== undefined && (
        <ColumnMenu
          place={menu}
          column={every.find(({ id }) => id === menu.column) ?? null}
          every={every}
          layout={layout}
          onLayout={onLayout}
          onWiden={(by) => widen(menu.column, by * 2 * widthStep)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/** The right edge of a head, by which a mouse sets the width; keys do it in the head itself. */
function Edge<Row>({
  column,
  layout,
  widthOf,
  onLayout,
  onDraw,
}: Pick<TableHeadProps<Row>, 'onLayout' | 'onDraw'> & {
  readonly column: string;
  readonly layout: TableLayout;
  readonly widthOf: (column: string) => number;
}): ReactElement {
  const begun = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const drawn = useRef<number | null>(null);
  const move = (event: PointerEvent): void => {
    if (begun.current === null) return;
    drawn.current = Math.max(narrowest, Math.round(begun.current.width + event.clientX - begun.current.x));
    onDraw({ ...layout.widths, [column]: drawn.current });
  };
  const end = (): void => {
    if (drawn.current !== null) onLayout({ ...layout, widths: { ...layout.widths, [column]: drawn.current } });
    begun.current = null;
    drawn.current = null;
    onDraw(null);
  };
  return (
    <span
      aria-hidden
      className={styles['edge']}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current = { x: event.clientX, width: widthOf(column) };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onDoubleClick={() => {
        const others = Object.entries(layout.widths).filter(([id]) => id !== column);
        onLayout({ ...layout, widths: Object.fromEntries(others) });
      }}
    />
  );
}
