import { z } from 'zod';
import { number, text } from '../storage/columns.ts';
import { failureOf } from '../storage/database.ts';
import type { Database, RawRow } from '../storage/database.ts';
import { listsFrom } from './change-list.ts';
import type { ChangeList } from './change-list.ts';

const placesSchema = z.array(z.number());

/** A batch that is durable and not in the tables yet. */
interface WaitingBatch {
  readonly revision: number;
  /** Those that were taken, in their order; null: damage left no sense in the text. */
  readonly lists: readonly ChangeList[] | null;
}

/** Makes a batch durable as it came, inside the caller's transaction. `refused`: places of lists that were not taken. */
export function keepBatch(database: Database, revision: number, source: string, refused: readonly number[]): void {
  database.run(
    'INSERT INTO waiting_batches (revision, lists, refused) VALUES (?, ?, ?)',
    revision,
    source,
    JSON.stringify(refused),
  );
}

/** The batches that wait, oldest first. */
export function* waitingBatches(database: Database): Generator<WaitingBatch, void, undefined> {
  for (const row of database.all('SELECT revision FROM waiting_batches ORDER BY revision')) {
    const revision = number(row, 'revision');
    const kept = database.get('SELECT lists, refused FROM waiting_batches WHERE revision = ?', revision);
    if (kept === undefined) continue;
    yield { revision, lists: readable(() => listsOf(kept)) };
  }
}

function listsOf(row: RawRow): readonly ChangeList[] {
  const refused = new Set(placesSchema.parse(JSON.parse(text(row, 'refused'))));
  return listsFrom(text(row, 'lists')).filter((_, place) => !refused.has(place));
}

/** Null where the text can't be read; what the disk itself refuses is thrown. */
function readable(read: () => readonly ChangeList[]): readonly ChangeList[] | null {
  try {
    return read();
  } catch (error) {
    if (failureOf(error) !== null) throw error;
    return null;
  }
}

/**
 * Notes, in a journal that is rebuilt, that a batch was lost on the way: to the writer it is one that can't be read. Runs inside
 * the caller's transaction.
 */
export function noteLostBatch(database: Database): void {
  keepBatch(database, (lastWaiting(database) ?? 0) + 1, '', []);
}

/** The last revision that waits; null: nothing waits. */
export function lastWaiting(database: Database): number | null {
  const row = database.get('SELECT max(revision) AS last FROM waiting_batches');
  return typeof row?.['last'] === 'number' ? row['last'] : null;
}

/** Drops the batches: they are in the tables now, by the caller's transaction. */
export function dropWaiting(database: Database): void {
  database.run('DELETE FROM waiting_batches');
}
