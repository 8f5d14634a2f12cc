import { itemStages } from '../../../../shared/item.ts';
import type { ItemStage } from '../../../../shared/item.ts';
import type { StageCountsView } from '../../../../shared/views.ts';
import { keysAtOnce } from '../../../../shared/selection.ts';
import type { ItemKey } from '../../../../shared/selection.ts';
import type { Content, ItemQuery } from '../journal.ts';
import type { ItemRecord } from '../records.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';
import { stationNumber } from '../storage/station.ts';
import { stageOf } from '../writing/stages.ts';
import { faultCode, narrow } from './item-groups.ts';
import type { Narrowed } from './item-groups.ts';
import { offsetPage, sortedNumbers, sortedPage, stageBranches } from './item-offset.ts';
import { itemFrom } from './item-rows.ts';
import { itemSummary, stationFigures } from './item-summary.ts';
import type { MakesReads } from './read-types.ts';
import { gramsOf, hasWords, searchedWords } from './search-text.ts';

/** Most rows of a page. */
const maxPageSize = 1_000;
/** As many numbers as there are. */
const everything = Number.MAX_SAFE_INTEGER;
/** Up to this many items in the asked stages, looking through them beats the index. */
const fewItems = 5_000;
/** A document's id is matched from this many characters on. */
const minDocumentIdLength = 4;
/** Greater than every id that starts with the text before it. */
const afterAll = '\u{10FFFF}';

/** What choosing needs of the items with these numbers, in their order; a row whose stage can't be read is held, as in the list. */
function keysOf(database: Database, numbers: readonly number[]): readonly ItemKey[] {
  const rows = database.all(
    `SELECT number, id, stage, paused, stage = 'held' AND ${faultCode} = 'pdf-password' AS locked,
       stage = 'held' AND ${faultCode} IN ('fields-missing', 'field-unfit') AS unfilled
     FROM items WHERE number IN (SELECT value FROM json_each(?))`,
    JSON.stringify(numbers),
  );
  const keys = new Map(
    rows.map((row) => {
      return [
        number(row, 'number'),
        {
          id: text(row, 'id'),
          stage: stageOf(row),
          paused: row['paused'] === 1,
          ...(row['locked'] === 1 ? { locked: true } : {}),
          ...(row['unfilled'] === 1 ? { unfilled: true } : {}),
        },
      ] as const;
    }),
  );
  return numbers.flatMap((each) => keys.get(each) ?? []);
}

/** The first item with a content, as the journal's read of this name has it; what is a duplicate itself, or was cancelled, counts for none. */
export function firstWithContent(
  database: Database,
  { sha256, connectionId, projectId, mode, exceptId = '' }: Content,
  since: number,
): string | null {
  const row = database.get(
    `SELECT id FROM items INDEXED BY items_by_content
     WHERE sha256 = ? AND project_id = ? AND connection_id = ? AND id <> ? AND accepted_at >= ?
       AND stage NOT IN ('duplicate', 'cancelled')
       AND (? IS NULL OR (SELECT json ->> '$.mode' FROM rules WHERE rules.id = rule_id) = ?)
     ORDER BY number LIMIT 1`,
    sha256,
    projectId,
    connectionId,
    exceptId,
    since,
    mode ?? null,
    mode ?? null,
  );
  return row === undefined ? null : text(row, 'id');
}

/** Reads of items. `onUnreadable` hears of items whose row can't be read (they come back held). */
export const createItemReads = ((database: Database, rules: Rules, onUnreadable: (itemId: string) => void) => {
  const itemOf = (row: RawRow): ItemRecord => {
    const { item, unreadable } = itemFrom(row, rules);
    if (unreadable !== null) onUnreadable(item.id);
    return item;
  };
  const byId = (id: string): ItemRecord | null => {
    const row = database.get('SELECT * FROM items WHERE id = ?', id);
    return row === undefined ? null : itemOf(row);
  };
  const rowsOf = (numbers: readonly number[]): readonly ItemRecord[] =>
    numbers.flatMap((each) => database.all('SELECT * FROM items WHERE number = ?', each)).map(itemOf);
  const present = (items: readonly (ItemRecord | null)[]): readonly ItemRecord[] =>
    items.filter((item) => item !== null);
  let lastFound: { readonly search: string; readonly revision: number; readonly numbers: readonly number[] } | null =
    null;
  /** All items that a search finds, newest first. Counts and each group of rows ask for the same one, as long as nothing changed. */
  const found: Found = (search) => {
    const revision = stationNumber(database, 'revision');
    if (lastFound === null || lastFound.search !== search || lastFound.revision !== revision) {
      const numbers = numbersOf(database, { search, limit: maxPageSize }, narrow(database, {}), everything);
      lastFound = { search, revision, numbers };
    }
    return lastFound.numbers;
  };

  return {
    item: byId,
    itemsByIds: (ids) => present([...new Set(ids)].map(byId)),
    firstWithContent: (content, since) => firstWithContent(database, content, since),
    itemsByIdPrefix(prefix, limit) {
      const start = prefix.toLowerCase();
      return database
        .all('SELECT * FROM items WHERE id >= ? AND id < ? ORDER BY id LIMIT ?', start, start + afterAll, limit)
        .map(itemOf);
    },
    itemsOfDocument: (documentId) =>
      present(
        database
          .all('SELECT item_id FROM document_items WHERE document_id = ? ORDER BY at, item_id', documentId)
          .map((row) => byId(text(row, 'item_id'))),
      ),
    itemsByFileIds(connectionId, fileIds) {
      const sql = 'SELECT item_id FROM uploaded_files WHERE connection_id = ? AND file_id = ?';
      const rows = fileIds.flatMap((fileId) => database.all(sql, connectionId, fileId));
      return present([...new Set(rows.map((row) => text(row, 'item_id')))].map(byId));
    },
    counts: (sourceId) => countsOf(database, sourceId),
    figures: () => stationFigures(database, countsOf(database)),
    items(query) {
      const limit = Math.max(1, Math.min(maxPageSize, Math.trunc(query.limit)));
      const narrowed = narrow(database, query);
      const revision = stationNumber(database, 'revision');
      if (query.offset !== undefined) {
        const { numbers, total } = jumped(database, { ...query, limit }, narrowed, query.offset, found);
        return { rows: rowsOf(numbers), revision, total };
      }
      const numbers = numbersOf(database, query, narrowed, limit + 1);
      const shown = numbers.slice(0, limit);
      const rows = rowsOf(shown);
      const last = shown.at(-1);
      return numbers.length > limit && last !== undefined ? { rows, revision, next: String(last) } : { rows, revision };
    },
    itemKeys(query) {
      const limit = Math.max(1, Math.min(keysAtOnce, Math.trunc(query.limit)));
      const numbers = numbersOf(database, query, narrow(database, query), limit + 1);
      const shown = numbers.slice(0, limit);
      const rows = keysOf(database, shown);
      const last = shown.at(-1);
      return numbers.length > limit && last !== undefined ? { rows, next: String(last) } : { rows };
    },
    itemSummary: (query) => itemSummary(database, query, found),
  };
}) satisfies MakesReads;

/** The numbers of all items that a search finds, newest first. */
type Found = (search: string) => readonly number[];

/** A page at an offset. A search runs first; in a plain list the index leads to the page. */
function jumped(
  database: Database,
  query: ItemQuery,
  narrowed: Narrowed,
  offset: number,
  found: Found,
): { readonly numbers: readonly number[]; readonly total: number } {
  const { sort, ...unsorted } = query;
  if (searchedWords(query.search).length === 0) {
    return sort === undefined
      ? offsetPage(database, query, narrowed, offset)
      : sortedPage(database, unsorted, narrowed, offset, sort);
  }
  const numbers = among(database, found(query.search ?? ''), query, narrowed);
  const inOrder =
    sort !== undefined
      ? sortedNumbers(database, numbers, sort)
      : query.order === 'oldest'
        ? numbers.toReversed()
        : numbers;
  return { numbers: inOrder.slice(offset, offset + query.limit), total: numbers.length };
}

/** Those of the numbers whose items a query asks for, in their order. */
function among(
  database: Database,
  numbers: readonly number[],
  { stages, sourceId }: ItemQuery,
  narrowed: Narrowed,
): readonly number[] {
  const conditions = [...narrowed.conditions];
  const values: SqlValue[] = [JSON.stringify(numbers), ...narrowed.values];
  if (sourceId !== undefined) {
    conditions.push('+i.source_id = ?');
    values.push(sourceId);
  }
  const within = narrowed.stages ?? stages;
  if (within !== undefined) {
    conditions.push('+i.stage IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(within));
  }
  return database
    .all(
      `SELECT i.number FROM json_each(?) f CROSS JOIN items i ON i.number = f.value
       WHERE ${conditions.length === 0 ? '1' : conditions.join(' AND ')}`,
      ...values,
    )
    .map((row) => number(row, 'number'));
}

/** Items by stage, those of one source or all, from the kept counts. */
function countsOf(database: Database, sourceId?: string): StageCountsView {
  const rows =
    sourceId === undefined
      ? database.all('SELECT stage, count FROM stage_counts')
      : database.all('SELECT stage, count FROM stage_counts WHERE source_id = ?', sourceId);
  const counts: Partial<Record<ItemStage, number>> = {};
  for (const row of rows) {
    const stage = itemStages.find((each) => each === row['stage']);
    const count = number(row, 'count');
    if (stage !== undefined && count !== 0) counts[stage] = (counts[stage] ?? 0) + count;
  }
  return counts;
}

/** The condition a page continues at, and its order. */
interface Place {
  readonly comparison: '<' | '>';
  readonly direction: 'DESC' | 'ASC';
  readonly start: number;
  readonly limit: number;
}

/** Item numbers of a page in order, at most `limit`: each part comes from one index, and the parts are merged. */
function numbersOf(database: Database, asked: ItemQuery, narrowed: Narrowed, limit: number): readonly number[] {
  const { stages, ...others } = asked;
  const within = narrowed.stages ?? stages;
  const query: ItemQuery = within === undefined ? others : { ...others, stages: within };
  const newest = query.order !== 'oldest';
  const start = query.cursor === undefined ? Number.NaN : Number.parseInt(query.cursor, 10);
  const place: Place = {
    comparison: newest ? '<' : '>',
    direction: newest ? 'DESC' : 'ASC',
    start: Number.isNaN(start) ? (newest ? Number.MAX_SAFE_INTEGER : -1) : start,
    limit,
  };
  const words = searchedWords(query.search);
  const parts =
    words.length === 0
      ? listParts(database, query, place, narrowed.conditions, narrowed.values)
      : searchParts(database, query, place, words, narrowed);
  const numbers = new Set(parts.flat());
  return [...numbers].sort((a, b) => (newest ? b - a : a - b)).slice(0, limit);
}

function select(
  database: Database,
  place: Place,
  from: string,
  conditions: readonly string[],
  values: readonly SqlValue[],
): number[] {
  const where = [...conditions, `i.number ${place.comparison} ?`].join(' AND ');
  return database
    .all(
      `SELECT DISTINCT i.number FROM ${from} WHERE ${where} ORDER BY i.number ${place.direction} LIMIT ?`,
      ...values,
      place.start,
      place.limit,
    )
    .map((row) => number(row, 'number'));
}

function listParts(
  database: Database,
  query: ItemQuery,
  place: Place,
  conditions: readonly string[],
  values: readonly SqlValue[],
): readonly number[][] {
  const { sourceId } = query;
  if (query.stages === undefined && sourceId === undefined) {
    return [select(database, place, 'items i', conditions, values)];
  }
  const stages = [...new Set(query.stages ?? itemStages)];
  return stageBranches(stages, sourceId, conditions, values).map((branch) =>
    select(database, place, branch.from, branch.where, branch.values),
  );
}

function searchParts(
  database: Database,
  query: ItemQuery,
  place: Place,
  words: readonly string[],
  narrowed: Narrowed,
): readonly number[][] {
  const filters = [...narrowed.conditions];
  const values = [...narrowed.values];
  if (query.sourceId !== undefined) {
    filters.push('+i.source_id = ?');
    values.push(query.sourceId);
  }
  if (query.stages !== undefined) {
    filters.push('+i.stage IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(query.stages));
  }
  const parts: number[][] = [];
  const grams = gramsOf(words);
  const matches = hasWords('i.search_text', words);
  if (isShort(database, query)) {
    parts.push(...listParts(database, query, place, [...narrowed.conditions, matches], [...narrowed.values, ...words]));
  } else if (grams === null) {
    parts.push(select(database, place, 'items i', [...filters, matches], [...values, ...words]));
  } else {
    const upTo = stationNumber(database, 'searchable-up-to');
    const match = [...filters, matches];
    parts.push(
      select(database, place, 'items i', [...match, 'i.number > ?'], [...values, ...words, upTo]),
      searchedIndex(database, place, grams, match, [...values, ...words]),
    );
  }
  const typed = (query.search ?? '').trim();
  if (typed.length >= minDocumentIdLength) {
    for (const start of new Set([typed, typed.toLowerCase(), typed.toUpperCase()])) {
      parts.push(
        select(
          database,
          place,
          'document_items d CROSS JOIN items i ON i.id = d.item_id',
          [...filters, 'd.document_id >= ?', 'd.document_id < ?'],
          [...values, start, start + afterAll],
        ),
      );
    }
  }
  return parts;
}

/** Whether the asked stages hold so few items that looking through them is the fastest way. */
function isShort(database: Database, query: ItemQuery): boolean {
  const { stages } = query;
  if (stages === undefined && query.sourceId === undefined) return false;
  let items = 0;
  for (const [stage, count] of Object.entries(countsOf(database, query.sourceId))) {
    if (stages === undefined || stages.some((each) => each === stage)) items += count;
  }
  return items <= fewItems;
}

function searchedIndex(
  database: Database,
  place: Place,
  grams: string,
  conditions: readonly string[],
  values: readonly SqlValue[],
): number[] {
  return database
    .all(
      `SELECT i.number FROM item_search s CROSS JOIN items i ON i.number = s.rowid
       WHERE item_search MATCH ? AND s.rowid ${place.comparison} ? AND ${conditions.join(' AND ')}
       ORDER BY s.rowid ${place.direction} LIMIT ?`,
      grams,
      place.start,
      ...values,
      place.limit,
    )
    .map((row) => number(row, 'number'));
}
