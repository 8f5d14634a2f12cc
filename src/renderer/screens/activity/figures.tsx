import { ChartColumn, Hand } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { FailedState } from '../../components/failed-state.tsx';
import { EmptyState } from '../../components/marks.tsx';
import { Segmented } from '../../components/tabs.tsx';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './activity.module.css';
import { Charts } from './charts.tsx';
import { Numbers } from './numbers.tsx';
import { Parts } from './parts.tsx';
import type { Bucket, Span } from './span.ts';
import { bucketsOf, spanOf } from './span.ts';
import type { Names } from './use-names.ts';
import { useReload } from '../../bridge/use-reload.ts';
import { spanWords } from './words.ts';

/** ms between two counts while events come, by span: long ones are more work and change less. */
const pauses: Readonly<Record<Span, number>> = { today: 2_000, week: 5_000, month: 15_000, quarter: 30_000 };

/** The instant, a minute apart, ms: at midnight the spans move on. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface FiguresProps {
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
  /** '' = all. */
  readonly sourceId: string;
  readonly projectId: string;
  readonly names: Names;
}

/** What came in, was processed and held in a span of time: charts, or the same numbers as a table. */
export function Figures({ span, onSpan, sourceId, projectId, names }: FiguresProps): ReactElement {
  const say = useText('activity');
  const [wanted, setWanted] = useState<Bucket>('day');
  const [as, setAs] = useState<'charts' | 'table'>('charts');
  const now = useMinute();
  const { from, to } = spanOf(span, now);
  const possible = bucketsOf(span);
  const bucket = possible.includes(wanted) ? wanted : (possible[0] ?? 'day');
  const { value, fault, reload } = useQuery<'activity.summary'>(
    {
      name: 'activity.summary',
      from,
      to,
      bucket,
      ...(sourceId === '' ? {} : { sourceId }),
      ...(projectId === '' ? {} : { projectId }),
    },
    { live: false },
  );
  useReload(reload, pauses[span]);
  const sum = (name: 'takenIn' | 'settled' | 'held'): number =>
    (value?.buckets ?? []).reduce((all, each) => all + each[name], 0);
  const held = sum('held');
  const empty = value !== undefined && sum('takenIn') + sum('settled') + held === 0;
  return (
    <div className={styles['figures']}>
      <div className={styles['strip']}>
        <dl className={styles['sums']}>
          <div>
            <dt>{say('taken-in')}</dt>
            <dd>{formatNumber(sum('takenIn'))}</dd>
          </div>
          <div>
            <dt>{say('settled')}</dt>
            <dd>{formatNumber(sum('settled'))}</dd>
          </div>
          <div className={classes(held > 0 && styles['asks'])}>
            <dt>
              {held > 0 && <Hand aria-hidden size={14} />} {say('held')}
            </dt>
            <dd>{formatNumber(held)}</dd>
          </div>
          <div title={say('from-file')}>
            <dt>{say('median-long')}</dt>
            <dd>{spanWords(value?.medianMs ?? null)}</dd>
          </div>
          <div title={say('from-file')}>
            <dt>{say('p95-long')}</dt>
            <dd>{spanWords(value?.p95Ms ?? null)}</dd>
          </div>
        </dl>
        <div className={styles['ways']}>
          {possible.length > 1 && (
            <Segmented
              label={say('bucket')}
              value={bucket}
              options={possible.map((each) => ({ value: each, label: say(each) }))}
              onChange={setWanted}
            />
          )}
          <Segmented
            label={say('as')}
            value={as}
            options={[
              { value: 'charts', label: say('as-charts') },
              { value: 'table', label: say('as-table') },
            ]}
            onChange={setAs}
          />
        </div>
      </div>
      {fault !== undefined && value === undefined && (
        <FailedState
          icon={<ChartColumn aria-hidden />}
          title={say('failed')}
          fault={fault}
          again={say('again')}
          onAgain={reload}
        />
      )}
      {empty && (
        <EmptyState
          icon={<ChartColumn aria-hidden />}
          title={say('empty-title')}
          actions={
            span === 'quarter' ? undefined : <Button onPress={() => onSpan('quarter')}>{say('empty-wider')}</Button>
          }
        >
          {say('empty-text')}
        </EmptyState>
      )}
      {value !== undefined && !empty && (
        <div className={styles['both']}>
          <div
            className={styles['overTime']}
            {...(as === 'charts' ? { tabIndex: 0, role: 'region', 'aria-label': say('view-figures') } : {})}
          >
            {as === 'charts' && <Charts buckets={value.buckets} bucket={bucket} span={span} />}
            <Numbers buckets={value.buckets.filter(({ at }) => at <= now)} bucket={bucket} spoken={as === 'charts'} />
          </div>
          <div className={styles['whose']} tabIndex={0} role="region" aria-label={say('by-source')}>
            <Parts title={say('by-source')} parts={value.sources} nameOf={names.sourceName} />
            <Parts title={say('by-project')} parts={value.projects} nameOf={names.projectName} />
          </div>
        </div>
      )}
    </div>
  );
}
