import type { ReactElement } from 'react';
import type { CustodyView } from '../../../shared/views.ts';
import { classes } from '../../components/classes.ts';
import { formatDay, formatTime } from '../../text/format.ts';
import { englishIntake } from '../../text/intake/en.ts';
import type { TextKey } from '../../text/index.ts';
import { textOf } from '../../text/index.ts';
import styles from './intake.module.css';

function isKey(key: string): key is TextKey<'intake'> {
  return Object.hasOwn(englishIntake, key);
}

/** What happened, in words; an event without words of its own is said as it is called. */
export function eventWords(event: string): string {
  const key = `event-${event}`;
  return isKey(key) ? textOf('intake')(key) : event.replaceAll('-', ' ');
}

const ask: readonly string[] = ['held', 'held-again'];
const good: readonly string[] = ['settled', 'exported', 'handed-over'];

function detailWords({ detail }: CustodyView): string {
  return Object.values(detail)
    .filter((value) => value !== null && value !== '')
    .map(String)
    .join(' · ');
}

/** The history as lines of text for the clipboard, oldest first. */
export function custodyText(rows: readonly CustodyView[]): string {
  return rows
    .map((row) => `${new Date(row.at).toISOString()}\t${eventWords(row.event)}\t${row.actor}\t${detailWords(row)}`)
    .join('\n');
}

/** The history of an item, newest first. */
export function Custody({ rows }: { readonly rows: readonly CustodyView[] }): ReactElement {
  const newest = rows.at(-1);
  return (
    <>
      {newest !== undefined && <p className={styles['day']}>{formatDay(newest.at)}</p>}
      <ol>
        {rows.toReversed().map((row) => (
          <li key={row.sequence} className={styles['event']}>
            <time dateTime={new Date(row.at).toISOString()}>{formatTime(row.at, true)}</time>
            <span
              className={classes(
                styles['dot'],
                ask.includes(row.event) && row === newest && styles['dotAsk'],
                good.includes(row.event) && styles['dotGood'],
              )}
            />
            <span>
              {eventWords(row.event)}
              <small title={detailWords(row)}>{detailWords(row)}</small>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
