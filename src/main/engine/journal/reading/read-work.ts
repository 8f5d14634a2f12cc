import type { JobQuery } from '../journal.ts';
import { number, text } from '../storage/columns.ts';
import type { Database, RawRow, SqlValue } from '../storage/database.ts';
import type { ReadRows, MakesReads } from './read-types.ts';
import { jobFrom, seenFrom, submissionFrom, submissionItemFrom } from './rows.ts';

/** Reads of jobs, submissions, seen files and what steers the station. */
export const createWorkReads = ((database: Database, readRows: ReadRows) => {
  const itemsOf = (submissionId: string) =>
    readRows(
      database.all('SELECT * FROM submission_items WHERE submission_id = ? ORDER BY position, item_id', submissionId),
      'submission_items',
      submissionItemFrom,
    );
  const jobsFrom = (rows: readonly RawRow[]) => readRows(rows, 'jobs', jobFrom);
  const submissionsFrom = (rows: readonly RawRow[]) =>
    readRows(rows, 'submissions', (row) => submissionFrom(row, itemsOf(text(row, 'id'))));
  const submissions = (sql: string, ...values: readonly SqlValue[]) => submissionsFrom(database.all(sql, ...values));
  const seen = (sql: string, ...values: readonly SqlValue[]) =>
    readRows(database.all(sql, ...values), 'seen_files', seenFrom);
  const newestBy = (column: 'external_id' | 'file_batch_id', connectionId: string, id: string) =>
    submissions(
      `SELECT * FROM submissions WHERE ${column} = ? AND connection_id = ? ORDER BY created_at DESC, id DESC LIMIT 1`,
      ...[id, connectionId],
    )[0] ?? null;

  return {
    job: (id) => jobsFrom(database.all('SELECT * FROM jobs WHERE id = ?', id))[0] ?? null,
    jobs: (query) => jobsFrom(jobRows(database, query)),
    jobsOf: (subjectId) => jobsFrom(database.all('SELECT * FROM jobs WHERE subject_id = ? ORDER BY id', subjectId)),
    submission: (id) => submissions('SELECT * FROM submissions WHERE id = ?', id)[0] ?? null,
    submissions: (states, limit, after) =>
      submissionsFrom(byStateThenId(database, 'submissions', states, limit, after)),
    submissionsOfItem: (itemId) =>
      submissions(
        `SELECT s.* FROM submission_items p JOIN submissions s ON s.id = p.submission_id
         WHERE p.item_id = ? ORDER BY s.created_at, s.id`,
        itemId,
      ),
    submissionByExternalId: (connectionId, externalId) => newestBy('external_id', connectionId, externalId),
    submissionByFileBatchId: (connectionId, fileBatchId) => newestBy('file_batch_id', connectionId, fileBatchId),
    seenFiles: (sourceId, limit, afterPath = '') =>
      seen(
        'SELECT * FROM seen_files WHERE source_id = ? AND path > ? ORDER BY path LIMIT ?',
        ...[sourceId, afterPath, limit],
      ),
    seenFile: (sourceId, path) =>
      seen('SELECT * FROM seen_files WHERE source_id = ? AND path = ?', sourceId, path)[0] ?? null,
    people: (limit) =>
      database
        .all('SELECT name FROM people ORDER BY used_at DESC, name LIMIT ?', limit)
        .map((row) => text(row, 'name')),
    assignees(limit) {
      const named = (from: string) =>
        database
          .all(
            `SELECT DISTINCT assignee AS name FROM ${from} AND assignee IS NOT NULL ORDER BY assignee LIMIT ?`,
            limit,
          )
          .map((row) => text(row, 'name'));
      return {
        items: named('items INDEXED BY items_by_assignee WHERE 1'),
        openCases: named(`open_cases WHERE state <> 'dissolved'`),
      };
    },
    cursor(name) {
      const row = database.get('SELECT value FROM cursors WHERE name = ?', name);
      return row === undefined ? null : text(row, 'value');
    },
    pauses() {
      const rows = database.all('SELECT scope, id FROM pauses ORDER BY id');
      return {
        all: rows.some((row) => row['scope'] === 'all'),
        sources: rows.filter((row) => row['scope'] === 'source').map((row) => text(row, 'id')),
      };
    },
  };
}) satisfies MakesReads;

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
