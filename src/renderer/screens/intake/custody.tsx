import type { ReactElement } from 'react';
import { faultCodes } from '../../../shared/faults.ts';
import type { CustodyView } from '../../../shared/views.ts';
import { classes } from '../../components/classes.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { formatBytes, formatMoment, formatTime } from '../../text/format.ts';
import { englishIntake } from '../../text/intake/en.ts';
import type { TextKey } from '../../text/index.ts';
import { textOf, useText } from '../../text/index.ts';
import { stateWord } from '../documents/state-mark.tsx';
import styles from './details.module.css';
import { withoutStop } from './item-standing.ts';

function isKey(key: string): key is TextKey<'intake'> {
  return Object.hasOwn(englishIntake, key);
}

/** What happened, in words; an event without words of its own is said as it is called. */
function eventWords(event: string): string {
  const key = `event-${event}`;
  return isKey(key) ? textOf('intake')(key) : event.replaceAll('-', ' ');
}

const ask: readonly string[] = ['held', 'held-again'];
const asking: readonly string[] = ['reviewRequired', 'failed', 'transferFailed'];
const good: readonly string[] = ['settled', 'exported', 'handed-over'];

/** An id as people compare it: its beginning and its end. */
function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

/** Details whose names are said, as text keys; ids are shortened for the eye. */
const idNames: readonly string[] = ['documentId', 'document', 'fileId', 'externalId', 'item', 'sha256', 'caseId'];

/** Details that only say again what the step says. */
const saidAlready: readonly string[] = ['decision', 'before', 'from'];

function detailWords({ detail }: CustodyView, whole: boolean): string {
  const say = textOf('intake');
  return Object.entries(detail)
    .flatMap(([name, value]) => {
      if (value === null || value === '' || (saidAlready.includes(name) && !whole)) return [];
      if (name === 'size' && typeof value === 'number') return [formatBytes(value)];
      if (name === 'state' && typeof value === 'string') return [stateWord(value, textOf('documents'))];
      const code = faultCodes.find((known) => known === value);
      if (code !== undefined && !whole)
        return [withoutStop(faultSentence({ code, retry: 'never', owner: 'clerk', params: {} }))];
      const words = idNames.includes(name) && !whole ? shortId(String(value)) : String(value);
      const key = `detail-${name}`;
      return [isKey(key) ? `${say(key)} ${words}` : words];
    })
    .join(' · ');
}

/** Whether nothing more happens by itself because a person is asked at the service. */
function waits({ event, detail }: CustodyView): boolean {
  return event === 'settled' && typeof detail['state'] === 'string' && asking.includes(detail['state']);
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
  const say = useText('intake');
  // What only machines need beside the step that says the same stays in the copied history.
  const rows = all.filter(({ event }) => event !== 'file-uploaded' && event !== 'document-linked');
  const newest = rows.at(-1);
  // The day stands above; what is of another day says so itself.
  const day = rows[0] === undefined ? '' : new Date(rows[0].at).toDateString();
  const when = (at: number): string => (new Date(at).toDateString() === day ? formatTime(at, true) : formatMoment(at));
  return (
    <>
      <ol>
        {rows.toReversed().map((row) => (
          <li key={row.sequence} className={styles['event']}>
            <time dateTime={new Date(row.at).toISOString()}>{when(row.at)}</time>
            <span
              className={classes(
                styles['dot'],
                (ask.includes(row.event) || waits(row)) && row === newest && styles['dotAsk'],
                good.includes(row.event) && !waits(row) && styles['dotGood'],
              )}
            />
            <span>
              {waits(row) ? say('event-waits') : eventWords(row.event)}
              <small className={classes(ask.includes(row.event) && styles['reason'])} title={detailWords(row, true)}>
                {detailWords(row, false)}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
