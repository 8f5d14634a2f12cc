import type { DocumentRecord } from '../records.ts';
import type {
  DocumentQuery,
  ExportPage,
  ExportQuery,
  FoundDocuments,
  SortedDocumentQuery,
  SortedDocuments,
} from '../journal.ts';
import { number, text, textOrNull, word } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import { stationNumber } from '../storage/station.ts';
import { byStateThenId } from './read-work.ts';
import { hasWords, searchedWords } from './search-text.ts';
import { atOnce } from './read-types.ts';
import type { ReadRows, MakesReads } from './read-types.ts';
import type { ExportSort } from '../../../../shared/selection.ts';
import { exportStateSchema } from '../../../../shared/views.ts';
import { exportFrom } from './export-row.ts';
import { caseFrom, documentFileFrom, documentFrom } from './rows.ts';

/** Reads of what is known of the service: documents, cases, and the exports made of documents. */
export const createServiceReads = ((database: Database, readRows: ReadRows) => {
  const filesOf = (documentId: string) =>
    readRows(
      database.all('SELECT * FROM document_files WHERE document_id = ? ORDER BY position', documentId),
      'document_files',
      documentFileFrom,
    );
  const documents = (sql: string, ...values: readonly SqlValue[]) =>
    readRows(database.all(sql, ...values), 'documents', (row) => documentFrom(row, filesOf(text(row, 'id'))));
  const exportsFrom = (rows: readonly RawRow[]) => readRows(rows, 'exports', exportFrom);
  const exports = (sql: string, ...values: readonly SqlValue[]) => exportsFrom(database.all(sql, ...values));
  const document = (id: string) => documents('SELECT * FROM documents WHERE id = ?', id)[0] ?? null;

  return {
    document,
    documentsOfItem: (itemId) =>
      documents(
        `SELECT d.* FROM document_items p JOIN documents d ON d.id = p.document_id
         WHERE p.item_id = ? ORDER BY p.at, d.id`,
        itemId,
      ),
    documentsOfCase: (caseId) =>
      documents('SELECT * FROM documents WHERE case_id = ? ORDER BY first_seen_at, id', caseId),
    findDocuments: (query) => atOnce(findDocuments(database, query, document)),
    sortedDocuments: (query) => sortedDocuments(database, query, document),
    suppliers: (connectionId, limit) =>
      database
        .all(
          `SELECT d.supplier AS name FROM (
             SELECT min(document_id) AS id, count(*) AS documents FROM document_order
             WHERE connection_id = ? AND supplier IS NOT NULL GROUP BY supplier ORDER BY documents DESC LIMIT ?
           ) o JOIN documents d ON d.id = o.id ORDER BY o.documents DESC, name`,
          ...[connectionId, limit],
        )
        .map((row) => text(row, 'name')),
    unsettledDocuments: (connectionId, projectId, limit, after = '') =>
      documents(
        `SELECT * FROM documents INDEXED BY documents_unsettled
         WHERE (settled = 0 OR open_items > 0) AND connection_id = ? AND project_id = ? AND id > ?
         ORDER BY id LIMIT ?`,
        ...[connectionId, projectId, after, limit],
      ),
    cases(submissionId) {
      const sql = `SELECT c.* FROM submission_cases p JOIN cases c ON c.id = p.case_id
        WHERE p.submission_id = ? ORDER BY p.at, c.id`;
      return readRows(database.all(sql, submissionId), 'cases', caseFrom);
    },
    export: (id) => exports('SELECT * FROM exports WHERE id = ?', id)[0] ?? null,
    exportByPath: (path, exceptId = '') =>
      exports(
        `SELECT * FROM exports WHERE path = ? AND sha256 IS NOT NULL AND id <> ? ORDER BY planned_at DESC LIMIT 1`,
        ...[path, exceptId],
      )[0] ?? null,
    exportsOfDocument: (documentId) =>
      exports('SELECT * FROM exports WHERE document_id = ? ORDER BY planned_at, id', documentId),
    exports: (states, limit, after) => exportsFrom(byStateThenId(database, 'exports', states, limit, after)),
    exportPage: (query) => exportPage(database, query, readRows),
  };
}) satisfies MakesReads;

/** Texts looked through between two commits: about 10 ms. */
const textsAtOnce = 1_000;
const afterAll = '\u{10ffff}';

type Listed = DocumentQuery['listed'][number];

function inOrder(sort: DocumentQuery['sort']): (one: Listed, other: Listed) => number {
  const created = (document: Listed): string => document.createdAt ?? '';
  const by = sort.endsWith('createdAt') ? created : (one: Listed): string => one.updatedAt ?? created(one);
  const key = (document: Listed): string => `${by(document)}\n${document.id}`;
  const down = sort.startsWith('-') ? -1 : 1;
  return (one, other) => (key(one) < key(other) ? -down : down);
}

/** See {@link Reads.findDocuments}: step by step, so that commits go in between. What is committed meanwhile may be found or not. */
export function* findDocuments(
  database: Database,
  query: DocumentQuery,
  documentOf: (id: string) => DocumentRecord | null,
): Generator<undefined, FoundDocuments> {
  const { connectionId, projectId, states, caseId, words, sort, offset, limit, isWhole } = query;
  const listed = new Map(query.listed.map((document) => [document.id, document]));
  let first = query.listed.filter(({ matches }) => matches);
  let total = first.length;
  let lookedAt = 0;
  const look = (where: string, ...values: readonly SqlValue[]): void => {
    const rows = database.all(
      `SELECT d.id, d.project_id, d.state, d.case_id, d.created_at, d.updated_at
       FROM document_texts t CROSS JOIN documents d ON d.id = t.document_id
       WHERE ${where} AND ${hasWords('t.text', words)} AND d.connection_id = ?`,
      ...values,
      ...words,
      connectionId,
    );
    for (const row of rows) {
      const id = text(row, 'id');
      const fits =
        (projectId === undefined || row['project_id'] === projectId) &&
        (states === undefined || states.some((state) => state === row['state'])) &&
        (caseId === undefined || row['case_id'] === caseId);
      const kept = { createdAt: textOrNull(row, 'created_at'), updatedAt: textOrNull(row, 'updated_at') };
      // What the service lists fits, whatever is kept of it.
      const document = listed.get(id) ?? (fits ? { id, ...kept, matches: false } : undefined);
      if (document === undefined || document.matches) continue;
      first.push(document);
      total += 1;
    }
    first = first.sort(inOrder(sort)).slice(0, offset + limit);
  };
  let from = '';
  if (isWhole) look('t.document_id IN (SELECT value FROM json_each(?))', JSON.stringify([...listed.keys()]));
  while (from !== afterAll) {
    const last = database.get(
      'SELECT document_id AS id FROM document_texts WHERE document_id > ? ORDER BY document_id LIMIT 1 OFFSET ?',
      from,
      textsAtOnce - 1,
    );
    const to = last === undefined ? afterAll : text(last, 'id');
    if (!isWhole) look('t.document_id > ? AND t.document_id <= ?', from, to);
    const counted = database.get(
      'SELECT count(*) AS count FROM documents WHERE id > ? AND id <= ? AND connection_id = ? AND data_words IS NOT NULL',
      from,
      to,
      connectionId,
    );
    lookedAt += number(counted ?? {}, 'count');
    from = to;
    yield;
  }
  return {
    rows: first.slice(offset).map(({ id }) => {
      const document = listed.has(id) ? null : documentOf(id);
      return { id, document };
    }),
    total,
    lookedAt,
  };
}

const orderKeys: Readonly<Record<SortedDocumentQuery['by'], string>> = {
  title: 'o.title',
  supplier: 'o.supplier',
  number: 'o.number',
  amount: 'o.gross',
  createdAt: '(SELECT d.created_at FROM documents d WHERE d.id = o.document_id)',
  updatedAt: '(SELECT coalesce(d.updated_at, d.created_at) FROM documents d WHERE d.id = o.document_id)',
};

/** See {@link SortedDocumentQuery}; the wide rows of documents are only looked at where a condition asks for them. */
function sortedDocuments(
  database: Database,
  query: SortedDocumentQuery,
  documentOf: (id: string) => DocumentRecord | null,
): SortedDocuments {
  const { connectionId, projectId, states, caseId, words, by, descending, supplier, since, offset, limit } = query;
  const where = ['o.connection_id = ?'];
  const values: SqlValue[] = [connectionId];
  const narrow = (sql: string, ...bound: readonly SqlValue[]): void => {
    where.push(sql);
    values.push(...bound);
  };
  if (projectId !== undefined) narrow('o.project_id = ?', projectId);
  const ofDocument = 'EXISTS (SELECT 1 FROM documents d WHERE d.id = o.document_id AND';
  if (states !== undefined)
    narrow(`${ofDocument} d.state IN (SELECT value FROM json_each(?)))`, JSON.stringify(states));
  if (caseId !== undefined) narrow(`${ofDocument} d.case_id = ?)`, caseId);
  const named = searchedWords(supplier);
  if (named.length > 0) {
    // Each supplier is looked at once, not with each of its documents.
    const all = 'SELECT DISTINCT supplier AS name FROM documents WHERE connection_id = ? AND supplier IS NOT NULL';
    const asked = `WITH names AS MATERIALIZED (${all}) SELECT name FROM names WHERE ${hasWords('findable(name)', named)}`;
    const found = `SELECT d.id FROM documents d WHERE d.connection_id = ? AND d.supplier IN (${asked})`;
    narrow(`o.document_id IN (${found})`, connectionId, connectionId, ...named);
  }
  if (since !== undefined)
    narrow(`${ofDocument} coalesce(d.updated_at, d.created_at) >= ?)`, new Date(since).toISOString());
  if (words.length > 0) {
    const found = `SELECT t.document_id FROM document_texts t WHERE ${hasWords('t.text', words)}`;
    narrow(`o.document_id IN (${found})`, ...words);
  }
  const from = `FROM document_order o WHERE ${where.join(' AND ')}`;
  const key = orderKeys[by];
  const direction = descending ? 'DESC' : 'ASC';
  const rows = database.all(
    `SELECT o.document_id AS id ${from} ORDER BY ${key} IS NULL, ${key} ${direction}, o.document_id LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  const counted = database.get(`SELECT count(*) AS count, count(${key}) AS keyed ${from}`, ...values);
  const followed = 'SELECT count(*) AS count FROM document_order o WHERE o.connection_id = ?';
  return {
    rows: rows.flatMap((row) => documentOf(text(row, 'id')) ?? []),
    total: number(counted ?? {}, 'count'),
    without: number(counted ?? {}, 'count') - number(counted ?? {}, 'keyed'),
    followed: number(database.get(followed, connectionId) ?? {}, 'count'),
  };
}

const exportKeys: Readonly<Record<ExportSort['by'], string>> = {
  document: 't.title',
  file: 't.file',
  size: 't.size',
  written: 't.written_at',
  state: `CASE t.state ${exportStateSchema.options.map((state, rank) => `WHEN '${state}' THEN ${String(rank)}`).join(' ')} END`,
};

/** Exports in their order with the titles of their documents; found, counted, sorted and passed over in the narrow table of their texts. */
function exportPage(database: Database, query: ExportQuery, readRows: ReadRows): ExportPage {
  const conditions = ['1'];
  const values: SqlValue[] = [];
  if (query.projectId !== undefined) {
    conditions.push('t.project_id = ?');
    values.push(query.projectId);
  }
  if (query.since !== undefined) {
    // What waits is found by its plan, what was written by that.
    conditions.push('max(t.planned_at, coalesce(t.written_at, 0)) >= ?');
    values.push(query.since);
  }
  const words = searchedWords(query.search);
  if (words.length > 0) {
    conditions.push(hasWords('t.text', words));
    values.push(...words);
  }
  const where = conditions.join(' AND ');
  const inStates = query.states === undefined ? '' : 'AND +t.state IN (SELECT value FROM json_each(?))';
  // A search looks through the table itself: the index would lead back to it row by row. All of them are counted in the index of exports.
  const from = words.length === 0 ? 'export_texts t' : 'export_texts t NOT INDEXED';
  const counted = database.all(
    conditions.length === 1
      ? 'SELECT state, count(*) AS count FROM exports GROUP BY state'
      : `SELECT t.state AS state, count(*) AS count FROM ${from} WHERE ${where} GROUP BY t.state`,
    ...values,
  );
  const counts = readRows(
    counted,
    'exports',
    (row) => [word(row, 'state', exportStateSchema.options), number(row, 'count')] as const,
  );
  const asked = counts.filter(([state]) => query.states?.includes(state) ?? true);
  const { by, descending } = query.sort ?? { by: null, descending: true };
  const key = by === null ? 't.planned_at' : exportKeys[by];
  const order = (of: string): string => `${of} ${descending ? 'DESC' : 'ASC NULLS LAST'}`;
  const rows = database.all(
    `SELECT e.*, d.title AS title
     FROM (SELECT t.export_id AS id, ${key} AS key FROM export_texts t NOT INDEXED WHERE ${where} ${inStates}
       ORDER BY ${order(key)}, t.export_id DESC LIMIT ? OFFSET ?) w
     JOIN exports e ON e.id = w.id LEFT JOIN documents d ON d.id = e.document_id
     ORDER BY ${order('w.key')}, e.id DESC`,
    ...values,
    ...(query.states === undefined ? [] : [JSON.stringify(query.states)]),
    query.limit,
    query.offset,
  );
  return {
    rows: readRows(rows, 'exports', (row) => ({ export: exportFrom(row), title: textOrNull(row, 'title') })),
    total: asked.reduce((sum, [, count]) => sum + count, 0),
    counts: Object.fromEntries(counts),
    revision: stationNumber(database, 'revision'),
  };
}
