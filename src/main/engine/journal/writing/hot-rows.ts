import { number } from '../storage/columns.ts';
import type { Database } from '../storage/database.ts';
import { createHotTable } from './hot-table.ts';
import type { HotTable } from './hot-table.ts';
import { createWaitingRows } from './waiting-rows.ts';
import type { WaitingRows } from './waiting-rows.ts';

/** What changes on the way of a file to the service, kept in memory until it is written row by row in one go. */
export interface HotRows {
  readonly items: HotTable;
  readonly jobs: HotTable;
  readonly submissions: HotTable;
  readonly documents: HotTable;
  readonly attempts: WaitingRows;
  readonly uploads: WaitingRows;
  readonly parts: WaitingRows;
  readonly documentFiles: WaitingRows;
  readonly links: WaitingRows;
  readonly seen: WaitingRows;
  /** The number of the next item. */
  nextItemNumber(): number;
  /** Before anything looks at the tables themselves or writes to them: what waits is written. */
  write(): void;
  /** Whether `write` was called since the last `writtenUp`. */
  isWriting(): boolean;
  /** Everything is written, and nobody looks at the tables any more. */
  writtenUp(): void;
  forget(): void;
}

/** Makes the memory of a writer. */
export function createHotRows(database: Database): HotRows {
  // Those that others refer to come before those that refer to them.
  const items = createHotTable(database, {
    name: 'items',
    key: 'number',
    columns: [
      'number',
      'source_id',
      'connection_id',
      'project_id',
      'name',
      'stage',
      'sha256',
      'stage_since',
      'accepted_at',
      'resume_stage',
      'file_id',
      'external_id',
      'note',
      'assignee',
    ],
    searched: 'sha256',
  });
  const jobs = createHotTable(database, {
    name: 'jobs',
    key: 'id',
    columns: ['kind', 'subject_id', 'state', 'due_at', 'attempts', 'tries', 'lease_owner', 'started_at'],
  });
  const submissions = createHotTable(database, { name: 'submissions', key: 'id', columns: ['kind', 'state'] });
  const documents = createHotTable(database, { name: 'documents', key: 'id', columns: ['state', 'open_items'] });
  const waitingRows = {
    attempts: createWaitingRows(database, {
      name: 'attempts',
      columns: ['job_id', 'number', 'started_at', 'ended_at', 'outcome', 'fault'],
      optional: ['fault'],
    }),
    uploads: createWaitingRows(database, {
      name: 'uploaded_files',
      columns: ['connection_id', 'file_id', 'item_id', 'size', 'at'],
      optional: [],
      onConflict: 'ON CONFLICT DO NOTHING',
    }),
    parts: createWaitingRows(database, {
      name: 'submission_items',
      columns: ['submission_id', 'item_id', 'role', 'position'],
      optional: ['role'],
    }),
    documentFiles: createWaitingRows(database, {
      name: 'document_files',
      columns: ['document_id', 'file_id', 'type', 'main_file', 'position'],
      optional: ['type'],
      onConflict: 'ON CONFLICT DO NOTHING',
    }),
    links: createWaitingRows(database, {
      name: 'document_items',
      columns: ['document_id', 'item_id', 'role', 'at'],
      optional: ['role'],
      keyColumns: 2,
      onConflict: 'ON CONFLICT DO NOTHING',
    }),
    seen: createWaitingRows(database, {
      name: 'seen_files',
      columns: ['source_id', 'path', 'size', 'modified_at', 'item_id', 'inode', 'changed_at'],
      optional: ['inode', 'changed_at'],
      onConflict: `ON CONFLICT (source_id, path) DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at,
        item_id = excluded.item_id, inode = excluded.inode, changed_at = excluded.changed_at`,
    }),
  };
  const tables = [items, jobs, submissions, documents, ...Object.values(waitingRows)];
  let lastNumber: number | null = null;
  let isWriting = false;
  return {
    items,
    jobs,
    submissions,
    documents,
    ...waitingRows,
    nextItemNumber() {
      lastNumber ??= number(database.get('SELECT coalesce(max(number), 0) AS last FROM items') ?? {}, 'last');
      lastNumber += 1;
      return lastNumber;
    },
    write() {
      isWriting = true;
      for (const table of tables) table.write();
    },
    isWriting: () => isWriting,
    writtenUp() {
      isWriting = false;
    },
    forget() {
      lastNumber = null;
      isWriting = false;
      for (const table of tables) table.forget();
    },
  };
}
