import { Eraser, Scissors, TriangleAlert } from 'lucide-react';
import { memo, type MouseEvent, type ReactElement } from 'react';
import type { ScanPageView } from '../../../../shared/scanning.ts';
import { classes } from '../../../components/classes.ts';
import { formatNumber } from '../../../text/format.ts';
import { type Say, useText } from '../../../text/index.ts';
import { doubts } from './arrangement.ts';
import { pageDrag } from './page-drag.ts';
import { PagePicture } from './page-picture.tsx';
import styles from './pages.module.css';
import { selectPages, showPage, useScan } from '../scan-store.ts';

/** Longer side of a thumbnail's picture, pixels. */
const thumbPicture = 360;

/** What is doubtful about a page, in a word; '' where nothing is. */
function doubtWords(page: ScanPageView, say: Say<'scan'>): string {
  const [doubt] = doubts(page);
  if (doubt === 'too-long') return say('mark-too-long');
  if (doubt === 'askew') return say('mark-askew', { degrees: formatNumber(Math.abs(page.skewDegrees ?? 0), 1) });
  return doubt === 'blank' ? say('mark-looks-blank') : '';
}

/** The ids of all pages in the list, in their order; for choosing a row of them. */
function idsAround(thumb: Element): readonly string[] {
  const list = thumb.closest('[data-pages]');
  return [...(list?.querySelectorAll<HTMLElement>('[data-page]') ?? [])].map(({ dataset }) => dataset['page'] ?? '');
}

/**
 * A page among the others: its picture, its number, and what is to be said of it. With hundreds of them only those are drawn anew that
 * changed.
 */
export const Thumb = memo(function Thumb({
  sessionId,
  documentId,
  page,
  number,
  index,
  tabStop,
}: {
  readonly sessionId: string;
  readonly documentId: string;
  readonly page: ScanPageView;
  readonly number: number;
  /** Its place among all pages of its document. */
  readonly index: number;
  readonly tabStop: boolean;
}): ReactElement {
  const say = useText('scan');
  const isShown = useScan((state) => state.pageId === page.id);
  const isSelected = useScan((state) => state.selected.has(page.id));
  const doubt = doubtWords(page, say);
  const out = page.leftOut === 'blank' || page.leftOut === 'separator' ? page.leftOut : null;
  const name =
    out !== null
      ? say(`page-name-${out}`, { number })
      : doubt === ''
        ? say('page-name', { number })
        : say('page-doubt', { number, doubt });
  const choose = (event: MouseEvent): void => {
    const { selected, pageId } = useScan.getState();
    if (event.shiftKey) {
      const ids = idsAround(event.currentTarget);
      const [from, to] = [ids.indexOf(pageId ?? page.id), ids.indexOf(page.id)];
      selectPages(page.id, ids.slice(Math.min(from, to), Math.max(from, to) + 1));
    } else if (event.ctrlKey || event.metaKey) {
      selectPages(page.id, selected);
    } else showPage(page.id);
  };
  return (
    <div
      role="option"
      aria-selected={isSelected}
      aria-label={name}
      tabIndex={tabStop ? 0 : -1}
      data-page={page.id}
      className={classes(styles['thumb'], isSelected && styles['chosen'], isShown && styles['shown'])}
      onClick={choose}
      onFocus={() => {
        if (useScan.getState().pageId === null) showPage(page.id);
      }}
      {...pageDrag(documentId, page.id, index)}
    >
      <PagePicture sessionId={sessionId} page={page} most={thumbPicture} label="" faded={out !== null} />
      <span className={styles['foot']}>
        <span className="tabular">{number}</span>
        {out !== null && (
          <span className={styles['mark']}>
            {out === 'blank' ? <Eraser aria-hidden /> : <Scissors aria-hidden />}
            <span>{say(`mark-${out}`)}</span>
          </span>
        )}
        {doubt !== '' && (
          <span className={classes(styles['mark'], styles['ask'])}>
            <TriangleAlert aria-hidden />
            <span>{doubt}</span>
          </span>
        )}
      </span>
    </div>
  );
});
