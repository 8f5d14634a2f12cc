import type { JobQuery, Pauses } from '../journal.ts';
import type { JobRecord, SeenFile, SubmissionRecord, SubmissionState } from '../records.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import type { ReadRows, Reads } from './read-types.ts';
import { jobFrom, seenFrom, submissionFrom, submissionItemFrom } from './rows.ts';

/** Reads of jobs, submissions, seen files and what steers the station. */
export function createWorkReads(
  database: Database,
  readRows: ReadRows,
): Pick<
  Reads,
  | 'job'
  | 'jobs'
  | 'jobsOf'
  | 'submission'
  | 'submissions'
  | 'submissionsOfItem'
  | 'submissionByExternalId'
  | 'submissionByFileBatchId'
  | 'seenFiles'
  | 'seenFile'
  | 'cursor'
  | 'pauses'
> {
  const one = <T>(rows: readonly T[]): T | null => rows[0] ?? null;
  const jobsFrom = (rows: readonly RawRow[]): readonly JobRecord[] => readRows(rows, 'jobs', jobFrom);
  const submissionsFrom = (rows: readonly RawRow[]): readonly SubmissionRecord[] =>
    readRows(rows, 'submissions', (row) =>
      submissionFrom(
        row,
        readRows(
          database.all(
            'SELECT * FROM submission_items WHERE submission_id = ? ORDER BY position, item_id',
            text(row, 'id'),
          ),
          'submission_items',
          submissionItemFrom,
        ),
      ),
    );

  return {
    job: (id: string) => one(jobsFrom(database.all('SELECT * FROM jobs WHERE id = ?', id))),
    jobs: (query: JobQuery) => jobsFrom(jobRows(database, query)),
    jobsOf: (subjectId: string) =>
      jobsFrom(database.all('SELECT * FROM jobs WHERE subject_id = ? ORDER BY id', subjectId)),
    submission: (id: string) => one(submissionsFrom(database.all('SELECT * FROM submissions WHERE id = ?', id))),
    submissions: (states: readonly SubmissionState[], limit: number, after?: string) =>
      submissionsFrom(byStateThenId(database, 'submissions', states, limit, after)),
    submissionsOfItem: (itemId: string) =>
      submissionsFrom(
        database.all(
          `SELECT s.* FROM submission_items p JOIN submissions s ON s.id = p.submission_id
           WHERE p.item_id = ? ORDER BY s.created_at, s.id`,
          itemId,
        ),
      ),
    submissionByExternalId: (connectionId: string, externalId: string) =>
      one(
        submissionsFrom(
          database.all(
            `SELECT * FROM submissions WHERE external_id = ? AND connection_id = ? ORDER BY created_at DESC, id DESC LIMIT 1`,
            externalId,
            connectionId,
          ),
        ),
      ),
    submissionByFileBatchId: (connectionId: string, fileBatchId: string) =>
      one(
        submissionsFrom(
          database.all(
            `SELECT * FROM submissions WHERE file_batch_id = ? AND connection_id = ? ORDER BY created_at DESC, id DESC LIMIT 1`,
            fileBatchId,
            connectionId,
          ),
        ),
      ),
    seenFiles: (sourceId: string, limit: number, afterPath?: string): readonly SeenFile[] =>
      readRows(
        database.all(
          'SELECT * FROM seen_files WHERE source_id = ? AND path > ? ORDER BY path LIMIT ?',
          sourceId,
          afterPath ?? '',
          limit,
        ),
        'seen_files',
        seenFrom,
      ),
    seenFile: (sourceId: string, path: string): SeenFile | null =>
      one(
        readRows(
          database.all('SELECT * FROM seen_files WHERE source_id = ? AND path = ?', sourceId, path),
          'seen_files',
          seenFrom,
        ),
      ),
    cursor(name: string): string | null {
      const row = database.get('SELECT value FROM cursors WHERE name = ?', name);
      return row === undefined ? null : text(row, 'value');
    },
    pauses(): Pauses {
      const rows = database.all('SELECT scope, id FROM pauses ORDER BY id');
      return {
        all: rows.some((row) => row['scope'] === 'all'),
        sources: rows.filter((row) => row['scope'] === 'source').map((row) => text(row, 'id')),
      };
    },
  };
}

/** Rows of the given states by id, merged from one indexed part a state. */
export function byStateThenId(
  database: Database,
  table: 'submissions' | 'exports',
  states: readonly string[],
  limit: number,
  after = '',
): readonly RawRow[] {
  return [...new Set(states)]
    .flatMap((state) =>
      database.all(`SELECT * FROM ${table} WHERE state = ? AND id > ? ORDER BY id LIMIT ?`, state, after, limit),
    )
    .sort((a, b) => compared(text(a, 'id'), text(b, 'id')))
    .slice(0, limit);
}

function jobRows(database: Database, query: JobQuery): readonly RawRow[] {
  let start: readonly SqlValue[] = [Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, ''];
  if (query.after !== undefined) {
    const row = database.get('SELECT priority, due_at, id FROM jobs WHERE id = ?', query.after);
    if (row === undefined) return [];
    start = [number(row, 'priority'), number(row, 'due_at'), text(row, 'id')];
  }
  return [...new Set(query.states)]
    .flatMap((state) =>
      database.all(
        `SELECT * FROM jobs WHERE state = ? AND (priority, due_at, id) > (?, ?, ?)
         ORDER BY priority, due_at, id LIMIT ?`,
        state,
        ...start,
        query.limit,
      ),
    )
    .sort(
      (a, b) =>
        number(a, 'priority') - number(b, 'priority') ||
        number(a, 'due_at') - number(b, 'due_at') ||
        compared(text(a, 'id'), text(b, 'id')),
    )
    .slice(0, query.limit);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
