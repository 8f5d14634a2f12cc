import { openCaseStates, type OpenCaseCounts } from '../../../../shared/case-views.ts';
import { unsentStages } from '../writing/stages.ts';
import type { LoosePage, LooseQuery, OpenCasePage, OpenCaseQuery, OpenCaseRecord } from '../open-case-records.ts';
import type { ItemRecord } from '../records.ts';
import { flag, number, text, textOrNull } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import { stationNumber } from '../storage/station.ts';
import { memberFrom, openCaseFrom } from './open-case-rows.ts';
import type { ReadRows, MakesReads } from './read-types.ts';
import { folded, hasWord, hasWords, searchedWords } from './search-text.ts';

const afterAll = '\u{10ffff}';

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Reads of open cases and of where items of mode case are. */
export const createOpenCaseReads = ((
  database: Database,
  readRows: ReadRows,
  itemsById: (ids: readonly string[]) => readonly ItemRecord[],
) => {
  const membersOf = (openCaseId: string) =>
    readRows(
      database.all('SELECT * FROM item_places WHERE open_case_id = ? ORDER BY position, item_id', openCaseId),
      'item_places',
      memberFrom,
    );
  const openCasesFrom = (rows: readonly RawRow[]) =>
    readRows(rows, 'open_cases', (row) => openCaseFrom(row, membersOf(text(row, 'id'))));
  const openCases = (sql: string, ...values: readonly SqlValue[]) => openCasesFrom(database.all(sql, ...values));

  return {
    openCase: (id) => openCases('SELECT * FROM open_cases WHERE id = ?', id)[0] ?? null,
    openCasesByIdPrefix(prefix, limit) {
      const start = prefix.toLowerCase();
      return openCases(
        'SELECT * FROM open_cases WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
        ...[start, start + afterAll, limit],
      );
    },
    openCasesIn: (states, limit, after = '') =>
      openCases(
        `SELECT * FROM open_cases WHERE state IN (SELECT value FROM json_each(?)) AND id > ? ORDER BY id LIMIT ?`,
        ...[JSON.stringify(states), after, limit],
      ),
    openCasePage: (query) => openCasePage(database, query, openCasesFrom),
    openCaseOfSubmission: (submissionId) =>
      openCases('SELECT * FROM open_cases WHERE submission_id = ?', submissionId)[0] ?? null,
    openCasesOfCase: (caseId) =>
      openCases(
        `SELECT p.* FROM submission_cases c JOIN open_cases p ON p.submission_id = c.submission_id
         WHERE c.case_id = ? ORDER BY p.number`,
        caseId,
      ),
    places(itemIds) {
      const sql =
        'SELECT item_id, open_case_id, role, main_file FROM item_places WHERE item_id IN (SELECT value FROM json_each(?))';
      return readRows(database.all(sql, JSON.stringify(itemIds)), 'item_places', (row) => ({
        itemId: text(row, 'item_id'),
        openCaseId: textOrNull(row, 'open_case_id'),
        role: textOrNull(row, 'role'),
        mainFile: flag(row, 'main_file'),
      }));
    },
    looseItems: (query) => loosePage(database, query, itemsById),
    roleUse(projectId) {
      const rows = database.all(
        `SELECT l.role AS role, count(*) AS count FROM item_places l JOIN items i ON i.id = l.item_id
         WHERE l.role IS NOT NULL AND (? IS NULL OR i.project_id = ?) GROUP BY l.role ORDER BY count(*) DESC, l.role`,
        ...[projectId ?? null, projectId ?? null],
      );
      return rows.map((row) => text(row, 'role'));
    },
  };
}) satisfies MakesReads;

function ofProject(alias: string, query: Pick<OpenCaseQuery, 'connectionId' | 'projectId'>): Condition {
  const { connectionId, projectId } = query;
  return {
    sql: `${connectionId === undefined ? '1' : `${alias}.connection_id = ?`} AND ${projectId === undefined ? '1' : `${alias}.project_id = ?`}`,
    values: [connectionId, projectId].filter((value) => value !== undefined),
  };
}

const orders: Readonly<Record<NonNullable<OpenCaseQuery['order']>, string>> = {
  oldest: 'p.number',
  newest: 'p.number DESC',
  name: 'sortable(p.name), p.number',
  '-name': 'sortable(p.name) DESC, p.number',
};

function openCasePage(
  database: Database,
  query: OpenCaseQuery,
  openCasesFrom: (rows: readonly RawRow[]) => readonly OpenCaseRecord[],
): OpenCasePage {
  const project = ofProject('p', query);
  const states = query.states ?? openCaseStates.filter((state) => state !== 'dissolved');
  const words = searchedWords(query.search);
  const openCaseText = 'findable(p.name, p.external_id, p.key, p.note, p.assignee)';
  const inFiles = `SELECT 1 FROM item_places l JOIN items i ON i.id = l.item_id
    WHERE l.open_case_id = p.id AND ${hasWord('i.search_text')}`;
  // Each word stands in the open case or in one of its files, and not all in the same.
  const found = words.map(() => `AND (${hasWord(openCaseText)} OR EXISTS (${inFiles}))`).join(' ');
  const name = query.called === undefined ? null : folded(query.called).trim();
  const named = name === null ? '' : 'AND ? IN (folded(p.name), folded(p.external_id), p.key)';
  const { assignee } = query;
  const ofPerson =
    assignee === undefined
      ? ''
      : `AND (p.assignee = ? OR EXISTS (SELECT 1 FROM item_places l JOIN items i ON i.id = l.item_id
           WHERE l.open_case_id = p.id AND i.assignee = ?))`;
  const where = `p.state IN (SELECT value FROM json_each(?)) AND ${project.sql} ${found} ${named} ${ofPerson}`;
  const values = [
    JSON.stringify(states),
    ...project.values,
    ...words.flatMap((word) => [word, word]),
    ...(name === null ? [] : [name]),
    ...(assignee === undefined ? [] : [assignee, assignee]),
  ];
  const counted = database.get(`SELECT count(*) AS count FROM open_cases p WHERE ${where}`, ...values);
  const rows = database.all(
    `SELECT p.* FROM open_cases p WHERE ${where} ORDER BY ${orders[query.order ?? 'oldest']} LIMIT ? OFFSET ?`,
    ...values,
    query.limit,
    query.offset,
  );
  return {
    rows: openCasesFrom(rows),
    total: counted === undefined ? 0 : number(counted, 'count'),
    counts: openCaseCounts(database, query),
    revision: stationNumber(database, 'revision'),
  };
}

function openCaseCounts(database: Database, query: OpenCaseQuery): OpenCaseCounts {
  const project = ofProject('p', query);
  const states: OpenCaseCounts['states'] = {};
  for (const row of database.all(
    `SELECT p.state AS state, count(*) AS count FROM open_cases p WHERE ${project.sql} GROUP BY p.state`,
    ...project.values,
  )) {
    const state = openCaseStates.find((one) => one === row['state']);
    if (state !== undefined) states[state] = number(row, 'count');
  }
  const { loose } = looseFrom(query);
  const counted = database.get(`SELECT count(*) AS count ${loose.sql}`, ...loose.values);
  // Released ones go as soon as their files are there: those whose file waits for a person do not.
  const stuck = database.get(
    `SELECT count(*) AS count FROM open_cases p WHERE p.state = 'released' AND ${project.sql} AND EXISTS (
       SELECT 1 FROM item_places l JOIN items i ON i.id = l.item_id WHERE l.open_case_id = p.id AND i.stage = 'held')`,
    ...project.values,
  );
  return {
    states,
    loose: counted === undefined ? 0 : number(counted, 'count'),
    needsYou: (states.held ?? 0) + (states.refused ?? 0) + (stuck === undefined ? 0 : number(stuck, 'count')),
  };
}

function looseFrom(query: Pick<OpenCaseQuery, 'connectionId' | 'projectId' | 'search'>): { readonly loose: Condition } {
  const project = ofProject('i', query);
  return {
    loose: {
      sql: `FROM item_places l JOIN items i ON i.id = l.item_id
        WHERE l.open_case_id IS NULL AND i.stage IN (SELECT value FROM json_each(?)) AND ${project.sql}`,
      values: [JSON.stringify(unsentStages), ...project.values],
    },
  };
}

const looseOrders: Readonly<Record<NonNullable<LooseQuery['order']>, string>> = {
  newest: 'i.number DESC',
  oldest: 'i.number',
  name: 'i.sort_key, i.number',
  '-name': 'i.sort_key DESC, i.number',
};

function loosePage(
  database: Database,
  query: LooseQuery,
  itemsById: (ids: readonly string[]) => readonly ItemRecord[],
): LoosePage {
  const { loose } = looseFrom(query);
  const words = searchedWords(query.search);
  const { assignee } = query;
  const found = words.length === 0 ? loose.sql : `${loose.sql} AND ${hasWords('i.search_text', words)}`;
  const from = assignee === undefined ? found : `${found} AND i.assignee = ?`;
  const values = [...loose.values, ...words, ...(assignee === undefined ? [] : [assignee])];
  const counted = database.get(`SELECT count(*) AS count ${from}`, ...values);
  const rows = database.all(
    `SELECT i.id AS id, l.role AS role ${from} ORDER BY ${looseOrders[query.order ?? 'newest']} LIMIT ? OFFSET ?`,
    ...values,
    query.limit,
    query.offset,
  );
  const roles = new Map(rows.map((row) => [text(row, 'id'), textOrNull(row, 'role')]));
  const items = new Map(itemsById([...roles.keys()]).map((item) => [item.id, item]));
  return {
    rows: [...roles].flatMap(([id, role]) => {
      const item = items.get(id);
      return item === undefined ? [] : [{ item, role }];
    }),
    total: counted === undefined ? 0 : number(counted, 'count'),
    revision: stationNumber(database, 'revision'),
  };
}
