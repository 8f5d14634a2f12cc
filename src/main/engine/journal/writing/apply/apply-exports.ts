import type { Change } from '../../changes.ts';
import { text } from '../../storage/columns.ts';
import { assignments, columnValue, done, missing, addHistory } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

type ExportAdded = Extract<Change, { kind: 'export-added' }>;
type ExportSet = Extract<Change, { kind: 'export-set' }>;

const exportColumns = {
  state: 'state',
  path: 'path',
  sha256: 'sha256',
  size: 'size',
  writtenAt: 'written_at',
  fault: 'fault',
  original: 'original',
  beside: 'beside',
  answerDueAt: 'answer_due_at',
  answer: 'answer',
  reportedAt: 'reported_at',
} as const satisfies { [Name in keyof ExportSet['set']]-?: string };

/** Plans an export; one a document, folder and document state. Where it is there already the list stops. */
export function applyExportAdded(context: ListContext, { export: planned }: ExportAdded): ChangeResult {
  const { database } = context;
  const same = database.get(
    'SELECT id FROM exports WHERE document_id = ? AND folder = ? AND document_state = ?',
    planned.documentId,
    planned.folder,
    planned.documentState,
  );
  if (same !== undefined) return { kind: 'stop' };
  const there = database.get('SELECT state FROM exports WHERE id = ?', planned.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'state') };
  if (database.get('SELECT id FROM documents WHERE id = ?', planned.documentId) === undefined) return missing;
  database.run(
    `INSERT INTO exports (id, document_id, connection_id, project_id, document_state, folder, template, report_transfer,
       state, path, sha256, size, planned_at, written_at, fault, hand_over)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    planned.id,
    planned.documentId,
    planned.connectionId,
    planned.projectId,
    planned.documentState,
    planned.folder,
    planned.template,
    planned.reportTransfer ? 1 : 0,
    planned.state,
    planned.path,
    planned.sha256,
    planned.size,
    planned.plannedAt,
    planned.writtenAt,
    columnValue(planned.fault),
    columnValue(planned.handOver),
  );
  addHistory(context, 'export', planned.id, planned.state, planned.plannedAt, {
    document: planned.documentId,
    state: planned.documentState,
  });
  return done;
}

/** Sets what became of an export. */
export function applyExportSet(context: ListContext, change: ExportSet): ChangeResult {
  const { database } = context;
  const row = database.get(
    // An answer that was damaged must not keep other changes out.
    "SELECT state, CASE WHEN json_valid(answer) THEN json_extract(answer, '$.sha256') END AS answered FROM exports WHERE id = ?",
    change.exportId,
  );
  if (row === undefined) return missing;
  const found = text(row, 'state');
  if (change.from !== undefined && change.from !== found) return { kind: 'refused', reason: 'stage', found };
  if (change.answered !== undefined && change.answered !== row['answered'])
    return { kind: 'refused', reason: 'stage', found };
  const values = assignments(change.set, exportColumns, (_, value) => columnValue(value));
  const assigned = Object.keys(values).join(' = ?, ');
  if (assigned !== '') {
    database.run(`UPDATE exports SET ${assigned} = ? WHERE id = ?`, ...Object.values(values), change.exportId);
  }
  const { fault } = change.set;
  const detail = fault === undefined || fault === null ? change.detail : { fault: fault.code, ...change.detail };
  addHistory(context, 'export', change.exportId, change.event, change.at, detail);
  return done;
}
