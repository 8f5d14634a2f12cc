import type { Change } from '../changes.ts';
import { number, text } from '../storage/columns.ts';
import { followSubmission } from './apply-piles.ts';
import { assignments, columnValue, done, missing, tell } from './list-effects.ts';
import type { ChangeResult, ListContext } from './list-effects.ts';

type FileUploaded = Extract<Change, { kind: 'file-uploaded' }>;
type SubmissionAdded = Extract<Change, { kind: 'submission-added' }>;
type SubmissionItemAdded = Extract<Change, { kind: 'submission-item-added' }>;
type SubmissionSet = Extract<Change, { kind: 'submission-set' }>;

const submissionColumns = {
  state: 'state',
  fileBatchId: 'file_batch_id',
  submittedAt: 'submitted_at',
  externalId: 'external_id',
} as const satisfies { [Name in keyof SubmissionSet['set']]-?: string };

/** The service has the file: its id is the item's from now on. */
export function applyFileUploaded(context: ListContext, change: FileUploaded): ChangeResult {
  const { database, effects, rows } = context;
  const item = rows.items.get(change.itemId);
  if (item === undefined) return missing;
  database.run(
    'INSERT INTO uploaded_files (connection_id, file_id, item_id, size, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    change.connectionId,
    change.fileId,
    change.itemId,
    change.size,
    change.at,
  );
  if (item['file_id'] !== change.fileId) {
    rows.items.set(change.itemId, { file_id: change.fileId, revision: context.revision });
  }
  effects.touched.push(change.itemId);
  tell(context, 'item', change.itemId, 'file-uploaded', change.at, { fileId: change.fileId, size: change.size });
  return done;
}

/** Adds a submission with its items; refused as `taken` where its id is known, as `missing` where an item is not. */
export function applySubmissionAdded(context: ListContext, { submission }: SubmissionAdded): ChangeResult {
  const { database } = context;
  const there = database.get('SELECT state FROM submissions WHERE id = ?', submission.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'state') };
  for (const part of submission.items) {
    if (context.rows.items.get(part.itemId) === undefined) return missing;
  }
  database.run(
    `INSERT INTO submissions (id, kind, source_id, connection_id, project_id, external_id, external_data, state,
       file_batch_id, created_at, submitted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    submission.id,
    submission.kind,
    submission.sourceId,
    submission.connectionId,
    submission.projectId,
    submission.externalId,
    columnValue(submission.externalData),
    submission.state,
    submission.fileBatchId,
    submission.createdAt,
    submission.submittedAt,
  );
  for (const part of submission.items) {
    insertPart(context, submission.id, part.itemId, part.role, part.position);
    context.effects.touched.push(part.itemId);
  }
  const [only] = submission.items;
  tell(context, 'submission', submission.id, submission.state, submission.createdAt, {
    externalId: submission.externalId,
    items: submission.items.length,
    ...(submission.items.length === 1 && only !== undefined ? { item: only.itemId } : {}),
  });
  return done;
}

/** One more item joins an open submission, behind those that are there. */
export function applySubmissionItemAdded(context: ListContext, change: SubmissionItemAdded): ChangeResult {
  const { database } = context;
  const submission = database.get('SELECT state FROM submissions WHERE id = ?', change.submissionId);
  const item = context.rows.items.get(change.itemId);
  if (submission === undefined || item === undefined) return missing;
  if (submission['state'] !== 'open') return { kind: 'refused', reason: 'stage', found: text(submission, 'state') };
  const parts = database.get(
    `SELECT coalesce(max(position) + 1, 0) AS position, coalesce(max(item_id = ?), 0) AS there
     FROM submission_items WHERE submission_id = ?`,
    change.itemId,
    change.submissionId,
  );
  if (parts === undefined || parts['there'] === 1) return { kind: 'refused', reason: 'taken', found: 'open' };
  insertPart(context, change.submissionId, change.itemId, change.role, number(parts, 'position'));
  context.effects.touched.push(change.itemId);
  tell(context, 'submission', change.submissionId, 'item-joined', context.at, {
    item: change.itemId,
  });
  return done;
}

/** Moves a submission; refused where its state is not among `from`. */
export function applySubmissionSet(context: ListContext, change: SubmissionSet): ChangeResult {
  const { database } = context;
  const row = database.get('SELECT kind, state FROM submissions WHERE id = ?', change.submissionId);
  if (row === undefined) return missing;
  const before = change.from.find((state) => state === row['state']);
  if (before === undefined) return { kind: 'refused', reason: 'stage', found: text(row, 'state') };
  const values = assignments(change.set, submissionColumns, (_, value) => columnValue(value));
  const columns = Object.keys(values);
  if (columns.length > 0) {
    const assigned = columns.join(' = ?, ');
    database.run(`UPDATE submissions SET ${assigned} = ? WHERE id = ?`, ...Object.values(values), change.submissionId);
  }
  const { state, fileBatchId } = change.set;
  const detail = typeof fileBatchId === 'string' ? { fileBatchId, ...change.detail } : change.detail;
  if (state !== undefined && state !== before) {
    tell(context, 'submission', change.submissionId, state, change.at, detail);
    if (row['kind'] === 'case') followSubmission(context, change.submissionId, state, change.at);
  } else if (columns.length > 0 || detail !== undefined) {
    tell(context, 'submission', change.submissionId, 'changed', change.at, detail);
  }
  return done;
}

function insertPart(
  context: ListContext,
  submissionId: string,
  itemId: string,
  role: string | null,
  position: number,
): void {
  context.database.run(
    'INSERT INTO submission_items (submission_id, item_id, role, position) VALUES (?, ?, ?, ?)',
    submissionId,
    itemId,
    role,
    position,
  );
}
