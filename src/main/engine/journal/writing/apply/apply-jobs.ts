import type { Change } from '../../changes.ts';
import type { CustodySubject } from '../../records.ts';
import { number, numberOrNull, text } from '../../storage/columns.ts';
import type { Database, RawRow } from '../../storage/database.ts';
import { assignments, columnValue, done, missing, addHistory } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

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
  const there = context.rows.jobs.get(job.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'state') };
  context.rows.jobs.add(job.id, {
    id: job.id,
    kind: job.kind,
    subject_id: job.subjectId,
    connection_id: job.connectionId,
    source_id: job.sourceId,
    state: 'ready',
    priority: job.priority,
    due_at: job.dueAt,
    attempts: 0,
    tries: 0,
    fault: null,
    lease_owner: null,
    lease_until: null,
    started_at: null,
    payload: columnValue(job.payload ?? null),
  });
  return done;
}

/**
 * Begins an attempt, told by the job's row until it ends; refused where the job is not ready. One whose receipt a full disk refused goes on under its own lease: it
 * is still the same recorded try.
 */
export function applyAttemptStarted(context: ListContext, change: AttemptStarted): ChangeResult {
  const { jobs } = context.rows;
  const row = jobs.get(change.jobId);
  if (row === undefined) return missing;
  if (row['state'] === 'running' && row['lease_owner'] === change.leaseOwner) {
    jobs.set(change.jobId, { lease_until: change.leaseUntil });
    return done;
  }
  if (row['state'] !== 'ready') return { kind: 'refused', reason: 'stage', found: text(row, 'state') };
  jobs.set(change.jobId, {
    state: 'running',
    tries: number(row, 'tries') + 1,
    lease_owner: change.leaseOwner,
    lease_until: change.leaseUntil,
    started_at: change.at,
  });
  return done;
}

/** Ends the running attempt; refused where none runs. A try that did not end well is told in the subject's history. */
export function applyAttemptEnded(context: ListContext, change: AttemptEnded): ChangeResult {
  const { rows } = context;
  const row = rows.jobs.get(change.jobId);
  if (row === undefined) return missing;
  if (row['state'] !== 'running') return { kind: 'refused', reason: 'stage', found: text(row, 'state') };
  const tries = number(row, 'tries');
  const fault = columnValue(change.fault ?? null);
  const failed = change.state === 'ready' || change.state === 'held';
  const dueAt = change.state === 'ready' ? (change.dueAt ?? change.at) : number(row, 'due_at');
  const startedAt = numberOrNull(row, 'started_at') ?? change.at;
  rows.attempts.add([change.jobId, tries, startedAt, change.at, change.state, fault]);
  rows.jobs.set(change.jobId, {
    state: change.state,
    due_at: dueAt,
    attempts: number(row, 'attempts') + (failed && change.counts !== false ? 1 : 0),
    fault,
    lease_owner: null,
    lease_until: null,
    started_at: null,
  });
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
  const { jobs } = context.rows;
  const row = jobs.get(change.jobId);
  if (row === undefined) return missing;
  if (row['state'] === 'running') return { kind: 'refused', reason: 'stage', found: 'running' };
  const before = row['state'];
  const columns = assignments(change.set, jobColumns, (_, value) => columnValue(value));
  if (Object.keys(columns).length === 0) return done;
  jobs.set(change.jobId, columns);
  const { state } = change.set;
  if (state !== undefined && state !== before) {
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
  addHistory(context, subject, subjectId, event, at, detail);
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
