import type { Change } from '../changes.ts';
import type { DocumentRecord } from '../records.ts';
import { text } from '../storage/columns.ts';
import type { Database } from '../storage/database.ts';
import { done, missing, tell } from './list-effects.ts';
import type { ChangeResult, ListContext } from './list-effects.ts';
import { isOnItsWay, stageOf } from './stages.ts';

type DocumentSeen = Extract<Change, { kind: 'document-seen' }>;
type DocumentLinked = Extract<Change, { kind: 'document-linked' }>;
type CaseSeen = Extract<Change, { kind: 'case-seen' }>;
type CaseLinked = Extract<Change, { kind: 'case-linked' }>;

/** Keeps what is known of a document; the items it came from count as touched. */
export function applyDocumentSeen(context: ListContext, { document, at }: DocumentSeen): ChangeResult {
  const { database, effects } = context;
  const before = database.get('SELECT state FROM documents WHERE id = ?', document.id);
  database.run(
    `INSERT INTO documents (id, connection_id, project_id, state, title, case_id, external_id, created_at, updated_at,
       settled, first_seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET connection_id = excluded.connection_id, project_id = excluded.project_id,
       state = excluded.state, title = excluded.title, case_id = excluded.case_id, external_id = excluded.external_id,
       created_at = excluded.created_at, updated_at = excluded.updated_at, settled = excluded.settled`,
    document.id,
    document.connectionId,
    document.projectId,
    document.state,
    document.title,
    document.caseId,
    document.externalId,
    document.createdAt,
    document.updatedAt,
    document.settled ? 1 : 0,
    document.firstSeenAt,
  );
  writeFiles(database, document, before !== undefined);
  if (before !== undefined) {
    for (const row of database.all('SELECT item_id FROM document_items WHERE document_id = ?', document.id)) {
      effects.touched.push(text(row, 'item_id'));
    }
  }
  const { state } = document;
  if (before === undefined) tell(context, 'document', document.id, 'document-seen', at, { state });
  else if (before['state'] !== state) {
    tell(context, 'document', document.id, 'state-changed', at, { state, before: text(before, 'state') });
  }
  return done;
}

function writeFiles(database: Database, document: DocumentRecord, known: boolean): void {
  if (known) {
    const there = database
      .all('SELECT file_id, type, main_file FROM document_files WHERE document_id = ? ORDER BY position', document.id)
      .map((row) => [row['file_id'], row['type'], row['main_file'] === 1]);
    const now = document.files.map((file) => [file.fileId, file.type, file.mainFile]);
    if (JSON.stringify(there) === JSON.stringify(now)) return;
    database.run('DELETE FROM document_files WHERE document_id = ?', document.id);
  }
  document.files.forEach((file, position) => {
    database.run(
      `INSERT INTO document_files (document_id, file_id, type, main_file, position) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      document.id,
      file.fileId,
      file.type,
      file.mainFile ? 1 : 0,
      position,
    );
  });
}

/** Relates an item to a document; idempotent. Refused as `missing` where one of them is not known. */
export function applyDocumentLinked(context: ListContext, change: DocumentLinked): ChangeResult {
  const { database, effects } = context;
  const item = context.rows.items.get(change.itemId);
  const document = database.get('SELECT id FROM documents WHERE id = ?', change.documentId);
  if (item === undefined || document === undefined) return missing;
  const added = database.run(
    'INSERT INTO document_items (document_id, item_id, role, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    change.documentId,
    change.itemId,
    change.role,
    change.at,
  );
  if (added === 0) return done;
  if (isOnItsWay(stageOf(item))) {
    database.run('UPDATE documents SET open_items = open_items + 1 WHERE id = ?', change.documentId);
  }
  effects.touched.push(change.itemId);
  tell(context, 'item', change.itemId, 'document-linked', change.at, {
    document: change.documentId,
    ...(change.role === null ? {} : { role: change.role }),
  });
  return done;
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
  if (before === undefined) tell(context, 'case', seen.id, 'case-seen', at, { state: seen.state });
  else if (before['state'] !== seen.state) tell(context, 'case', seen.id, 'state-changed', at, { state: seen.state });
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
  if (added > 0) tell(context, 'case', change.caseId, 'case-linked', change.at, { submission: change.submissionId });
  return done;
}
