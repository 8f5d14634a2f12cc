import type { CaseRecord, DocumentRecord, ExportRecord } from '../records.ts';
import type { DocumentQuery, ExportPage, ExportQuery, FoundDocuments } from '../journal.ts';
import { number, text, textOrNull, word } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import { stationNumber } from '../storage/station.ts';
import { byStateThenId } from './read-work.ts';
import { hasWords, searchedWords } from './search-text.ts';
import type { ReadRows, Reads } from './read-types.ts';
import { exportStateSchema } from '../../../../shared/views.ts';
import { exportFrom } from './export-row.ts';
import { caseFrom, documentFileFrom, documentFrom } from './rows.ts';

/** Reads of what is known of the service: documents, cases, and the exports made of documents. */
export function createServiceReads(
  database: Database,
  readRows: ReadRows,
): Pick<
  Reads,
  | 'document'
  | 'documentsOfItem'
  | 'documentsOfCase'
  | 'findDocuments'
  | 'unsettledDocuments'
  | 'cases'
  | 'export'
  | 'exportByPath'
  | 'exportsOfDocument'
  | 'exports'
  | 'exportPage'
> {
  const documentsFrom = (rows: readonly RawRow[]): readonly DocumentRecord[] =>
    readRows(rows, 'documents', (row) =>
      documentFrom(
        row,
        readRows(
          database.all('SELECT * FROM document_files WHERE document_id = ? ORDER BY position', text(row, 'id')),
          'document_files',
          documentFileFrom,
        ),
      ),
    );
  const exportsFrom = (rows: readonly RawRow[]): readonly ExportRecord[] => readRows(rows, 'exports', exportFrom);

  return {
    document: (id: string): DocumentRecord | null =>
      documentsFrom(database.all('SELECT * FROM documents WHERE id = ?', id))[0] ?? null,
    documentsOfItem: (itemId: string) =>
      documentsFrom(
        database.all(
          `SELECT d.* FROM document_items p JOIN documents d ON d.id = p.document_id
           WHERE p.item_id = ? ORDER BY p.at, d.id`,
          itemId,
        ),
      ),
    documentsOfCase: (caseId: string) =>
      documentsFrom(database.all('SELECT * FROM documents WHERE case_id = ? ORDER BY first_seen_at, id', caseId)),
    findDocuments: (query: DocumentQuery) => findDocuments(database, query, documentsFrom),
    unsettledDocuments: (connectionId: string, projectId: string, limit: number, after?: string) =>
      documentsFrom(
        database.all(
          `SELECT * FROM documents INDEXED BY documents_unsettled
           WHERE (settled = 0 OR open_items > 0) AND connection_id = ? AND project_id = ? AND id > ?
           ORDER BY id LIMIT ?`,
          connectionId,
          projectId,
          after ?? '',
          limit,
        ),
      ),
    cases: (submissionId: string): readonly CaseRecord[] =>
      readRows(
        database.all(
          `SELECT c.* FROM submission_cases p JOIN cases c ON c.id = p.case_id
           WHERE p.submission_id = ? ORDER BY p.at, c.id`,
          submissionId,
        ),
        'cases',
        caseFrom,
      ),
    export: (id: string): ExportRecord | null =>
      exportsFrom(database.all('SELECT * FROM exports WHERE id = ?', id))[0] ?? null,
    exportByPath: (path: string, exceptId = ''): ExportRecord | null =>
      exportsFrom(
        database.all(
          `SELECT * FROM exports WHERE path = ? AND sha256 IS NOT NULL AND id <> ? ORDER BY planned_at DESC LIMIT 1`,
          path,
          exceptId,
        ),
      )[0] ?? null,
    exportsOfDocument: (documentId: string) =>
      exportsFrom(database.all('SELECT * FROM exports WHERE document_id = ? ORDER BY planned_at, id', documentId)),
    exports: (states: readonly ExportRecord['state'][], limit: number, after?: string) =>
      exportsFrom(byStateThenId(database, 'exports', states, limit, after)),
    exportPage: (query: ExportQuery) => exportPage(database, query, readRows),
  };
}

const orders: Readonly<Record<DocumentQuery['sort'], string>> = {
  createdAt: 'd.created_at, d.id',
  '-createdAt': 'd.created_at DESC, d.id DESC',
  updatedAt: 'coalesce(d.updated_at, d.created_at), d.id',
  '-updatedAt': 'coalesce(d.updated_at, d.created_at) DESC, d.id DESC',
};

function findDocuments(
  database: Database,
  query: DocumentQuery,
  documentsFrom: (rows: readonly RawRow[]) => readonly DocumentRecord[],
): FoundDocuments {
  const { connectionId, projectId, states, caseId, words, sort, limit } = query;
  const conditions = ['d.connection_id = ?'];
  const values: SqlValue[] = [connectionId];
  if (projectId !== undefined) {
    conditions.push('d.project_id = ?');
    values.push(projectId);
  }
  if (states !== undefined) {
    conditions.push('d.state IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(states));
  }
  if (caseId !== undefined) {
    conditions.push('d.case_id = ?');
    values.push(caseId);
  }
  const ids = JSON.stringify(query.ids);
  const from = 'document_texts t CROSS JOIN documents d ON d.id = t.document_id';
  const where = `(${hasWords('t.text', words)} AND ${conditions.join(' AND ')})
    OR (t.document_id IN (SELECT value FROM json_each(?)) AND d.connection_id = ?)`;
  const bound = [...words, ...values, ids, connectionId];
  const count = (sql: string, ...given: readonly SqlValue[]): number =>
    number(database.get(`SELECT count(*) AS count FROM ${sql}`, ...given) ?? {}, 'count');
  return {
    rows: documentsFrom(
      database.all(`SELECT d.* FROM ${from} WHERE ${where} ORDER BY ${orders[sort]} LIMIT ?`, ...bound, limit),
    ),
    total: count(`${from} WHERE ${where}`, ...bound),
    lookedAt: count('documents WHERE connection_id = ? AND data_words IS NOT NULL', connectionId),
    unknown: database
      .all(
        `SELECT value FROM json_each(?)
         WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = value AND d.connection_id = ?)`,
        ids,
        connectionId,
      )
      .map((row) => text(row, 'value')),
  };
}

/** Exports newest first with the titles of their documents; found, counted and passed over in the narrow table of their texts. */
function exportPage(database: Database, query: ExportQuery, readRows: ReadRows): ExportPage {
  const conditions = ['1'];
  const values: SqlValue[] = [];
  if (query.projectId !== undefined) {
    conditions.push('t.project_id = ?');
    values.push(query.projectId);
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
  const rows = database.all(
    `SELECT e.*, d.title AS title
     FROM (SELECT t.export_id AS id FROM export_texts t NOT INDEXED WHERE ${where} ${inStates}
       ORDER BY t.planned_at DESC, t.export_id DESC LIMIT ? OFFSET ?) w
     JOIN exports e ON e.id = w.id LEFT JOIN documents d ON d.id = e.document_id
     ORDER BY e.planned_at DESC, e.id DESC`,
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
