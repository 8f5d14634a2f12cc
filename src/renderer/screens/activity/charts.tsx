import type { ReactElement } from 'react';
import type { ActivityView } from '../../../shared/activity-views.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { Chart } from './chart.tsx';
import type { Bucket, Span } from './span.ts';
import { spans } from './span.ts';
import { bucketWords, spanWords, tickWords } from './words.ts';

const countSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
/** ms: full seconds, minutes, hours and days. */
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 4, 6, 12].map((hours) => hours * 3_600_000),
  ...[1, 2, 5, 10, 30].map((days) => days * 86_400_000),
];

/** What came in, was processed and held, and how long it took, over time. */
export function Charts({
  buckets,
  bucket,
  span,
}: {
  readonly buckets: ActivityView['buckets'];
  readonly bucket: Bucket;
  readonly span: Span;
}): ReactElement {
  const say = useText('activity');
  const at = buckets.map((each) => each.at);
  const of = (name: 'takenIn' | 'settled' | 'held' | 'medianMs' | 'p95Ms') => buckets.map((each) => each[name]);
  const point = (words: (each: ActivityView['buckets'][number]) => readonly string[]) => (index: number) => {
    const each = buckets[index];
    return each === undefined ? '' : `${bucketWords(each.at, bucket)}: ${words(each).join(', ')}`;
  };
  const shared = {
    at,
    xTitle: say(bucket === 'hour' ? 'axis-hour' : 'axis-day'),
    xWords: (instant: number) => tickWords(instant, bucket, spans[span]),
  };
  const counted = {
    ...shared,
    kind: 'bars',
    yTitle: say('axis-items'),
    yWords: (value: number) => formatNumber(value),
    steps: countSteps,
  } as const;
  return (
    <>
      <Chart
        {...counted}
        title={say('chart-counts')}
        series={[
          { label: say('taken-in'), values: of('takenIn'), colour: 'quiet' },
          { label: say('settled'), values: of('settled'), colour: 'accent' },
        ]}
        pointWords={point((each) => [
          `${say('taken-in')} ${formatNumber(each.takenIn)}`,
          `${say('settled')} ${formatNumber(each.settled)}`,
        ])}
      />
      <Chart
        {...counted}
        title={say('chart-held')}
        series={[{ label: say('held'), values: of('held'), colour: 'caution' }]}
        pointWords={point((each) => [`${say('held')} ${formatNumber(each.held)}`])}
      />
      <Chart
        {...shared}
        kind="lines"
        title={say('chart-times')}
        yTitle={say('axis-time')}
        yWords={spanWords}
        steps={timeSteps}
        series={[
          { label: say('median'), values: of('medianMs'), colour: 'accent' },
          { label: say('p95'), values: of('p95Ms'), colour: 'quiet', dashed: true },
        ]}
        pointWords={point((each) => [
          `${say('median')} ${spanWords(each.medianMs)}`,
          `${say('p95')} ${spanWords(each.p95Ms)}`,
        ])}
      />
    </>
  );
}
