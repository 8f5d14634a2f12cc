import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import type { PileView } from '../../../../shared/case-views.ts';
import type { QueryAnswer } from '../../../../shared/contract.ts';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import { useChoice } from '../choice.ts';
import { PileCard } from './pile-card.tsx';
import styles from './piles.module.css';
import type { RowPages } from '../../../bridge/row-pages.ts';

/** Piles page by page. */
export type PilePages = RowPages<PileView, QueryAnswer<'piles.page'>>;

/** px of a pile that is not there yet. */
const unknownHeight = 140;
/** px of a pile's head with its border, as in the style sheet. */
const headHeight = 42;

/** Moves the focus between piles and files, which are all marked as lines. */
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

/** The piles, drawn as far as they are in sight. */
export function PileList({ pages }: { readonly pages: PilePages }): ReactElement {
  const say = useText('cases');
  const scroller = useRef<HTMLDivElement>(null);
  const pileId = useChoice((state) => state.pileId);
  const compact = useStation((state) => state.settings?.window.density === 'compact');
  const row = compact ? 28 : 32;
  const count = pages.newest()?.total ?? 0;
  // The list is measured anew as it scrolls; that is the library's way of working.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const pile = pages.rowAt(index);
      return pile === undefined ? unknownHeight : headHeight + Math.min(13, Math.max(1, pile.members.length)) * row;
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
      className={styles['piles']}
      role="group"
      aria-label={say('pile-list')}
      onKeyDown={(event) => {
        if (scroller.current !== null) moveFocus(event, scroller.current);
      }}
    >
      <div style={{ position: 'relative', height: `${virtual.getTotalSize()}px` }}>
        {lines.map(({ index, key, start }) => {
          const pile = pages.rowAt(index);
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles['place']}
              style={{ transform: `translateY(${start}px)` }}
            >
              {pile === undefined ? (
                <div className={styles['unknown']} style={{ height: `${unknownHeight}px` }} />
              ) : (
                <PileCard pile={pile} shown={pile.id === pileId} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
