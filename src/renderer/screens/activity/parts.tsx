import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ActivityView } from '../../../shared/activity-views.ts';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './activity.module.css';
import { spanWords } from './words.ts';

/** Rows shown at first. */
const few = 8;

/** Counts and times of each source or project, with a bar for what came in. */
export function Parts({
  title,
  parts,
  nameOf,
}: {
  readonly title: string;
  readonly parts: ActivityView['sources'];
  readonly nameOf: (id: string) => string;
}): ReactElement {
  const say = useText('activity');
  const [all, setAll] = useState(false);
  const most = Math.max(1, ...parts.map(({ takenIn }) => takenIn));
  const shown = all ? parts : parts.slice(0, few);
  return (
    <section className={styles['parts']}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{say('taken-in')}</th>
            <th scope="col">{say('settled')}</th>
            <th scope="col">{say('held-column')}</th>
            <th scope="col">{say('median')}</th>
            <th scope="col">{say('p95')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((part) => (
            <tr key={part.id}>
              <th scope="row">
                <span className={styles['name']}>{nameOf(part.id)}</span>
                <span className={styles['bar']} style={{ width: `${Math.round((part.takenIn / most) * 100)}%` }} />
              </th>
              <td>{formatNumber(part.takenIn)}</td>
              <td>{formatNumber(part.settled)}</td>
              <td>{formatNumber(part.held)}</td>
              <td>{spanWords(part.medianMs)}</td>
              <td>{spanWords(part.p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > shown.length && (
        <Button kind="quiet" onPress={() => setAll(true)}>
          {say('show-all', { count: parts.length })}
        </Button>
      )}
    </section>
  );
}
