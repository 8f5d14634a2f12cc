import { Hand } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { ItemGroup, ItemSummary } from '../../../shared/views.ts';
import { classes } from '../../components/classes.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './intake.module.css';

/** A group that a counter limits the table to. */
export type CountedGroup = Exclude<ItemGroup, 'on-its-way'>;

const counters: readonly (readonly [group: CountedGroup, count: keyof ItemSummary])[] = [
  ['waiting', 'waiting'],
  ['sending', 'sending'],
  ['processing', 'processing'],
  ['needs-you', 'needsYou'],
  ['done', 'done'],
];

/** The counters; each limits the table to what it counts, again takes the limit away. */
export function Strip({
  summary,
  filter,
  onFilter,
  children,
}: {
  readonly summary: ItemSummary | undefined;
  readonly filter: CountedGroup | null;
  readonly onFilter: (group: CountedGroup | null) => void;
  readonly children?: ReactNode;
}): ReactElement {
  const say = useText('intake');
  return (
    <div className={styles['strip']}>
      <div role="group" aria-label={say('filter')} className={styles['counters']}>
        {counters.map(([group, count]) => {
          const asks = group === 'needs-you' && (summary?.needsYou ?? 0) > 0;
          return (
            <button
              key={group}
              type="button"
              className={classes(styles['counter'], asks && styles['asks'])}
              aria-pressed={filter === group}
              onClick={() => onFilter(filter === group ? null : group)}
            >
              {asks && <Hand aria-hidden />}
              {say(group)} <b className="tabular">{formatNumber(summary?.[count] ?? 0)}</b>
            </button>
          );
        })}
      </div>
      {children}
    </div>
  );
}
