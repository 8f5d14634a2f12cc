import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import type { OpenCaseView } from '../../../../shared/case-views.ts';
import type { QueryAnswer } from '../../../../shared/contract.ts';
import { useContextMenu } from '../../../components/menu.tsx';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import { useChoice } from '../choice.ts';
import { memberCommands, useOpenCaseCommands } from './open-case-commands.tsx';
import { OpenCaseCard } from './open-case-card.tsx';
import styles from './open-cases.module.css';
import type { RowPages } from '../../../bridge/row-pages.ts';

/** Open cases page by page. */
export type OpenCasePages = RowPages<OpenCaseView, QueryAnswer<'open-cases.page'>>;

/** px of an open case that is not there yet. */
const unknownHeight = 140;
/** px of an open case's head with its border, as in the style sheet. */
const headHeight = 42;

/** Moves the focus between open cases and files, which are all marked as lines. */
function moveFocus(event: KeyboardEvent, scroller: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.dataset['line'] === undefined) return;
  const lines = [...scroller.querySelectorAll<HTMLElement>('[data-line]')];
  const next = lines[lines.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** The open cases, drawn as far as they are in sight. */
export function OpenCaseList({
  pages,
  onMove,
}: {
  readonly pages: OpenCasePages;
  /** Asks where the chosen files go. */
  readonly onMove: () => void;
}): ReactElement {
  const say = useText('cases');
  const { commandsOf, questions } = useOpenCaseCommands();
  const { on, menu } = useContextMenu(say('open-case-list'), (inside) => {
    const card = inside.closest<HTMLElement>('[data-open-case]');
    const openCase = pages.find(({ id }) => id === card?.dataset['openCase']);
    if (openCase === undefined) return null;
    const line = inside.closest('li')?.querySelector<HTMLElement>('[data-file]') ?? null;
    const member = openCase.members.find(({ itemId }) => itemId === line?.dataset['file']);
    return line === null || member === undefined
      ? commandsOf(openCase)
      : memberCommands(openCase, member, line, onMove);
  });
  const scroller = useRef<HTMLDivElement>(null);
  const openCaseId = useChoice((state) => state.openCaseId);
  const compact = useStation((state) => state.settings?.window.density === 'compact');
  const row = compact ? 28 : 32;
  const count = pages.newest()?.total ?? 0;
  // The list is measured anew as it scrolls; that is the library's way of working.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const openCase = pages.rowAt(index);
      return openCase === undefined
        ? unknownHeight
        : headHeight + Math.min(13, Math.max(1, openCase.members.length)) * row;
    },
    getItemKey: (index) => pages.rowAt(index)?.id ?? index,
    gap: 12,
    paddingStart: 16,
    paddingEnd: 16,
    overscan: 4,
    useFlushSync: false,
  });
  const lines = virtual.getVirtualItems();
  const first = lines[0]?.index;
  const last = lines.at(-1)?.index;
  const { see } = pages;
  useEffect(() => {
    if (first !== undefined && last !== undefined) see(first, last);
  }, [first, last, see]);
  return (
    <div
      ref={scroller}
      className={styles['openCases']}
      role="group"
      aria-label={say('open-case-list')}
      onContextMenu={on.onContextMenu}
      onKeyDown={(event) => {
        on.onKeyDown(event);
        if (scroller.current !== null && !event.defaultPrevented) moveFocus(event, scroller.current);
      }}
    >
      {menu}
      {questions}
      <div style={{ position: 'relative', height: `${virtual.getTotalSize()}px` }}>
        {lines.map(({ index, key, start }) => {
          const openCase = pages.rowAt(index);
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles['place']}
              style={{ transform: `translateY(${start}px)` }}
            >
              {openCase === undefined ? (
                <div className={styles['unknown']} style={{ height: `${unknownHeight}px` }} />
              ) : (
                <OpenCaseCard openCase={openCase} shown={openCase.id === openCaseId} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
