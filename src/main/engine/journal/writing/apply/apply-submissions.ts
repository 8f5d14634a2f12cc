import type { Change } from '../../changes.ts';
import { number, text } from '../../storage/columns.ts';
import { followSubmission } from './apply-open-cases.ts';
import { assignments, columnValue, done, missing, addHistory } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

type FileUploaded = Extract<Change, { kind: 'file-uploaded' }>;
type SubmissionAdded = Extract<Change, { kind: 'submission-added' }>;
type SubmissionItemAdded = Extract<Change, { kind: 'submission-item-added' }>;
type SubmissionItemRemoved = Extract<Change, { kind: 'submission-item-removed' }>;
type SubmissionSet = Extract<Change, { kind: 'submission-set' }>;

const submissionColumns = {
  state: 'state',
  fileBatchId: 'file_batch_id',
  submittedAt: 'submitted_at',
  externalId: 'external_id',
} as const satisfies { [Name in keyof SubmissionSet['set']]-?: string };

/** The service has the file: its id is the item's from now on. */
export function applyFileUploaded(context: ListContext, change: FileUploaded): ChangeResult {
  const { effects, rows } = context;
  const item = rows.items.get(change.itemId);
  if (item === undefined) return missing;
  rows.uploads.add([change.connectionId, change.fileId, change.itemId, change.size, change.at]);
  if (item['file_id'] !== change.fileId) {
    rows.items.set(change.itemId, { file_id: change.fileId, revision: context.revision });
  }
  effects.touched.push(change.itemId);
  addHistory(context, 'item', change.itemId, 'file-uploaded', change.at, { fileId: change.fileId, size: change.size });
  return done;
}

/** Adds a submission with its items; refused as `taken` where its id is known, as `missing` where an item is not. */
export function applySubmissionAdded(context: ListContext, { submission }: SubmissionAdded): ChangeResult {
  const { rows } = context;
  const there = rows.submissions.get(submission.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'state') };
  for (const part of submission.items) {
    if (rows.items.get(part.itemId) === undefined) return missing;
  }
  rows.submissions.add(submission.id, {
    id: submission.id,
    kind: submission.kind,
    source_id: submission.sourceId,
    connection_id: submission.connectionId,
    project_id: submission.projectId,
    external_id: submission.externalId,
    external_data: columnValue(submission.externalData),
    state: submission.state,
    file_batch_id: submission.fileBatchId,
    created_at: submission.createdAt,
    submitted_at: submission.submittedAt,
  });
  for (const part of submission.items) {
    rows.parts.add([submission.id, part.itemId, part.role, part.position]);
    context.effects.touched.push(part.itemId);
  }
  const [only] = submission.items;
  addHistory(context, 'submission', submission.id, submission.state, submission.createdAt, {
    externalId: submission.externalId,
    items: submission.items.length,
    ...(submission.items.length === 1 && only !== undefined ? { item: only.itemId } : {}),
  });
  return done;
}

/** One more item joins an open submission, behind those that are there. */
export function applySubmissionItemAdded(context: ListContext, change: SubmissionItemAdded): ChangeResult {
  const { database } = context;
  const submission = context.rows.submissions.get(change.submissionId);
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
  context.rows.parts.add([change.submissionId, change.itemId, change.role, number(parts, 'position')]);
  context.effects.touched.push(change.itemId);
  addHistory(context, 'submission', change.submissionId, 'item-joined', context.at, {
    item: change.itemId,
  });
  return done;
}

/** States in which nobody has sent a submission. */
const unsent: ReadonlySet<unknown> = new Set(['open', 'ready', 'held']);

/** An item leaves a submission before that is sent. */
export function applySubmissionItemRemoved(context: ListContext, change: SubmissionItemRemoved): ChangeResult {
  const { submissionId, itemId } = change;
  const submission = context.rows.submissions.get(submissionId);
  if (submission === undefined) return missing;
  if (!unsent.has(submission['state'])) return { kind: 'refused', reason: 'stage', found: text(submission, 'state') };
  context.database.run('DELETE FROM submission_items WHERE submission_id = ? AND item_id = ?', submissionId, itemId);
  context.effects.touched.push(itemId);
  addHistory(context, 'submission', submissionId, 'item-left', context.at, { item: itemId });
  return done;
}

/** Moves a submission; refused where its state is not among `from`. */
export function applySubmissionSet(context: ListContext, change: SubmissionSet): ChangeResult {
  const { submissions } = context.rows;
  const row = submissions.get(change.submissionId);
  if (row === undefined) return missing;
  const before = change.from.find((state) => state === row['state']);
  if (before === undefined) return { kind: 'refused', reason: 'stage', found: text(row, 'state') };
  const values = assignments(change.set, submissionColumns, (_, value) => columnValue(value));
  const changes = Object.keys(values).length > 0;
  if (changes) submissions.set(change.submissionId, values);
  const { state, fileBatchId } = change.set;
  const detail = typeof fileBatchId === 'string' ? { fileBatchId, ...change.detail } : change.detail;
  if (state !== undefined && state !== before) {
    addHistory(context, 'submission', change.submissionId, state, change.at, detail);
    if (row['kind'] === 'case') {
      context.rows.write();
      followSubmission(context, change.submissionId, state, change.at);
    }
  } else if (changes || detail !== undefined) {
    addHistory(context, 'submission', change.submissionId, 'changed', change.at, detail);
  }
  return done;
}
