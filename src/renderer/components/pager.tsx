import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatNumber } from '../text/format.ts';
import type { TextValues } from '../text/index.ts';
import { textOf } from '../text/index.ts';
import { Button } from './button.tsx';

/** Which rows of all are shown, and the way to the others. `size` = rows of a page; `total` null where nobody tells it. */
export function Pager({
  offset,
  shown,
  total,
  note,
  size,
  className,
  words,
  onMove,
}: {
  readonly offset: number;
  readonly shown: number;
  readonly total: number | null;
  /** With a search: how far it looked. */
  readonly note: string | undefined;
  readonly size: number;
  readonly className: string | undefined;
  /** The words of the screen. */
  readonly words: (key: 'previous' | 'next' | 'range' | 'range-open', values?: TextValues) => string;
  readonly onMove: (offset: number) => void;
}): ReactElement {
  const last = offset + shown;
  const more = total === null ? shown === size : last < total;
  const range = { from: formatNumber(offset + 1), to: formatNumber(last) };
  return (
    <div className={className}>
      <Button
        kind="icon"
        label={words('previous')}
        icon={<ChevronLeft aria-hidden />}
        why={offset === 0 ? textOf('shared')('why-first') : null}
        onPress={() => onMove(Math.max(0, offset - size))}
      />
      <span className="tabular" role="status">
        {shown > 0 &&
          (total === null ? words('range-open', range) : words('range', { ...range, total: formatNumber(total) }))}
        {note !== undefined && (shown > 0 ? ` · ${note}` : note)}
      </span>
      <Button
        kind="icon"
        label={words('next')}
        icon={<ChevronRight aria-hidden />}
        why={more ? null : textOf('shared')('why-last')}
        onPress={() => onMove(offset + size)}
      />
    </div>
  );
}
