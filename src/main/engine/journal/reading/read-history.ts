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

  let known: { readonly since: number; readonly first: number } | null = null;
  /**
   * The first line of an instant (ms) or later: lists are read from the newest on, and end there although clocks are set back now and then.
   * Lines are only added at the end, so that it stays the first.
   */
  function firstLineSince(since: number): number {
    if (known?.since === since) return known.first;
    // The sum keeps it on the index of instants.
    const first = database.get('SELECT min(+sequence) AS first FROM custody WHERE at >= ?', since)?.['first'] ?? null;
    if (first === null) return Number.MAX_SAFE_INTEGER;
    known = { since, first: Number(first) };
    return known.first;
  }

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
        values.push(firstLineSince(since), since);
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
