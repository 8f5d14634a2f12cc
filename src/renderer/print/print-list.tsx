import type { ReactElement } from 'react';
import { useEffect } from 'react';
import type { SavedList } from '../lists/save-list.ts';
import type { TableCell } from '../../shared/table.ts';
import { showFault } from '../stores/toasts.ts';
import { formatDay, formatNumber, formatTime } from '../text/format.ts';
import { useText } from '../text/index.ts';
import styles from './print.module.css';
import { printSheet } from './printing.ts';

/** Rows that are printed; a longer list is one to be saved. */
const maxRows = 2_000;

function wordsOf(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return formatNumber(cell);
  return typeof cell === 'string' ? cell : `${formatDay(cell.at)} ${formatTime(cell.at)}`;
}

function Table({
  head,
  rows,
  isCut,
  note,
  onReady,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly isCut: boolean;
  readonly note: string;
  readonly onReady: () => void;
}): ReactElement {
  const say = useText('lists');
  useEffect(onReady, [onReady]);
  return (
    <>
      <table className={styles['list']}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{wordsOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && <p>{say('printed-cut', { count: maxRows })}</p>}
      {note !== '' && <p>{note}</p>}
    </>
  );
}

/** Prints a list: its first 2,000 rows, and what no row says anything in is left out. */
export async function printList<Row>({ title, columns, rows }: SavedList<Row>): Promise<void> {
  const read: (readonly TableCell[])[] = [];
  let note = '';
  for await (const part of rows()) {
    if (!part.ok) return showFault(part.fault);
    read.push(...part.value.map((row) => columns.map(({ cell }) => cell(row))));
    note = part.note ?? note;
    if (read.length > maxRows) break;
  }
  const told = columns.map((_, at) => at).filter((at) => read.some((cells) => wordsOf(cells[at] ?? null) !== ''));
  const only = <Cell,>(cells: readonly Cell[]): readonly Cell[] => cells.filter((_, at) => told.includes(at));
  printSheet({
    title,
    draw: (ready) => (
      <Table
        head={only(columns.map((column) => column.title))}
        rows={read.slice(0, maxRows).map(only)}
        isCut={read.length > maxRows}
        note={note}
        onReady={ready}
      />
    ),
  });
}
