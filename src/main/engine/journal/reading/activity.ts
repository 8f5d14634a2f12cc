import type { ActivityView } from '../../../../shared/activity-views.ts';
import type { ActivityQuery } from '../journal.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';

/** Quarters of an hour: every time zone's hours and days begin with one. */
const slotMs = 900_000;
/** Items are numbered as they come; between that and the instant they were noticed lies no more than this, ms. */
const slackMs = 3_600_000;
/** More bars than anybody can see; the first ones are shown. */
const mostBuckets = 10_000;

type Kind = 'takenIn' | 'settled' | 'held';
type Counted = Record<Kind, number> & { medianMs: number | null; p95Ms: number | null };
interface Slot {
  readonly at: number;
  readonly sourceId: string;
  readonly projectId: string;
  readonly count: number;
  readonly kind: Kind;
}

/** Items that settled, as columns of one length: how long each took from file to settled, ms, sorted; and when, and whose it is. */
interface Durations {
  readonly took: Float64Array;
  readonly at: Float64Array;
  readonly sourceIds: readonly string[];
  readonly projectIds: readonly string[];
}

/** Counts what came in, settled and was held, by hour or day of this computer's time zone, source and project. */
export function activityOf(database: Database, query: ActivityQuery): ActivityView {
  const [filter, values] = filterOf(query);
  const slots = [...takenIn(database, query, filter, values), ...ended(database, query, filter, values)];
  const durations = durationsOf(database, query, filter, values);
  return {
    buckets: bucketsOf(query, slots, durations),
    medianMs: percentile(durations.took, 0.5),
    p95Ms: percentile(durations.took, 0.95),
    sources: partsOf(slots, ({ sourceId }) => sourceId, durations, durations.sourceIds),
    projects: partsOf(slots, ({ projectId }) => projectId, durations, durations.projectIds),
  };
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

function slotOf(row: RawRow, kind: Kind): Slot {
  return {
    at: number(row, 'slot') * slotMs,
    sourceId: text(row, 'source_id'),
    projectId: text(row, 'project_id'),
    count: number(row, 'count'),
    kind,
  };
}

function takenIn(
  database: Database,
  query: ActivityQuery,
  filter: string,
  values: readonly SqlValue[],
): readonly Slot[] {
  return database
    .all(
      `SELECT i.taken_in_at / ${String(slotMs)} AS slot, i.source_id, i.project_id, count(*) AS count FROM items i
       WHERE i.number >= ? AND i.number < ? AND i.taken_in_at >= ? AND i.taken_in_at < ? ${filter} GROUP BY 1, 2, 3`,
      numberAt(database, query.from - slackMs),
      numberAt(database, query.to + slackMs),
      query.from,
      query.to,
      ...values,
    )
    .map((row) => slotOf(row, 'takenIn'));
}

const ends = `custody c INDEXED BY custody_ends CROSS JOIN items i ON i.id = c.subject_id
  WHERE c.event IN ('settled', 'held') AND c.at >= ? AND c.at < ?`;

function ended(database: Database, query: ActivityQuery, filter: string, values: readonly SqlValue[]): readonly Slot[] {
  return database
    .all(
      `SELECT c.event AS event, c.at / ${String(slotMs)} AS slot, i.source_id, i.project_id, count(*) AS count
       FROM ${ends} ${filter} GROUP BY 1, 2, 3, 4`,
      query.from,
      query.to,
      ...values,
    )
    .map((row) => slotOf(row, row['event'] === 'held' ? 'held' : 'settled'));
}

function durationsOf(database: Database, query: ActivityQuery, filter: string, values: readonly SqlValue[]): Durations {
  const rows = database.all(
    `SELECT c.at - i.taken_in_at AS took, c.at AS at, i.source_id, i.project_id
     FROM ${ends} AND c.event = 'settled' ${filter} ORDER BY took`,
    query.from,
    query.to,
    ...values,
  );
  return {
    took: Float64Array.from(rows, (row) => Math.max(0, number(row, 'took'))),
    at: Float64Array.from(rows, (row) => number(row, 'at')),
    sourceIds: rows.map((row) => text(row, 'source_id')),
    projectIds: rows.map((row) => text(row, 'project_id')),
  };
}

function percentile(sorted: ArrayLike<number>, part: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null;
}

/** Fills in the times of each group; what is sorted as a whole stays sorted in each of them. */
function setTimes<Key>(groups: ReadonlyMap<Key, Counted>, { took }: Durations, keyAt: (index: number) => Key): void {
  const times = new Map<Key, number[]>();
  took.forEach((time, index) => {
    const key = keyAt(index);
    const own = times.get(key);
    if (own === undefined) times.set(key, [time]);
    else own.push(time);
  });
  for (const [key, sorted] of times) {
    const group = groups.get(key);
    if (group === undefined) continue;
    group.medianMs = percentile(sorted, 0.5);
    group.p95Ms = percentile(sorted, 0.95);
  }
}

function nothingCounted(): Counted {
  return { takenIn: 0, settled: 0, held: 0, medianMs: null, p95Ms: null };
}

/** Beginning of the hour or day of this computer's time zone in which the instant lies. */
function beginOf(at: number, bucket: ActivityQuery['bucket']): number {
  const day = new Date(at);
  if (bucket === 'day') day.setHours(0, 0, 0, 0);
  else day.setMinutes(0, 0, 0);
  return day.getTime();
}

function nextOf(at: number, bucket: ActivityQuery['bucket']): number {
  if (bucket === 'hour') return at + 4 * slotMs;
  const day = new Date(at);
  day.setDate(day.getDate() + 1);
  return day.getTime();
}

function bucketsOf(query: ActivityQuery, slots: readonly Slot[], durations: Durations): ActivityView['buckets'] {
  const buckets = new Map<number, Counted & { readonly at: number }>();
  let at = beginOf(query.from, query.bucket);
  while (at < query.to && buckets.size < mostBuckets) {
    buckets.set(at, { at, ...nothingCounted() });
    at = nextOf(at, query.bucket);
  }
  for (const slot of slots) {
    const bucket = buckets.get(beginOf(slot.at, query.bucket));
    if (bucket !== undefined) bucket[slot.kind] += slot.count;
  }
  const begins = new Map<number, number>();
  setTimes(buckets, durations, (index) => {
    const slot = Math.floor((durations.at[index] ?? 0) / slotMs) * slotMs;
    const known = begins.get(slot) ?? beginOf(slot, query.bucket);
    begins.set(slot, known);
    return known;
  });
  return [...buckets.values()];
}

function partsOf(
  slots: readonly Slot[],
  idOf: (slot: Slot) => string,
  durations: Durations,
  ids: readonly string[],
): ActivityView['sources'] {
  const parts = new Map<string, Counted & { readonly id: string }>();
  for (const slot of slots) {
    const id = idOf(slot);
    const part = parts.get(id) ?? { id, ...nothingCounted() };
    part[slot.kind] += slot.count;
    parts.set(id, part);
  }
  setTimes(parts, durations, (index) => ids[index] ?? '');
  return [...parts.values()].sort((a, b) => b.takenIn - a.takenIn || (a.id < b.id ? -1 : 1));
}
