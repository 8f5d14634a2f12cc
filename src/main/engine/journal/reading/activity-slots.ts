import type { ActivityQuery } from '../journal.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';

/** Quarters of an hour: every time zone's hours and days begin with one. */
export const slotMs = 900_000;
/** Items are numbered as they come; between that and the instant they were noticed lies no more than this, ms. */
const slackMs = 3_600_000;
/** What is read at once, so that commits go in between: a few ms. */
const numbersAtOnce = 10_000;
const endsAtOnce = 4_000;

/** What happened to the items of one source and project in one quarter of an hour; several may tell of the same. */
export interface Slot {
  /** Its beginning, ms. */
  readonly at: number;
  readonly sourceId: string;
  readonly projectId: string;
  readonly count: number;
  readonly kind: 'takenIn' | 'settled' | 'held';
  /** How long each took from file to settled, ms; of what settled. */
  readonly took: readonly number[];
}

/** Reads what came in, settled and was held, slice by slice. */
export function* activitySlots(database: Database, query: ActivityQuery): Generator<readonly Slot[]> {
  const [filter, values] = filterOf(query);
  const last = numberAt(database, query.to + slackMs);
  for (let first = numberAt(database, query.from - slackMs); first < last; first += numbersAtOnce) {
    yield takenIn(database, query, [first, Math.min(last, first + numbersAtOnce)], filter, values);
  }
  for (let from = query.from; from < query.to;) {
    const until = endOfSlice(database, from, query.to);
    yield ended(database, [from, until], filter, values);
    from = until;
  }
}

function filterOf({ sourceId, projectId }: ActivityQuery): readonly [string, readonly SqlValue[]] {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (sourceId !== undefined) {
    conditions.push('AND i.source_id = ?');
    values.push(sourceId);
  }
  if (projectId !== undefined) {
    conditions.push('AND i.project_id = ?');
    values.push(projectId);
  }
  return [conditions.join(' '), values];
}

/** The first item number that was taken in at or after the instant, found by halving. */
function numberAt(database: Database, at: number): number {
  const ends = database.get('SELECT coalesce(min(number), 0) AS low, coalesce(max(number), 0) + 1 AS high FROM items');
  let low = ends === undefined ? 0 : number(ends, 'low');
  let high = ends === undefined ? 0 : number(ends, 'high');
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = database.get('SELECT number, taken_in_at FROM items WHERE number >= ? ORDER BY number LIMIT 1', middle);
    if (row === undefined || number(row, 'taken_in_at') >= at) high = middle;
    else low = number(row, 'number') + 1;
  }
  return low;
}

function takenIn(
  database: Database,
  query: ActivityQuery,
  [first, end]: readonly [number, number],
  filter: string,
  values: readonly SqlValue[],
): readonly Slot[] {
  return database
    .all(
      `SELECT i.taken_in_at / ${String(slotMs)} AS slot, i.source_id, i.project_id, count(*) AS count FROM items i
       WHERE i.number >= ? AND i.number < ? AND i.taken_in_at >= ? AND i.taken_in_at < ? ${filter} GROUP BY 1, 2, 3`,
      first,
      end,
      query.from,
      query.to,
      ...values,
    )
    .map((row) => slotOf(row, 'takenIn'));
}

const ends = `custody c INDEXED BY custody_ends`;
const endsBetween = `c.event IN ('settled', 'held') AND c.at >= ? AND c.at < ?`;

/** The end of a slice that begins with `from`. Events of one millisecond stay in one slice. */
function endOfSlice(database: Database, from: number, to: number): number {
  const next = database.get(
    `SELECT c.at AS at FROM ${ends} WHERE ${endsBetween} ORDER BY c.at LIMIT 1 OFFSET ${String(endsAtOnce)}`,
    from,
    to,
  );
  return next === undefined ? to : Math.max(number(next, 'at'), from + 1);
}

/** One row for all that is counted together, its times as one text: a row for each item costs more than everything else. */
function ended(
  database: Database,
  [from, until]: readonly [number, number],
  filter: string,
  values: readonly SqlValue[],
): readonly Slot[] {
  return database
    .all(
      `SELECT c.event AS event, c.at / ${String(slotMs)} AS slot, i.source_id, i.project_id, count(*) AS count,
         group_concat(max(0, c.at - i.taken_in_at)) AS took
       FROM ${ends} CROSS JOIN items i ON i.id = c.subject_id WHERE ${endsBetween} ${filter} GROUP BY 1, 2, 3, 4`,
      from,
      until,
      ...values,
    )
    .map((row) =>
      row['event'] === 'held' ? slotOf(row, 'held') : slotOf(row, 'settled', text(row, 'took').split(',').map(Number)),
    );
}

function slotOf(row: RawRow, kind: Slot['kind'], took: readonly number[] = []): Slot {
  return {
    at: number(row, 'slot') * slotMs,
    sourceId: text(row, 'source_id'),
    projectId: text(row, 'project_id'),
    count: number(row, 'count'),
    kind,
    took,
  };
}
