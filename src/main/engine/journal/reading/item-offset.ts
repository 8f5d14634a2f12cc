import { itemStages } from '../../../../shared/item.ts';
import type { ItemStage } from '../../../../shared/item.ts';
import type { ItemSort } from '../../../../shared/selection.ts';
import type { ItemQuery } from '../journal.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, SqlValue } from '../storage/database.ts';
import { isDone } from './item-groups.ts';
import type { Narrowed } from './item-groups.ts';

/** One ordered run of an index. */
interface Branch {
  readonly from: string;
  readonly where: readonly string[];
  readonly values: readonly SqlValue[];
}

/** Item numbers of a page that begins after `offset` rows, and how many rows there are. */
export interface OffsetPage {
  readonly numbers: readonly number[];
  readonly total: number;
}

/** A page of a list without a search: its runs come from one index each and are merged, from whichever end is nearer. */
export function offsetPage(database: Database, query: ItemQuery, narrowed: Narrowed, offset: number): OffsetPage {
  const branches = branchesOf(database, query, narrowed);
  const total = branches.reduce((sum, branch) => sum + countOf(database, branch), 0);
  const take = Math.min(query.limit, total - offset);
  if (take <= 0) return { numbers: [], total };
  const newest = query.order !== 'oldest';
  const fromEnd = offset > total / 2;
  const skip = fromEnd ? total - offset - take : offset;
  const direction = newest === fromEnd ? 'ASC' : 'DESC';
  const sql = branches.map(({ from, where }) => `SELECT i.number AS number FROM ${from} WHERE ${where.join(' AND ')}`);
  const numbers = database
    .all(
      `${sql.join(' UNION ALL ')} ORDER BY number ${direction} LIMIT ? OFFSET ?`,
      ...branches.flatMap(({ values }) => values),
      take,
      skip,
    )
    .map((row) => number(row, 'number'));
  return { numbers: fromEnd ? numbers.reverse() : numbers, total };
}

/** Orders in which nearly every item has a place of its own. */
const keys = { name: 'i.sort_key', since: 'i.stage_since' } as const;
/** Orders of a few values, each of which many items have. */
const groups = { source: 'i.source_id', project: 'i.project_id' } as const;

type Group = keyof typeof groups;

/** The values in the order that is asked for: those that it names, then the others. */
function valuesInOrder(values: Iterable<string>, { order = [], descending }: ItemSort): readonly string[] {
  const rankOf = (value: string): number =>
    order.findIndex((name) => name === value || (name.endsWith('-') && value.startsWith(name)));
  const ranked = [...values].map((value) => ({ value, rank: rankOf(value) }));
  const isBefore = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return ranked
    .sort((a, b) => {
      if (a.rank === -1 || b.rank === -1)
        return Number(a.rank === -1) - Number(b.rank === -1) || isBefore(a.value, b.value);
      return (a.rank - b.rank) * (descending ? -1 : 1) || isBefore(a.value, b.value);
    })
    .map(({ value }) => value);
}

/** What a search found, in another order than that of taking in. */
export function sortedNumbers(database: Database, found: readonly number[], sort: ItemSort): readonly number[] {
  const { by } = sort;
  if (by === 'source' || by === 'project') {
    const sql = `SELECT i.number AS number, ${groups[by]} AS value FROM json_each(?) f CROSS JOIN items i ON i.number = f.value`;
    const rows = database
      .all(sql, JSON.stringify(found))
      .map((row) => ({ number: number(row, 'number'), value: text(row, 'value') }));
    const places = new Map(valuesInOrder(new Set(rows.map(({ value }) => value)), sort).map((each, at) => [each, at]));
    const placeOf = (value: string): number => places.get(value) ?? 0;
    return rows.sort((a, b) => placeOf(a.value) - placeOf(b.value) || b.number - a.number).map((row) => row.number);
  }
  const direction = sort.descending ? 'DESC' : 'ASC';
  const order = `${keys[by]} ${direction}, i.number ${direction}`;
  const sql = `SELECT i.number AS number FROM items i WHERE i.number IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
  return database.all(sql, JSON.stringify(found)).map((row) => number(row, 'number'));
}

/** The index of names is walked from its beginning: for a smaller share of all items it is quicker to sort just those. */
const indexShare = 8;

function newestNumber(database: Database): number {
  const row = database.get('SELECT coalesce(max(number), 0) AS newest FROM items');
  return row === undefined ? 0 : number(row, 'newest');
}

/** A page of a list without a search in another order than that of taking in, from whichever end is nearer: along the index of that order where one knows it. */
export function sortedPage(
  database: Database,
  query: ItemQuery,
  narrowed: Narrowed,
  offset: number,
  sort: ItemSort,
): OffsetPage {
  const { by } = sort;
  if (by === 'source' || by === 'project') return groupedPage(database, query, narrowed, offset, by, sort);
  const branches = branchesOf(database, query, narrowed);
  const total = branches.reduce((sum, branch) => sum + countOf(database, branch), 0);
  const take = Math.min(query.limit, total - offset);
  if (take <= 0) return { numbers: [], total };
  const fromEnd = offset > total / 2;
  const skip = fromEnd ? total - offset - take : offset;
  const direction = sort.descending === fromEnd ? 'ASC' : 'DESC';
  const runs = by === 'name' && total * indexShare > newestNumber(database) ? [byName(query, narrowed)] : branches;
  const sql = runs.map(
    ({ from, where }) => `SELECT ${keys[by]} AS key, i.number AS number FROM ${from} WHERE ${where.join(' AND ')}`,
  );
  const numbers = database
    .all(
      `${sql.join(' UNION ALL ')} ORDER BY key ${direction}, number ${direction} LIMIT ? OFFSET ?`,
      ...runs.flatMap(({ values }) => values),
      take,
      skip,
    )
    .map((row) => number(row, 'number'));
  return { numbers: fromEnd ? numbers.reverse() : numbers, total };
}

/** A page of a list without a search in the order of a few values, and of one value the newest first: whole values are passed over by their count. */
function groupedPage(
  database: Database,
  query: ItemQuery,
  narrowed: Narrowed,
  offset: number,
  by: Group,
  sort: ItemSort,
): OffsetPage {
  const branches = branchesOf(database, query, narrowed);
  const column = groups[by];
  const runs = branches.map(({ from, where }) => `SELECT ${column} AS value FROM ${from} WHERE ${where.join(' AND ')}`);
  const counts = new Map(
    (runs.length === 0
      ? []
      : database.all(
          `SELECT value, count(*) AS count FROM (${runs.join(' UNION ALL ')}) GROUP BY value`,
          ...branches.flatMap(({ values }) => values),
        )
    ).map((row) => [text(row, 'value'), number(row, 'count')]),
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const numbers: number[] = [];
  let skip = offset;
  for (const value of valuesInOrder(counts.keys(), sort)) {
    const count = counts.get(value) ?? 0;
    const take = query.limit - numbers.length;
    if (take <= 0) break;
    if (skip < count) numbers.push(...rowsWith(database, query, narrowed, by, value, take, skip));
    skip = Math.max(0, skip - count);
  }
  return { numbers, total };
}

/** The items of one value, newest first. */
function rowsWith(
  database: Database,
  query: ItemQuery,
  narrowed: Narrowed,
  by: Group,
  value: string,
  limit: number,
  skip: number,
): readonly number[] {
  const newest = { ...query, limit, order: 'newest' } as const;
  if (by === 'source') return offsetPage(database, { ...newest, sourceId: value }, narrowed, skip).numbers;
  const conditions = [...narrowed.conditions, '+i.project_id = ?'];
  return offsetPage(database, newest, { ...narrowed, conditions, values: [...narrowed.values, value] }, skip).numbers;
}

/** The items of a list as one run in the order of their names. */
function byName({ sourceId }: ItemQuery, { stages, conditions, values }: Narrowed): Branch {
  const where = [...conditions];
  const bound = [...values];
  if (stages !== undefined) {
    where.push('i.stage IN (SELECT value FROM json_each(?))');
    bound.push(JSON.stringify(stages));
  }
  if (sourceId !== undefined) {
    where.push('i.source_id = ?');
    bound.push(sourceId);
  }
  return { from: 'items i INDEXED BY items_by_name', where: where.length === 0 ? ['1'] : where, values: bound };
}

function countOf(database: Database, { from, where, values }: Branch): number {
  const row = database.get(`SELECT count(*) AS count FROM ${from} WHERE ${where.join(' AND ')}`, ...values);
  return row === undefined ? 0 : number(row, 'count');
}

function branchesOf(database: Database, query: ItemQuery, narrowed: Narrowed): readonly Branch[] {
  const { conditions, values, doneSince } = narrowed;
  const { sourceId } = query;
  if (doneSince !== undefined && sourceId === undefined && query.stages === undefined) {
    return [{ from: 'items i INDEXED BY items_done', where: [isDone, ...conditions], values }];
  }
  // Only where something is: an empty run costs as much at each step of the merge as a full one.
  const present = new Set(
    database.all('SELECT DISTINCT stage FROM stage_counts WHERE count > 0').map((row) => row['stage']),
  );
  const stages = (narrowed.stages ?? itemStages).filter((stage) => present.has(stage));
  return stageBranches(stages, sourceId, conditions, values);
}

/** The items of some stages, of one source where it is given, as one run of an index for each stage. */
export function stageBranches(
  stages: readonly ItemStage[],
  sourceId: string | undefined,
  conditions: readonly string[],
  values: readonly SqlValue[],
): readonly Branch[] {
  return stages.map((stage) =>
    sourceId === undefined
      ? {
          from: 'items i INDEXED BY items_by_stage',
          where: ['i.stage = ?', ...conditions],
          values: [stage, ...values],
        }
      : {
          from: 'items i INDEXED BY items_by_source',
          where: ['i.source_id = ?', 'i.stage = ?', ...conditions],
          values: [sourceId, stage, ...values],
        },
  );
}
