import { Hand } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { ItemGroup, ItemSummary } from '../../../shared/views.ts';
import { classes } from '../../components/classes.ts';
import { formatNumber } from '../../text/format.ts';
import type { Say } from '../../text/index.ts';
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

/** The groups that have a counter. */
export const countedGroups = counters.map(([group]) => group);

/** Days of {@link doneFrom}; '' is today, `0` ever. */
export const doneDays = ['', '7', '30', '0'] as const;

/** Since when what is done is shown, ms: since the beginning of today, of the day so many days ago, or ever. */
export function doneFrom(days: string, now: number): number {
  if (days === '0') return 0;
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.setDate(day.getDate() - (days === '' ? 0 : Number(days)));
}

/** What the group of that is called. */
export function doneWords(days: string, say: Say<'intake'>): string {
  return days === '' ? say('done') : days === '0' ? say('done-ever') : say('done-days', { number: days });
}

/** The counters; each limits the table to what it counts, again takes the limit away. */
export function Strip({
  summary,
  filter,
  since,
  onFilter,
  children,
}: {
  readonly summary: ItemSummary | undefined;
  readonly filter: CountedGroup | null;
  /** See {@link doneFrom}. */
  readonly since: string;
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
              {group === 'done' ? doneWords(since, say) : say(group)}{' '}
              <b className="tabular">{formatNumber(summary?.[count] ?? 0)}</b>
            </button>
          );
        })}
      </div>
      {children}
    </div>
  );
}
