import { useVirtualizer } from '@tanstack/react-virtual';
import type { VirtualItem } from '@tanstack/react-virtual';
import { ChevronDown } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactElement } from 'react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../text/format.ts';
import { classes } from '../classes.ts';
import { asksForMenu, ContextMenu, placeBelow } from '../menu.tsx';
import type { MenuEntry, MenuPlace } from '../menu.tsx';
import { TableHead } from './table-head.tsx';
import type { TableColumn, TableLayout } from './table-columns.ts';
import type { TableRowProps } from './table-row.tsx';
import { TableRow } from './table-row.tsx';
import type { TableGroup } from './table-rows.ts';
import { lineAt, lineCount } from './table-rows.ts';
import styles from './table.module.css';
import { useColumnWidths } from './use-column-widths.ts';
import type { ChosenTable } from './use-table-choice.ts';
import { useTableChoice } from './use-table-choice.ts';

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
  /** How a person wants the columns; absent: they stay as they are. */
  readonly layout?: TableLayout;
  readonly onLayout?: (layout: TableLayout) => void;
  /** What can be done with the selected rows, for the menu of a row: a row that is not selected is selected first. */
  readonly commands?: readonly MenuEntry[];
  /** The same of one row, where opening its menu does not select it. */
  readonly commandsOf?: (row: Row) => readonly MenuEntry[];
  /** What can be done with a group, for the menu of its head. */
  readonly groupCommands?: (groupId: string) => readonly MenuEntry[];
}

const noWidths = {};
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

/** The menus of rows and heads of groups, by the right button, the menu key or Shift+F10. */
function useRowMenu<Row>(
  { label, groups, rowAt, rowId, selected, commands, commandsOf, groupCommands }: TableProps<Row>,
  choice: Pick<ReturnType<typeof useTableChoice>, 'active' | 'setActive' | 'choose'>,
  lineElement: (line: number) => Element | null,
): {
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onMenuKey: (event: KeyboardEvent) => void;
  readonly menu: ReactElement | null;
} {
  const [asked, setAsked] = useState<(MenuPlace & { readonly groupId: string | null; readonly row?: Row }) | null>(
    null,
  );
  const open = (line: number, place: MenuPlace): void => {
    const at = lineAt(groups, line);
    if (at === undefined) return;
    const row = at.kind === 'row' ? rowAt(at.group.id, at.index) : undefined;
    if (at.kind === 'row' && (row === undefined || (commands ?? commandsOf) === undefined)) return;
    if (row !== undefined && commandsOf !== undefined) {
      choice.setActive(line);
      return setAsked({ ...place, groupId: null, row });
    }
    if (row === undefined || selected.has(rowId(row))) choice.setActive(line);
    else choice.choose(line, { shift: false, toggle: false });
    setAsked({ ...place, groupId: at.kind === 'head' ? at.group.id : null });
  };
  const entriesOf = ({ groupId, row }: NonNullable<typeof asked>): readonly MenuEntry[] =>
    (groupId !== null ? groupCommands?.(groupId) : row !== undefined ? commandsOf?.(row) : commands) ?? [];
  const entries = asked === null ? [] : entriesOf(asked);
  return {
    onContextMenu(event) {
      const line = event.target instanceof Element ? event.target.closest('[role=row]') : null;
      if (line === null) return;
      event.preventDefault();
      open(Number(line.getAttribute('aria-rowindex')) - 2, { x: event.clientX, y: event.clientY });
    },
    onMenuKey(event) {
      event.preventDefault();
      const line = lineElement(choice.active);
      if (line !== null) open(choice.active, placeBelow(line));
    },
    menu:
      asked === null || entries.length === 0 ? null : (
        <ContextMenu label={label} place={asked} entries={entries} onClose={() => setAsked(null)} />
      ),
  };
}

/** The lines in sight. */
function TableLines<Row>({
  props,
  height,
  lines,
  columns,
  tracks,
  lineId,
  choice: { active, setActive, choose, open },
}: {
  readonly props: TableProps<Row>;
  readonly height: number;
  readonly lines: readonly VirtualItem[];
  readonly columns: readonly TableColumn<Row>[];
  readonly tracks: string;
  readonly lineId: (line: number) => string;
  readonly choice: ReturnType<typeof useTableChoice>;
}): ReactElement {
  const { groups, rowAt, rowId, selected } = props;
  const grouped = groups.some(({ title }) => title !== null);
  // Rows keep the first of these, so that they need not be drawn anew; what they call is the newest.
  const newest = useRef({ choose, open });
  useEffect(() => {
    newest.current = { choose, open };
  });
  const chooseNewest = useCallback<TableRowProps['onChoose']>((line, keys) => newest.current.choose(line, keys), []);
  const openNewest = useCallback((line: number) => newest.current.open(line), []);

  return (
    <div role="rowgroup" className={styles['body']} style={{ height: `${height}px` }}>
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
  );
}

/** See {@link TableProps}. Keyboard: arrows, page keys, Home, End; with Shift ranges, Ctrl+Space toggles, Ctrl+A all, letters find a name. */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { label, groups, onSeen } = props;
  const compact = typeof document !== 'undefined' && document.documentElement.dataset['density'] === 'compact';
  const rowHeight = props.rowHeight ?? (compact ? 28 : 32);
  const scroller = useRef<HTMLDivElement>(null);
  const { layout } = props;
  // A width while a mouse draws it.
  const [drawn, setDrawn] = useState<Readonly<Record<string, number>> | null>(null);
  const shown = useMemo(
    () => props.columns.filter(({ id }) => layout?.hidden.includes(id) !== true),
    [props.columns, layout?.hidden],
  );
  const { columns, tracks } = useColumnWidths(scroller, shown, drawn ?? layout?.widths ?? noWidths, props.beginning);
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
  const choice = useTableChoice(props, {
    count,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight * 10) / rowHeight) - 1),
    scrollTo: (line) => virtual.scrollToIndex(line),
  });
  const lineId = (line: number): string => `${prefix}-${line}`;
  const rowMenu = useRowMenu(props, choice, (line) => document.querySelector(`#${CSS.escape(lineId(line))}`));
  return (
    <>
      <div
        ref={scroller}
        className={styles['table']}
        role={grouped ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        tabIndex={0}
        onContextMenu={rowMenu.onContextMenu}
        onKeyDown={(event) => (asksForMenu(event) ? rowMenu.onMenuKey(event) : choice.press(event))}
        {...(lines.some(({ index }) => index === choice.active)
          ? { 'aria-activedescendant': lineId(choice.active) }
          : {})}
      >
        <TableHead
          columns={columns}
          every={props.columns}
          tracks={tracks}
          layout={layout}
          onLayout={(next) => props.onLayout?.(next)}
          onDraw={setDrawn}
        />
        <TableLines
          props={props}
          height={virtual.getTotalSize()}
          lines={lines}
          columns={columns}
          tracks={tracks}
          lineId={lineId}
          choice={choice}
        />
      </div>
      {rowMenu.menu}
    </>
  );
}
