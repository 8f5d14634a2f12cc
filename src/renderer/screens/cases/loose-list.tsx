import type { Virtualizer } from '@tanstack/react-virtual';
import { useVirtualizer } from '@tanstack/react-virtual';
import { GripVertical } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, ReactElement, RefObject } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { QueryAnswer } from '../../../shared/contract.ts';
import { classes } from '../../components/classes.ts';
import { useContextMenu } from '../../components/menu.tsx';
import { MiddleName } from '../../components/middle-name.tsx';
import { movedLine } from '../../components/table/table-keys.ts';
import { CustodyDialog } from '../../custody/custody-dialog.tsx';
import type { RowCommand } from '../../lists/row-commands.ts';
import { useClock } from '../../stores/clock.ts';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { formatSince, formatTime } from '../../text/format.ts';
import { textOf, useText } from '../../text/index.ts';
import styles from './cases.module.css';
import type { Chosen } from './choice.ts';
import { chooseFile, chooseFiles, takenWith, useChoice } from './choice.ts';
import { dragOf } from './drag.ts';
import { FileKind } from './file-kind.tsx';
import { askRole } from './role-menu.tsx';
import { roleWord } from './role-words.ts';
import type { RowPages } from '../../bridge/row-pages.ts';

type LooseAnswer = QueryAnswer<'open-cases.loose'>;
/** A loose file with the role it has already, if any. */
export type LooseRow = LooseAnswer['rows'][number];
/** Loose files page by page. */
export type LoosePages = RowPages<LooseRow, LooseAnswer>;

function When({ at }: { readonly at: number }): ReactElement {
  const words = useClock((now) => {
    const today = new Date(at).toDateString() === new Date(now).toDateString();
    return today ? formatTime(at) : formatSince(at, now);
  });
  return <time className="tabular">{words}</time>;
}

/** One loose file in the list. */
function LooseOption({
  id,
  row: { item, role },
  place: { index, count, active },
  style,
  onChoose,
}: {
  readonly id: string;
  readonly row: LooseRow;
  readonly place: { readonly index: number; readonly count: number; readonly active: boolean };
  readonly style: CSSProperties;
  readonly onChoose: (keys: { readonly shift: boolean; readonly toggle: boolean }) => void;
}): ReactElement {
  const files = useChoice((state) => state.files);
  const cut = useChoice((state) => state.cut);
  const dragged = useChoice((state) => state.dragged);
  return (
    <div
      id={id}
      role="option"
      aria-label={role === null ? item.name : `${item.name}, ${roleWord(role)}`}
      aria-selected={files.has(item.id)}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={classes(
        styles['looseRow'],
        active && styles['active'],
        (dragged?.has(item.id) === true || cut.has(item.id)) && styles['away'],
      )}
      style={style}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => onChoose({ shift: event.shiftKey, toggle: event.ctrlKey || event.metaKey })}
      onDoubleClick={() => openScreen('intake', { itemId: item.id })}
      {...dragOf(item.id, null)}
    >
      <GripVertical aria-hidden className={styles['grip']} />
      <FileKind name={item.name} />
      <MiddleName name={item.name} />
      <span className={styles['looseWhen']}>{role === null ? <When at={item.takenInAt} /> : roleWord(role)}</span>
    </div>
  );
}

/** What can be done with a loose file, or with all chosen ones where it is one of them. `at`: where its roles are offered. */
function looseCommands(
  { item, role }: LooseRow,
  at: Element,
  acts: { readonly onMove: () => void; readonly onCreate: (files: Chosen) => void; readonly onHistory: () => void },
): readonly RowCommand[] {
  const say = textOf('cases');
  const taken = takenWith(item.id, null);
  const itemIds = [...taken.keys()];
  const ask = { anchor: at, itemIds, projectId: item.projectId, first: [], role: taken.size === 1 ? role : null };
  return [
    { id: 'move', label: say('move-to'), onAction: acts.onMove },
    { id: 'role', label: say('set-role'), onAction: () => askRole(ask) },
    { id: 'create', label: say('new-case'), onAction: () => acts.onCreate(taken) },
    { id: 'item', label: say('to-item'), onAction: () => openScreen('intake', { itemId: item.id }) },
    { id: 'history', label: textOf('shared')('show-custody'), onAction: acts.onHistory },
  ];
}

/** The menus of loose files: what is not chosen is chosen first. */
function useLooseMenu(
  pages: LoosePages,
  onTake: (at: number) => void,
  activeLine: () => Element | null,
  acts: Pick<Parameters<typeof looseCommands>[2], 'onMove' | 'onCreate'>,
): ReturnType<typeof useContextMenu> & { readonly history: ReactElement | null } {
  const say = useText('cases');
  const [told, setTold] = useState<LooseRow['item'] | null>(null);
  const { on, menu } = useContextMenu(
    say('loose'),
    (inside) => {
      const line = inside.closest('[role=option]');
      const at = Number(line?.getAttribute('aria-posinset')) - 1;
      const row = pages.rowAt(at);
      if (line === null || row === undefined) return null;
      onTake(at);
      return looseCommands(row, line, { ...acts, onHistory: () => setTold(row.item) });
    },
    activeLine,
  );
  const close = (): void => setTold(null);
  return { on, menu, history: told && <CustodyDialog id={told.id} name={told.name} onClose={close} /> };
}

/** The lines of the list as they scroll; rows are asked for as they come in sight. */
function useLooseLines(
  { see }: LoosePages,
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  height: number,
): Virtualizer<HTMLDivElement, Element> {
  // The list is measured anew as it scrolls; that is the library's way of working.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    useFlushSync: false,
  });
  useEffect(() => virtual.measure(), [height, virtual]);
  const lines = virtual.getVirtualItems();
  const first = lines[0]?.index;
  const last = lines.at(-1)?.index;
  useEffect(() => {
    if (first !== undefined && last !== undefined) see(first, last);
  }, [first, last, see]);
  return virtual;
}

/** The loose files: a list of many, chosen by pointer or keys, dragged or moved from here. */
export function LooseList({
  pages,
  onMove,
  onCreate,
}: {
  readonly pages: LoosePages;
  readonly onMove: () => void;
  /** Makes a case of the chosen files. */
  readonly onCreate: (files: Chosen) => void;
}): ReactElement {
  const say = useText('cases');
  const compact = useStation((state) => state.settings?.window.density === 'compact');
  const height = compact ? 28 : 32;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const prefix = useId();
  const files = useChoice((state) => state.files);
  const count = pages.newest()?.total ?? 0;
  const virtual = useLooseLines(pages, scroller, count, height);
  const lines = virtual.getVirtualItems();

  const range = (to: number): void => {
    const chosen = new Map<string, string | null>();
    for (let line = Math.min(anchor.current, to); line <= Math.max(anchor.current, to); line += 1) {
      const row = pages.rowAt(line);
      if (row !== undefined) chosen.set(row.item.id, null);
    }
    chooseFiles(chosen);
  };
  const go = (to: number, keys: { readonly shift: boolean; readonly toggle: boolean }): void => {
    setActive(to);
    const row = pages.rowAt(to);
    if (keys.shift) return range(to);
    anchor.current = to;
    if (row !== undefined) chooseFile(row.item.id, null, keys.toggle);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const toggle = event.ctrlKey || event.metaKey;
    const to = movedLine(
      event.key,
      active,
      count,
      Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1),
    );
    if (to !== null) {
      event.preventDefault();
      virtual.scrollToIndex(to);
      if (toggle) setActive(to);
      else go(to, { shift: event.shiftKey, toggle: false });
    } else if (event.key === ' ') {
      event.preventDefault();
      go(active, { shift: event.shiftKey, toggle: true });
    } else if (event.key === 'a' && toggle) {
      event.preventDefault();
      const all: Chosen = new Map(pages.loaded().map(({ item }) => [item.id, null]));
      chooseFiles(all);
    } else if (event.key === 'Enter' && files.size > 0) {
      event.preventDefault();
      onMove();
    }
  };
  const { on, menu, history } = useLooseMenu(
    pages,
    (at) => (files.has(pages.rowAt(at)?.item.id ?? '') ? setActive(at) : go(at, { shift: false, toggle: false })),
    () => document.querySelector(`#${CSS.escape(`${prefix}${String(active)}`)}`),
    { onMove, onCreate },
  );
  return (
    <>
      <div
        ref={scroller}
        role="listbox"
        aria-label={say('loose')}
        aria-multiselectable
        aria-describedby={`${prefix}hint`}
        aria-activedescendant={pages.rowAt(active) === undefined ? undefined : `${prefix}${active}`}
        tabIndex={0}
        className={styles['looseList']}
        onContextMenu={on.onContextMenu}
        onKeyDown={(event) => {
          on.onKeyDown(event);
          if (!event.defaultPrevented) onKeyDown(event);
        }}
      >
        <span id={`${prefix}hint`} className="spoken" role="presentation">
          {say('loose-hint')}
        </span>
        <div role="presentation" style={{ position: 'relative', height: `${virtual.getTotalSize()}px` }}>
          {lines.map(({ index, start }) => {
            const row = pages.rowAt(index);
            if (row === undefined) return null;
            return (
              <LooseOption
                key={row.item.id}
                id={`${prefix}${index}`}
                row={row}
                place={{ index, count, active: index === active }}
                style={{ transform: `translateY(${start}px)`, height: `${height}px` }}
                onChoose={(keys) => go(index, keys)}
              />
            );
          })}
        </div>
      </div>
      {menu}
      {history}
    </>
  );
}
