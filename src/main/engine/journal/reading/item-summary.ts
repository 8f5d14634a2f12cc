import type { ItemSummary, StageCountsView, StationFigures } from '../../../../shared/views.ts';
import type { SummaryQuery } from '../journal.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import { stationNumber } from '../storage/station.ts';
import { faultCode, groupStages, hasPlaces, isDone, limitsOf, needingYou, waitsForCase } from './item-groups.ts';

type Counts = Omit<ItemSummary, 'revision'>;
type Counter = 'waiting' | 'sending' | 'processing';
const counters: readonly Counter[] = ['waiting', 'sending', 'processing'];

/** Counts items by what happens next with them. `numbersOf` answers the numbers of all items that a search finds. */
export function itemSummary(
  database: Database,
  query: SummaryQuery,
  numbersOf: (search: string) => readonly number[],
): ItemSummary {
  const search = (query.search ?? '').trim();
  const revision = stationNumber(database, 'revision');
  const counts = search === '' ? countAll(database, query) : countFound(database, query, numbersOf(search));
  return { ...counts, revision };
}

function limitsFor(database: Database, query: SummaryQuery): readonly [string, readonly SqlValue[]] {
  const { conditions, values } = limitsOf(database, query);
  return [conditions.map((condition) => `AND ${condition}`).join(' '), values];
}

/** From the kept counts, the index of what is done, and a look at each item that needs a person. */
function countAll(database: Database, query: SummaryQuery): Counts {
  const [limits, values] = limitsFor(database, query);
  const needed = JSON.stringify(needingYou(database));
  const needing = stageRows(database, `i.number IN (SELECT value FROM json_each(?)) ${limits}`, query.doneSince, [
    needed,
    ...values,
  ]);
  const inOpenCases = countInOpenCases(database, `i.number NOT IN (SELECT value FROM json_each(?)) ${limits}`, [
    needed,
    ...values,
  ]);
  const byStage =
    limits === ''
      ? database.all('SELECT stage, sum(count) AS count FROM stage_counts GROUP BY stage')
      : database.all(
          `SELECT i.stage AS stage, count(*) AS count FROM items i INDEXED BY items_by_stage
           WHERE i.stage IN (SELECT value FROM json_each(?)) ${limits} GROUP BY i.stage`,
          JSON.stringify(groupStages['on-its-way']),
          ...values,
        );
  const done = database.get(
    `SELECT count(*) AS count FROM items i INDEXED BY items_done WHERE ${isDone} AND i.stage_since >= ? ${limits}`,
    query.doneSince,
    ...values,
  );
  const [waiting = 0, sending = 0, processing = 0] = counters.map(
    (counter) => sumOf(byStage, counter, 'count') - sumOf(needing, counter, 'count'),
  );
  return {
    waiting: waiting + inOpenCases,
    sending: sending - inOpenCases,
    processing,
    needsYou: needing.reduce((sum, row) => sum + number(row, 'count'), 0),
    done: (done === undefined ? 0 : number(done, 'count')) - sumOf(needing, 'done', 'lately'),
  };
}

/** Items that count as sending by their stage, and wait for their case. */
function countInOpenCases(database: Database, where: string, values: readonly SqlValue[]): number {
  if (!hasPlaces(database)) return 0;
  const row = database.get(
    `SELECT count(*) AS count FROM items i INDEXED BY items_by_stage WHERE i.stage = 'uploaded' AND ${waitsForCase} AND ${where}`,
    ...values,
  );
  return row === undefined ? 0 : number(row, 'count');
}

function stageRows(database: Database, where: string, since: number, values: readonly SqlValue[]): readonly RawRow[] {
  return database.all(
    `SELECT i.stage AS stage, count(*) AS count, sum(i.stage_since >= ?) AS lately FROM items i
     WHERE ${where} GROUP BY i.stage`,
    since,
    ...values,
  );
}

function sumOf(rows: readonly RawRow[], group: Counter | 'done', column: 'count' | 'lately'): number {
  return rows.reduce(
    (sum, row) => (groupStages[group].some((stage) => stage === text(row, 'stage')) ? sum + number(row, column) : sum),
    0,
  );
}

function countFound(database: Database, query: SummaryQuery, found: readonly number[]): Counts {
  const [limits, values] = limitsFor(database, query);
  const needing = new Set(needingYou(database));
  const rowsOf = (numbers: readonly number[]): readonly RawRow[] =>
    stageRows(database, `i.number IN (SELECT value FROM json_each(?)) ${limits}`, query.doneSince, [
      JSON.stringify(numbers),
      ...values,
    ]);
  const needed = rowsOf(found.filter((each) => needing.has(each)));
  const others = found.filter((each) => !needing.has(each));
  const rest = rowsOf(others);
  const inOpenCases = countInOpenCases(database, `i.number IN (SELECT value FROM json_each(?)) ${limits}`, [
    JSON.stringify(others),
    ...values,
  ]);
  return {
    waiting: sumOf(rest, 'waiting', 'count') + inOpenCases,
    sending: sumOf(rest, 'sending', 'count') - inOpenCases,
    processing: sumOf(rest, 'processing', 'count'),
    needsYou: needed.reduce((sum, row) => sum + number(row, 'count'), 0),
    done: sumOf(rest, 'done', 'lately'),
  };
}

/** What is counted of a station. The oldest of a stage is the first of its index: items are numbered as they are taken in. */
export function stationFigures(database: Database, stages: StageCountsView): StationFigures {
  const held = database.all(
    `SELECT coalesce(${faultCode}, 'unknown') AS code, count(*) AS count FROM items INDEXED BY items_by_stage
     WHERE stage = 'held' GROUP BY code`,
  );
  const since = groupStages['on-its-way'].flatMap((stage) => {
    const row = database.get(
      `SELECT taken_in_at AS at FROM items
       WHERE number = (SELECT min(number) FROM items INDEXED BY items_by_stage WHERE stage = ?)`,
      stage,
    );
    return row === undefined ? [] : [number(row, 'at')];
  });
  return {
    stages,
    held: Object.fromEntries(held.map((row) => [text(row, 'code'), number(row, 'count')])),
    oldestAt: since.length === 0 ? null : Math.min(...since),
  };
}
