import type { ReactElement } from 'react';
import type { CustodyView } from '../../../shared/views.ts';
import { classes } from '../../components/classes.ts';
import { formatBytes, formatDay, formatTime } from '../../text/format.ts';
import { englishIntake } from '../../text/intake/en.ts';
import type { TextKey } from '../../text/index.ts';
import { textOf } from '../../text/index.ts';
import { stateWord } from '../documents/state-mark.tsx';
import styles from './intake.module.css';

function isKey(key: string): key is TextKey<'intake'> {
  return Object.hasOwn(englishIntake, key);
}

/** What happened, in words; an event without words of its own is said as it is called. */
function eventWords(event: string): string {
  const key = `event-${event}`;
  return isKey(key) ? textOf('intake')(key) : event.replaceAll('-', ' ');
}

const ask: readonly string[] = ['held', 'held-again'];
const good: readonly string[] = ['settled', 'exported', 'handed-over'];

/** An id as people compare it: its beginning and its end. */
function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

/** Details whose names are said, as text keys; ids are shortened for the eye. */
const idNames: readonly string[] = ['documentId', 'document', 'fileId', 'externalId', 'item', 'sha256', 'caseId'];

function detailWords({ detail }: CustodyView, whole: boolean): string {
  const say = textOf('intake');
  return Object.entries(detail)
    .flatMap(([name, value]) => {
      if (value === null || value === '') return [];
      if (name === 'size' && typeof value === 'number') return [formatBytes(value)];
      if (name === 'state' && typeof value === 'string') return [stateWord(value, textOf('documents'))];
      const words = idNames.includes(name) && !whole ? shortId(String(value)) : String(value);
      const key = `detail-${name}`;
      return [isKey(key) ? `${say(key)} ${words}` : words];
    })
    .join(' · ');
}

/** The history as lines of text for the clipboard, oldest first. */
export function custodyText(rows: readonly CustodyView[]): string {
  return rows
    .map(
      (row) => `${new Date(row.at).toISOString()}\t${eventWords(row.event)}\t${row.actor}\t${detailWords(row, true)}`,
    )
    .join('\n');
}

/** The history of an item, newest first. */
export function Custody({ rows: all }: { readonly rows: readonly CustodyView[] }): ReactElement {
  // What only machines need beside the step that says the same stays in the copied history.
  const rows = all.filter(({ event }) => event !== 'file-uploaded' && event !== 'document-linked');
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
              <small title={detailWords(row, true)}>{detailWords(row, false)}</small>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
