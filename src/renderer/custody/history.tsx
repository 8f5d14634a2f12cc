import type { ReactElement } from 'react';
import { asksForPerson } from '../../shared/history/event-key.ts';
import type { CustodyView } from '../../shared/views.ts';
import { classes } from '../components/classes.ts';
import { sentenceOf } from '../screens/activity/sentence.ts';
import { formatDay, formatTime } from '../text/format.ts';
import styles from './history.module.css';

/** Steps whose path stands with the line that says the file is there. */
const steps: readonly string[] = ['writing', 'publishing'];
const asks: readonly string[] = ['held', 'held-again', 'report-refused'];
const good: readonly string[] = ['settled', 'exported', 'handed-over', 'written', 'reported', 'transfer-reported'];

/** The sentence of a line without the name, for places where the name stands above. */
function nameless(row: CustodyView): string {
  const { before, after } = sentenceOf(row);
  const plain = `${before}${after}`.replace(/^[:\s]+/u, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What goes with the sentence in small type: the reason, the facts, the content's fingerprint, who did it. */
function smallWords(row: CustodyView): readonly string[] {
  const { reason, facts } = sentenceOf(row);
  const hash = row.detail['sha256'];
  const said = steps.includes(row.event) ? [] : facts;
  return [
    reason,
    ...said,
    // As people compare it: its beginning and its end.
    typeof hash === 'string' ? `SHA-256 ${hash.slice(0, 6)}…${hash.slice(-4)}` : '',
    row.actor === 'engine' ? '' : row.actor,
  ].filter((each) => each !== '');
}

function Line({
  row,
  newest,
  day,
}: {
  readonly row: CustodyView;
  readonly newest: boolean;
  readonly day: string;
}): ReactElement {
  const asking = asks.includes(row.event) || asksForPerson(row);
  const dot = classes(
    styles['dot'],
    asking && newest && styles['dotAsk'],
    good.includes(row.event) && !asking && styles['dotGood'],
  );
  return (
    <li className={styles['event']}>
      <time dateTime={new Date(row.at).toISOString()}>
        {formatTime(row.at, true)}
        {day !== '' && <small>{day}</small>}
      </time>
      <span className={dot} />
      <span>
        {nameless(row)}
        {smallWords(row).map((each, index) => (
          <small key={index} className="copyable">
            {each}
          </small>
        ))}
      </span>
    </li>
  );
}

/** The history of one subject whose name stands above, given newest first. A day is said where it is another than in the line above. */
export function History({ rows, day }: { readonly rows: readonly CustodyView[]; readonly day?: string }): ReactElement {
  return (
    <ol>
      {rows.map((row, index) => {
        const own = formatDay(row.at);
        const above = rows[index - 1];
        const known = above === undefined ? day : formatDay(above.at);
        return <Line key={row.sequence} row={row} newest={index === 0} day={known === own ? '' : own} />;
      })}
    </ol>
  );
}

/** The history as lines of text for the clipboard, in the order given and in the words of the screen: when, what, and what goes with it. */
export function historyText(rows: readonly CustodyView[]): string {
  return rows
    .map((row) =>
      [`${formatDay(row.at)}, ${formatTime(row.at, true)}`, nameless(row), smallWords(row).join(' · ')]
        .join('\t')
        .trimEnd(),
    )
    .join('\n');
}
