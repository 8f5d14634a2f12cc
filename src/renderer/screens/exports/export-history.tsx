import type { ReactElement } from 'react';
import type { CustodyView, ExportView } from '../../../shared/views.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { classes } from '../../components/classes.ts';
import { formatDay, formatTime } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { sentenceOf } from '../activity/sentence.ts';
import styles from './history.module.css';

/** What a document's own history tells of its hand-over. */
const reports: readonly string[] = ['reporting', 'transfer-reported', 'report-unclear', 'report-refused'];
const steps: readonly string[] = ['writing', 'publishing'];
const asks: readonly string[] = ['held', 'report-refused'];
const good: readonly string[] = ['written', 'reported', 'transfer-reported'];

interface LineProps {
  readonly row: CustodyView;
  readonly newest: boolean;
  /** '' where the line above is of the same day. */
  readonly day: string;
}

function Line({ row, newest, day }: LineProps): ReactElement {
  const { before, after, reason, facts } = sentenceOf(row);
  // The name stands above the history: here the sentence goes without it.
  const plain = `${before}${after}`.replace(/^[:\s]+/u, '');
  const words = plain.charAt(0).toUpperCase() + plain.slice(1);
  // The path stands with the line that says the file is there.
  const said = steps.includes(row.event) ? [] : facts;
  const small = [reason, ...said, ...(row.actor === 'engine' ? [] : [row.actor])].filter((each) => each !== '');
  return (
    <li className={styles['event']}>
      <time dateTime={new Date(row.at).toISOString()}>
        {formatTime(row.at, true)}
        {day !== '' && <small>{day}</small>}
      </time>
      <span
        className={classes(
          styles['dot'],
          asks.includes(row.event) && newest && styles['dotAsk'],
          good.includes(row.event) && styles['dotGood'],
        )}
      />
      <span>
        {words}
        {small.map((each, index) => (
          <small key={index} className="copyable">
            {each}
          </small>
        ))}
      </span>
    </li>
  );
}

/** How an export came about and what the service was told of it, newest first. */
export function ExportHistory({ view }: { readonly view: ExportView }): ReactElement {
  const say = useText('exports');
  const own = useQuery<'custody.page'>({ name: 'custody.page', subjectId: view.id, limit: 500 }).value?.rows;
  const document = useQuery<'custody.page'>({ name: 'custody.page', subjectId: view.documentId, limit: 500 }).value
    ?.rows;
  const rows = [...(own ?? []), ...(document ?? []).filter(({ event }) => reports.includes(event))].sort(
    (a, b) => b.sequence - a.sequence,
  );
  if (own !== undefined && rows.length === 0) return <p className={styles['quiet']}>{say('no-history')}</p>;
  return (
    <ol>
      {rows.map((row, index) => {
        const day = formatDay(row.at);
        const above = rows[index - 1];
        const same = above !== undefined && formatDay(above.at) === day;
        return <Line key={row.sequence} row={row} newest={index === 0} day={same ? '' : day} />;
      })}
    </ol>
  );
}
