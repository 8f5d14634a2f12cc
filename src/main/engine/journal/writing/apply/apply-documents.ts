import type { Change } from '../../changes.ts';
import type { DocumentRecord } from '../../records.ts';
import { number, text } from '../../storage/columns.ts';
import { done, missing, addHistory } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';
import { isOnItsWay, stageOf } from '../stages.ts';

type DocumentSeen = Extract<Change, { kind: 'document-seen' }>;
type DocumentSet = Extract<Change, { kind: 'document-set' }>;
type DocumentLinked = Extract<Change, { kind: 'document-linked' }>;
type CaseSeen = Extract<Change, { kind: 'case-seen' }>;
type CaseLinked = Extract<Change, { kind: 'case-linked' }>;

/** Keeps what is known of a document; the items it came from count as touched. */
export function applyDocumentSeen(context: ListContext, { document, words, at }: DocumentSeen): ChangeResult {
  const { database, effects, rows } = context;
  const { state } = document;
  const columns = {
    connection_id: document.connectionId,
    project_id: document.projectId,
    state,
    title: document.title,
    case_id: document.caseId,
    external_id: document.externalId,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
    settled: document.settled ? 1 : 0,
    ...(words === undefined || words.data === null ? {} : { data_words: words.data }),
    ...(words?.facts === undefined
      ? {}
      : { supplier: words.facts.supplier, number: words.facts.number, gross: words.facts.gross }),
    ...(words === undefined || words.external === null ? {} : { external_words: words.external }),
  };
  const before = rows.documents.get(document.id);
  if (before === undefined) {
    rows.documents.add(document.id, {
      id: document.id,
      ...columns,
      first_seen_at: document.firstSeenAt,
      open_items: 0,
    });
    addFiles(context, document);
    addHistory(context, 'document', document.id, 'document-seen', at, { state });
    return done;
  }
  const stateBefore = text(before, 'state');
  // Its files and links are looked for in the tables.
  if (rows.documents.waits(document.id) !== null) rows.write();
  rows.documents.set(document.id, columns);
  const there = database
    .all('SELECT file_id, type, main_file FROM document_files WHERE document_id = ? ORDER BY position', document.id)
    .map((row) => [row['file_id'], row['type'], row['main_file'] === 1]);
  const now = document.files.map((file) => [file.fileId, file.type, file.mainFile]);
  if (JSON.stringify(there) !== JSON.stringify(now)) {
    rows.write();
    database.run('DELETE FROM document_files WHERE document_id = ?', document.id);
    addFiles(context, document);
  }
  for (const row of database.all('SELECT item_id FROM document_items WHERE document_id = ?', document.id)) {
    effects.touched.push(text(row, 'item_id'));
  }
  if (stateBefore !== state) {
    addHistory(context, 'document', document.id, 'state-changed', at, { state, before: stateBefore });
  }
  return done;
}

/** Sets something of a document; nothing where it is not known. */
export function applyDocumentSet(context: ListContext, change: DocumentSet): ChangeResult {
  const { database, effects, rows } = context;
  const { documentId, set, at } = change;
  const row = rows.documents.get(documentId);
  if (row === undefined) return done;
  const before = text(row, 'state');
  const { title, externalId, state, settled } = set;
  if (title !== undefined) rows.documents.set(documentId, { title });
  if (externalId !== undefined) rows.documents.set(documentId, { external_id: externalId });
  if (settled !== undefined) rows.documents.set(documentId, { settled: settled ? 1 : 0 });
  if (state !== undefined && state !== before) {
    rows.documents.set(documentId, { state });
    addHistory(context, 'document', documentId, 'state-changed', at, { state, before });
  }
  for (const item of database.all('SELECT item_id FROM document_items WHERE document_id = ?', documentId)) {
    effects.touched.push(text(item, 'item_id'));
  }
  return done;
}

function addFiles({ rows }: ListContext, document: DocumentRecord): void {
  document.files.forEach((file, position) => {
    rows.documentFiles.add([document.id, file.fileId, file.type, file.mainFile ? 1 : 0, position]);
  });
}

/** Relates an item to a document; idempotent. Refused as `missing` where one of them is not known. */
export function applyDocumentLinked(context: ListContext, change: DocumentLinked): ChangeResult {
  const { effects, rows } = context;
  const item = rows.items.get(change.itemId);
  const document = rows.documents.get(change.documentId);
  if (item === undefined || document === undefined) return missing;
  if (isLinked(context, change.documentId, change.itemId)) return done;
  rows.links.add([change.documentId, change.itemId, change.role, change.at]);
  // Also where the count stays: who sees the document again knows by it that a link may wait.
  rows.documents.set(change.documentId, {
    open_items: number(document, 'open_items') + (isOnItsWay(stageOf(item)) ? 1 : 0),
  });
  effects.touched.push(change.itemId);
  addHistory(context, 'item', change.itemId, 'document-linked', change.at, {
    document: change.documentId,
    ...(change.role === null ? {} : { role: change.role }),
  });
  return done;
}

function isLinked({ database, rows }: ListContext, documentId: string, itemId: string): boolean {
  if (rows.links.waits([documentId, itemId])) return true;
  if (rows.documents.waits(documentId) === 'new') return false;
  const there = database.get(
    'SELECT 1 AS there FROM document_items WHERE document_id = ? AND item_id = ?',
    documentId,
    itemId,
  );
  return there !== undefined;
}

/** Keeps what is known of a case. */
export function applyCaseSeen(context: ListContext, { case: seen, at }: CaseSeen): ChangeResult {
  const { database } = context;
  const before = database.get('SELECT state FROM cases WHERE id = ?', seen.id);
  database.run(
    `INSERT INTO cases (id, connection_id, project_id, file_batch_id, external_id, state, title)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET connection_id = excluded.connection_id, project_id = excluded.project_id,
       file_batch_id = excluded.file_batch_id, external_id = excluded.external_id, state = excluded.state,
       title = excluded.title`,
    seen.id,
    seen.connectionId,
    seen.projectId,
    seen.fileBatchId,
    seen.externalId,
    seen.state,
    seen.title,
  );
  if (before === undefined) addHistory(context, 'case', seen.id, 'case-seen', at, { state: seen.state });
  else if (before['state'] !== seen.state)
    addHistory(context, 'case', seen.id, 'state-changed', at, { state: seen.state });
  return done;
}

/** Relates a case to the submission it came out of; idempotent. */
export function applyCaseLinked(context: ListContext, change: CaseLinked): ChangeResult {
  const { database } = context;
  if (
    database.get('SELECT id FROM cases WHERE id = ?', change.caseId) === undefined ||
    database.get('SELECT id FROM submissions WHERE id = ?', change.submissionId) === undefined
  ) {
    return missing;
  }
  const added = database.run(
    'INSERT INTO submission_cases (submission_id, case_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    change.submissionId,
    change.caseId,
    change.at,
  );
  if (added > 0)
    addHistory(context, 'case', change.caseId, 'case-linked', change.at, { submission: change.submissionId });
  return done;
}
