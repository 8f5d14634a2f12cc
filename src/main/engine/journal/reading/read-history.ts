import type { CustodyRow } from '../records.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import { countActivity } from './activity.ts';
import { atOnce } from './read-types.ts';
import type { ReadRows, MakesReads } from './read-types.ts';
import { custodyFrom, unreadableLine } from './rows.ts';

/** Reads of the history: of one subject in order, as a log from its end, and counted over time. */
export const createHistoryReads = ((database: Database, readRows: ReadRows) => {
  /** Returns one line for each row: readers page through a history and take a short page for the last one. */
  const linesOf = (rows: readonly RawRow[]): readonly CustodyRow[] =>
    rows.map((row) => readRows([row], 'custody', custodyFrom)[0] ?? unreadableLine(row));
  return {
    custody: ({ subjectIds, after, limit }) =>
      linesOf(
        subjectIds === undefined
          ? database.all('SELECT * FROM custody WHERE sequence > ? ORDER BY sequence LIMIT ?', after ?? 0, limit)
          : database.all(
              `SELECT * FROM custody
               WHERE subject_id IN (SELECT value FROM json_each(?)) AND sequence > ? ORDER BY sequence LIMIT ?`,
              JSON.stringify(subjectIds),
              after ?? 0,
              limit,
            ),
      ),
    log({ subject, event, since, before, limit }) {
      const conditions = ['sequence < ?'];
      const values: SqlValue[] = [before ?? Number.MAX_SAFE_INTEGER];
      if (subject !== undefined) {
        conditions.push('subject = ?');
        values.push(subject);
      }
      if (event !== undefined) {
        conditions.push('event = ?');
        values.push(event);
      }
      if (since !== undefined) {
        conditions.push('sequence >= ?', 'at >= ?');
        values.push(firstLineFrom(database, since - disorder), since);
      }
      const rows = database.all(
        `SELECT * FROM custody WHERE ${conditions.join(' AND ')} ORDER BY sequence DESC LIMIT ?`,
        ...values,
        limit,
      );
      return linesOf(rows);
    },
    activity: (query) => atOnce(countActivity(database, query)),
  };
}) satisfies MakesReads;

/** ms by which a line may be written after one of a later instant. */
const disorder = 3_600_000;

/** The sequence at which the lines from an instant (ms) on begin: they are written in the order of time, so that few are looked at. */
function firstLineFrom(database: Database, since: number): number {
  const ends = database.get('SELECT min(sequence) AS first, max(sequence) AS last FROM custody');
  let [low, high] = [Number(ends?.['first'] ?? 0), Number(ends?.['last'] ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = database.get('SELECT at FROM custody WHERE sequence >= ? ORDER BY sequence LIMIT 1', middle);
    if (line !== undefined && Number(line['at']) < since) low = middle + 1;
    else high = middle;
  }
  return low;
}
