import type { ReactElement } from 'react';
import type { ActivityView } from '../../../shared/activity-views.ts';
import { classes } from '../../components/classes.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './activity.module.css';
import type { Bucket } from './span.ts';
import { bucketWords, spanWords } from './words.ts';

/** The numbers of the charts as a table, newest first; `spoken` = only read aloud. */
export function Numbers({
  buckets,
  bucket,
  spoken,
}: {
  readonly buckets: ActivityView['buckets'];
  readonly bucket: Bucket;
  readonly spoken: boolean;
}): ReactElement {
  const say = useText('activity');
  return (
    <div
      className={classes(styles['numbers'], spoken && 'spoken')}
      {...(spoken ? {} : { tabIndex: 0, role: 'region', 'aria-label': say('in-numbers') })}
    >
      <table>
        <caption>{say('in-numbers')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('when')}</th>
            <th scope="col">{say('taken-in')}</th>
            <th scope="col">{say('settled')}</th>
            <th scope="col">{say('held')}</th>
            <th scope="col">{say('median')}</th>
            <th scope="col">{say('p95')}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((each) => (
            <tr key={each.at}>
              <th scope="row">{bucketWords(each.at, bucket)}</th>
              <td>{formatNumber(each.takenIn)}</td>
              <td>{formatNumber(each.settled)}</td>
              <td>{formatNumber(each.held)}</td>
              <td>{spanWords(each.medianMs)}</td>
              <td>{spanWords(each.p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
