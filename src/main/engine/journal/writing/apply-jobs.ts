import type { Change } from '../changes.ts';
import type { CustodySubject } from '../records.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, RawRow } from '../storage/database.ts';
import { assignments, columnValue, done, missing, tell } from './list-effects.ts';
import type { ChangeResult, ListContext } from './list-effects.ts';

type JobAdded = Extract<Change, { kind: 'job-added' }>;
type AttemptStarted = Extract<Change, { kind: 'attempt-started' }>;
type AttemptEnded = Extract<Change, { kind: 'attempt-ended' }>;
type JobSet = Extract<Change, { kind: 'job-set' }>;

const jobColumns = {
  state: 'state',
  dueAt: 'due_at',
  priority: 'priority',
  attempts: 'attempts',
  fault: 'fault',
} as const satisfies { [Name in keyof JobSet['set']]-?: string };

/** Adds a job, ready; refused as `taken` where its id is known. */
export function applyJobAdded(context: ListContext, { job }: JobAdded): ChangeResult {
  const { database } = context;
  const there = database.get('SELECT state FROM jobs WHERE id = ?', job.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'state') };
  database.run(
    `INSERT INTO jobs (id, kind, subject_id, connection_id, source_id, state, priority, due_at, payload)
     VALUES (?, ?, ?, ?, ?, 'ready', ?, ?, ?)`,
    job.id,
    job.kind,
    job.subjectId,
    job.connectionId,
    job.sourceId,
    job.priority,
    job.dueAt,
    columnValue(job.payload ?? null),
  );
  return done;
}

/**
 * Begins an attempt; refused where the job is not ready. One whose receipt a full disk refused goes on under its own lease: it
 * is still the same recorded try.
 */
export function applyAttemptStarted(context: ListContext, change: AttemptStarted): ChangeResult {
  const { database } = context;
  const row = database.get('SELECT state, tries, lease_owner FROM jobs WHERE id = ?', change.jobId);
  if (row === undefined) return missing;
  if (row['state'] === 'running' && row['lease_owner'] === change.leaseOwner) {
    database.run('UPDATE jobs SET lease_until = ? WHERE id = ?', change.leaseUntil, change.jobId);
    return done;
  }
  if (row['state'] !== 'ready') return { kind: 'refused', reason: 'stage', found: text(row, 'state') };
  const tries = number(row, 'tries') + 1;
  database.run(
    "UPDATE jobs SET state = 'running', tries = ?, lease_owner = ?, lease_until = ? WHERE id = ?",
    tries,
    change.leaseOwner,
    change.leaseUntil,
    change.jobId,
  );
  database.run('INSERT INTO attempts (job_id, number, started_at) VALUES (?, ?, ?)', change.jobId, tries, change.at);
  return done;
}

/** Ends the running attempt; refused where none runs. A try that did not end well is told in the subject's history. */
export function applyAttemptEnded(context: ListContext, change: AttemptEnded): ChangeResult {
  const { database } = context;
  const row = database.get(
    'SELECT kind, subject_id, state, due_at, attempts, tries FROM jobs WHERE id = ?',
    change.jobId,
  );
  if (row === undefined) return missing;
  if (row['state'] !== 'running') return { kind: 'refused', reason: 'stage', found: text(row, 'state') };
  const tries = number(row, 'tries');
  const fault = columnValue(change.fault ?? null);
  const failed = change.state === 'ready' || change.state === 'held';
  const dueAt = change.state === 'ready' ? (change.dueAt ?? change.at) : number(row, 'due_at');
  database.run(
    `UPDATE jobs SET state = ?, due_at = ?, attempts = ?, fault = ?, lease_owner = NULL, lease_until = NULL WHERE id = ?`,
    change.state,
    dueAt,
    number(row, 'attempts') + (failed && change.counts !== false ? 1 : 0),
    fault,
    change.jobId,
  );
  database.run(
    'UPDATE attempts SET ended_at = ?, outcome = ?, fault = ? WHERE job_id = ? AND number = ?',
    change.at,
    change.state,
    fault,
    change.jobId,
    tries,
  );
  if (change.state !== 'done') {
    const event = !failed ? 'attempt-cancelled' : change.fault === undefined ? 'attempt-stopped' : 'attempt-failed';
    tellOfJob(context, row, event, change.at, {
      job: text(row, 'kind'),
      number: tries,
      ...(change.fault === undefined ? {} : { fault: change.fault.code }),
      ...(change.fault?.cause === undefined ? {} : { cause: change.fault.cause }),
      ...(change.state === 'ready' ? { nextAt: dueAt } : {}),
    });
  }
  return done;
}

/** Decides about a job; refused where an attempt is running. */
export function applyJobSet(context: ListContext, change: JobSet): ChangeResult {
  const { database } = context;
  const row = database.get('SELECT kind, subject_id, state FROM jobs WHERE id = ?', change.jobId);
  if (row === undefined) return missing;
  if (row['state'] === 'running') return { kind: 'refused', reason: 'stage', found: 'running' };
  const { columns, values } = assignments(change.set, jobColumns, (_, value) => columnValue(value));
  if (columns.length === 0) return done;
  database.run(`UPDATE jobs SET ${columns.join(', ')} WHERE id = ?`, ...values, change.jobId);
  const { state } = change.set;
  if (state !== undefined && state !== row['state']) {
    tellOfJob(context, row, `job-${state}`, context.at, { job: text(row, 'kind') });
  }
  return done;
}

/** Tells of a job in the history of what it is about. */
function tellOfJob(
  context: ListContext,
  row: RawRow,
  event: string,
  at: number,
  detail: Readonly<Record<string, string | number | boolean | null>>,
): void {
  const subjectId = text(row, 'subject_id');
  const subject = subjectOf(context.database, text(row, 'kind'), subjectId);
  if (subject === 'item') context.effects.touched.push(subjectId);
  tell(context, subject, subjectId, event, at, detail);
}

function subjectOf(database: Database, kind: string, subjectId: string): CustodySubject {
  switch (kind) {
    case 'upload':
    case 'tidy':
      return 'item';
    case 'submit':
      return 'submission';
    case 'export':
      return 'export';
    default:
      // Transfers and rejections are about a document or a case: which one, its id tells.
      return database.get('SELECT id FROM cases WHERE id = ?', subjectId) === undefined ? 'document' : 'case';
  }
}
