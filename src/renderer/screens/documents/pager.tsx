import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import type { QueryAnswer } from '../../../shared/contract.ts';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './documents.module.css';

/** Documents of a page; the interface gives no more at once. */
export const pageSize = 50;

/** Which documents of all are shown, and the way to the others. */
export function Pager({
  offset,
  page,
  onMove,
}: {
  readonly offset: number;
  readonly page: QueryAnswer<'documents.list'> | undefined;
  readonly onMove: (offset: number) => void;
}): ReactElement {
  const say = useText('documents');
  const shown = page?.documents.length ?? 0;
  const total = page?.totalCount ?? null;
  const last = offset + shown;
  const more = total === null ? shown === pageSize : last < total;
  const range = { from: formatNumber(offset + 1), to: formatNumber(last) };
  return (
    <div className={styles['pager']}>
      <Button
        kind="icon"
        label={say('previous')}
        icon={<ChevronLeft aria-hidden />}
        disabled={offset === 0}
        onPress={() => onMove(Math.max(0, offset - pageSize))}
      />
      <span className="tabular" role="status">
        {shown > 0 &&
          (total === null ? say('range-open', range) : say('range', { ...range, total: formatNumber(total) }))}
        {page?.searched !== undefined && ` · ${say('searched', { count: formatNumber(page.searched) })}`}
      </span>
      <Button
        kind="icon"
        label={say('next')}
        icon={<ChevronRight aria-hidden />}
        disabled={!more}
        onPress={() => onMove(offset + pageSize)}
      />
    </div>
  );
}
