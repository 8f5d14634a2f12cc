import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../text/format.ts';
import { classes } from '../classes.ts';
import { movedLine } from './table-keys.ts';
import type { TableRowProps } from './table-row.tsx';
import { TableRow } from './table-row.tsx';
import type { TableGroup } from './table-rows.ts';
import { lineAt, lineCount } from './table-rows.ts';
import { createTypeAhead } from './table-type-ahead.ts';
import styles from './table.module.css';

/** A column: `width` is a grid track (`2fr`, `120px`, `minmax(120px, 1fr)`). */
export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Title only read aloud. */
  readonly titleHidden?: boolean;
  readonly width: string;
  /** px; the column is shown where the table is at least so wide. */
  readonly from?: number;
  readonly align?: 'start' | 'end';
  readonly cell: (row: Row) => ReactNode;
}

/** A virtual table of groups. Rows not there yet (`rowAt` undefined) are drawn empty; `onSeen` tells which are in sight. */
export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly groups: readonly TableGroup[];
  readonly rowAt: (groupId: string, index: number) => Row | undefined;
  readonly rowId: (row: Row) => string;
  /** By what is typed a row is found. */
  readonly rowName?: (row: Row) => string;
  readonly rowClass?: (row: Row, groupId: string) => string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Ctrl+A chose the rows that are there; whoever knows the others adds them. */
  readonly onSelectAll?: () => void;
  readonly onOpen?: (row: Row) => void;
  readonly onToggle?: (groupId: string) => void;
  readonly onSeen?: (groupId: string, from: number, to: number) => void;
  /** When this is another one, the table starts at its beginning again. */
  readonly beginning?: unknown;
  /** px; the default is `--row` of the density. */
  readonly rowHeight?: number;
}

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

/** px; `--row-head`. */
const headHeight = 28;

/** See {@link TableProps}. Keyboard: arrows, page keys, Home, End; with Shift ranges, Ctrl+Space toggles, Ctrl+A all, letters find a name. */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { label, groups, rowAt, rowId, selected, onSelect, onSeen } = props;
  const compact = typeof document !== 'undefined' && document.documentElement.dataset['density'] === 'compact';
  const rowHeight = props.rowHeight ?? (compact ? 28 : 32);
  const scroller = useRef<HTMLDivElement>(null);
  const room = useWidth(scroller);
  const columns = useMemo(() => props.columns.filter(({ from = 0 }) => from <= room), [props.columns, room]);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const awaited = useRef<number | null>(null);
  const prefix = useId();
  const [typeAhead] = useState(() => createTypeAhead(() => performance.now()));
  const count = lineCount(groups);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (line) => (lineAt(groups, line)?.kind === 'head' ? headHeight : rowHeight),
    overscan: 8,
    scrollPaddingStart: headHeight,
    // Drawing as soon as there is time keeps up with fast scrolling better than drawing at each of its events.
    useFlushSync: false,
  });
  const shape = groups.map((group) => `${group.id}:${group.count}:${group.open}`).join();
  useEffect(() => virtual.measure(), [shape, rowHeight, virtual]);

  useEffect(() => {
    // No value is given back: newer browsers answer with a promise.
    scroller.current?.scrollTo(0, 0);
  }, [props.beginning]);

  const lines = virtual.getVirtualItems();
  const seen = groups.map((group) => {
    const own = lines.flatMap(({ index }) => {
      const line = lineAt(groups, index);
      return line?.kind === 'row' && line.group.id === group.id ? [line.index] : [];
    });
    return { id: group.id, from: own[0], to: own.at(-1) };
  });
  const seenKey = JSON.stringify(seen);
  useEffect(() => {
    for (const { id, from, to } of seen) if (from !== undefined && to !== undefined) onSeen?.(id, from, to);
    // `seenKey` says all of `seen`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [seenKey, onSeen]);

  const rowOf = (line: number): Row | undefined => {
    const at = lineAt(groups, line);
    return at?.kind === 'row' ? rowAt(at.group.id, at.index) : undefined;
  };
  const idAt = (line: number): string | undefined => {
    const row = rowOf(line);
    return row === undefined ? undefined : rowId(row);
  };
  useEffect(() => {
    const id = awaited.current === null ? undefined : idAt(awaited.current);
    if (id === undefined) return;
    awaited.current = null;
    onSelect(new Set([id]));
  });
  const range = (from: number, to: number): ReadonlySet<string> => {
    const ids = new Set<string>();
    for (let line = Math.min(from, to); line <= Math.max(from, to); line += 1) {
      const id = idAt(line);
      if (id !== undefined) ids.add(id);
    }
    return ids;
  };
  const choose = (line: number, { shift, toggle }: { readonly shift: boolean; readonly toggle: boolean }): void => {
    setActive(line);
    awaited.current = null;
    if (shift) {
      onSelect(range(anchor.current, line));
      return;
    }
    anchor.current = line;
    const id = idAt(line);
    // A row that is not there yet is chosen when it comes.
    awaited.current = id === undefined && lineAt(groups, line)?.kind === 'row' && !toggle ? line : null;
    if (id === undefined) return;
    if (!toggle) onSelect(new Set([id]));
    else
      onSelect(selected.has(id) ? new Set([...selected].filter((other) => other !== id)) : new Set([...selected, id]));
  };
  const open = (line: number): void => {
    const at = lineAt(groups, line);
    if (at?.kind === 'head') props.onToggle?.(at.group.id);
    const row = at?.kind === 'row' ? rowAt(at.group.id, at.index) : undefined;
    if (row !== undefined) props.onOpen?.(row);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const ctrl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight * 10) / rowHeight) - 1);
    const to = movedLine(event.key, Math.min(active, count - 1), count, page);
    const letter = event.key.length === 1 && !ctrl && !event.altKey && (event.key !== ' ' || typeAhead.isTyping());
    if (letter && props.rowName !== undefined) {
      const { rowName } = props;
      const textAt = (line: number): string | undefined => {
        const row = rowOf(line);
        return row === undefined ? undefined : rowName(row);
      };
      const found = typeAhead.find(event.key, { active: Math.min(active, count - 1), count, textAt });
      if (found !== null) {
        choose(found, { shift: false, toggle: false });
        virtual.scrollToIndex(found);
      }
    } else if (to !== null) {
      if (ctrl) setActive(to);
      else choose(to, { shift: event.shiftKey, toggle: false });
      virtual.scrollToIndex(to);
    } else if (event.key === ' ') choose(active, { shift: event.shiftKey, toggle: ctrl });
    else if (event.key === 'Enter') open(active);
    else if (event.key === 'a' && ctrl) {
      // A row that was clicked before it came must not be chosen alone when it does.
      awaited.current = null;
      onSelect(range(0, count - 1));
      props.onSelectAll?.();
    } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && lineAt(groups, active)?.kind === 'head') {
      const { group } = lineAt(groups, active) ?? {};
      if (group !== undefined && group.open === (event.key === 'ArrowLeft')) open(active);
    } else return;
    event.preventDefault();
  };
  const tracks = columns.map((column) => column.width).join(' ');
  const lineId = (line: number): string => `${prefix}-${line}`;
  // Rows keep the first of these, so that they need not be drawn anew; what they call is the newest.
  const newest = useRef({ choose, open });
  useEffect(() => {
    newest.current = { choose, open };
  });
  const chooseNewest = useCallback<TableRowProps['onChoose']>((line, keys) => newest.current.choose(line, keys), []);
  const openNewest = useCallback((line: number) => newest.current.open(line), []);

  return (
    <div
      ref={scroller}
      className={styles['table']}
      role={groups.some(({ title }) => title !== null) ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      tabIndex={0}
      onKeyDown={press}
      {...(lines.some(({ index }) => index === active) ? { 'aria-activedescendant': lineId(active) } : {})}
    >
      <div role="rowgroup" className={styles['headRow']} style={{ display: 'block', padding: 0 }}>
        <div role="row" aria-rowindex={1} className={styles['headRow']} style={{ gridTemplateColumns: tracks }}>
          {columns.map((column) => (
            <span
              key={column.id}
              role="columnheader"
              className={classes(styles['cell'], column.align === 'end' && styles['end'])}
            >
              {column.titleHidden === true ? <span className="spoken">{column.title}</span> : column.title}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles['body']} style={{ height: `${virtual.getTotalSize()}px` }}>
        {lines.map((item) => {
          const line = lineAt(groups, item.index);
          if (line === undefined) return null;
          const place: CSSProperties = { transform: `translateY(${item.start}px)`, height: `${item.size}px` };
          const activeClass = item.index === active && styles['active'];
          if (line.kind === 'head') {
            return (
              <div
                key={`head-${line.group.id}`}
                id={lineId(item.index)}
                role="row"
                aria-rowindex={item.index + 2}
                aria-expanded={line.group.open}
                className={classes(styles['group'], activeClass)}
                style={place}
                onClick={() => {
                  setActive(item.index);
                  props.onToggle?.(line.group.id);
                }}
              >
                <span
                  role="gridcell"
                  aria-colspan={columns.length}
                  className={classes(styles['groupCell'], !line.group.open && styles['folded'])}
                >
                  <ChevronDown aria-hidden />
                  {line.group.title} <b className="tabular">{formatNumber(line.group.count)}</b>
                </span>
              </div>
            );
          }
          const row = rowAt(line.group.id, line.index);
          const id = row === undefined ? undefined : rowId(row);
          return (
            <TableRow
              key={`${line.group.id}/${line.index}`}
              id={lineId(item.index)}
              line={item.index}
              start={item.start}
              size={item.size}
              row={row}
              columns={columns}
              tracks={tracks}
              rowClass={row === undefined ? '' : (props.rowClass?.(row, line.group.id) ?? '')}
              active={item.index === active}
              selected={id !== undefined && selected.has(id)}
              draw={() =>
                columns.map((column) => (
                  <span
                    key={column.id}
                    role="gridcell"
                    className={classes(styles['cell'], column.align === 'end' && styles['end'])}
                  >
                    {row === undefined ? null : column.cell(row)}
                  </span>
                ))
              }
              onChoose={chooseNewest}
              onOpen={openNewest}
            />
          );
        })}
      </div>
    </div>
  );
}
