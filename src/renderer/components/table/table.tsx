import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown } from 'lucide-react';
import type { CSSProperties, ReactElement, ReactNode, RefObject } from 'react';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../text/format.ts';
import { classes } from '../classes.ts';
import type { TableRowProps } from './table-row.tsx';
import { TableRow } from './table-row.tsx';
import type { TableGroup } from './table-rows.ts';
import { lineAt, lineCount } from './table-rows.ts';
import styles from './table.module.css';
import type { ChosenTable } from './use-table-choice.ts';
import { useTableChoice } from './use-table-choice.ts';

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
export interface TableProps<Row> extends ChosenTable<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rowClass?: (row: Row, groupId: string) => string;
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

/** Reports which rows of each group are in sight, whenever that changes. */
function useSeen(
  lines: readonly { readonly index: number }[],
  groups: readonly TableGroup[],
  onSeen: TableProps<never>['onSeen'],
): void {
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
}

function TableHead<Row>({
  columns,
  tracks,
}: {
  readonly columns: readonly TableColumn<Row>[];
  readonly tracks: string;
}): ReactElement {
  return (
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
  );
}

/** The head of a group, which folds it. */
function GroupLine({
  id,
  index,
  group,
  columns,
  className,
  place,
  onPress,
}: {
  readonly id: string;
  readonly index: number;
  readonly group: TableGroup;
  readonly columns: number;
  readonly className: string | false | undefined;
  readonly place: CSSProperties;
  readonly onPress: () => void;
}): ReactElement {
  return (
    <div
      id={id}
      role="row"
      aria-level={1}
      aria-rowindex={index + 2}
      aria-expanded={group.open}
      className={classes(styles['group'], className)}
      style={place}
      onClick={onPress}
    >
      <span
        role="gridcell"
        aria-colspan={columns}
        className={classes(styles['groupCell'], !group.open && styles['folded'])}
      >
        <ChevronDown aria-hidden />
        {group.title} <b className="tabular">{formatNumber(group.count)}</b>
      </span>
    </div>
  );
}

/** See {@link TableProps}. Keyboard: arrows, page keys, Home, End; with Shift ranges, Ctrl+Space toggles, Ctrl+A all, letters find a name. */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { label, groups, rowAt, rowId, selected, onSeen } = props;
  const compact = typeof document !== 'undefined' && document.documentElement.dataset['density'] === 'compact';
  const rowHeight = props.rowHeight ?? (compact ? 28 : 32);
  const scroller = useRef<HTMLDivElement>(null);
  const room = useWidth(scroller);
  const columns = useMemo(() => props.columns.filter(({ from = 0 }) => from <= room), [props.columns, room]);
  const prefix = useId();
  const count = lineCount(groups);
  const grouped = groups.some(({ title }) => title !== null);
  // The list is measured anew as it scrolls; that is the library's way of working.
  // oxlint-disable-next-line react/incompatible-library
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
  useSeen(lines, groups, onSeen);
  const { active, setActive, choose, open, press } = useTableChoice(props, {
    count,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight * 10) / rowHeight) - 1),
    scrollTo: (line) => virtual.scrollToIndex(line),
  });
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
      role={grouped ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      tabIndex={0}
      onKeyDown={press}
      {...(lines.some(({ index }) => index === active) ? { 'aria-activedescendant': lineId(active) } : {})}
    >
      <TableHead columns={columns} tracks={tracks} />
      <div role="rowgroup" className={styles['body']} style={{ height: `${virtual.getTotalSize()}px` }}>
        {lines.map((item) => {
          const line = lineAt(groups, item.index);
          if (line === undefined) return null;
          const place: CSSProperties = { transform: `translateY(${item.start}px)`, height: `${item.size}px` };
          const activeClass = item.index === active && styles['active'];
          if (line.kind === 'head') {
            return (
              <GroupLine
                key={`head-${line.group.id}`}
                id={lineId(item.index)}
                index={item.index}
                group={line.group}
                columns={columns.length}
                className={activeClass}
                place={place}
                onPress={() => {
                  setActive(item.index);
                  props.onToggle?.(line.group.id);
                }}
              />
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
              level={grouped ? 2 : undefined}
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
