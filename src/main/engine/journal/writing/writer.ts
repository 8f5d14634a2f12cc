import { failureOf } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';
import { stationNumber } from '../storage/station.ts';
import { createBatchTables, isOfTheWholeBatch, isTaken } from './batch-tables.ts';
import { listsText } from './change-list.ts';
import type { ChangeList, ListFailure, ListResult } from './change-list.ts';
import { lastWaiting } from './waiting-batches.ts';

/** How many lists make a batch wait. */
export interface WaitingLimits {
  /** A batch of at least so many lists waits. A smaller one is not worth writing twice. */
  readonly min: number;
  /** Lists that wait at most: to write them, or to apply them again after a crash, takes about 0.1 s. */
  readonly max: number;
}

const usualLimits: WaitingLimits = { min: 16, max: 4_096 };

/** What became of a batch: results in the order of the lists, and what changed (`touched` may hold an id twice). */
export interface BatchResult {
  readonly results: readonly ListResult[];
  readonly revision: number;
  readonly changed: boolean;
  readonly touched: readonly string[];
  /** Set when the batch failed because the file is damaged. */
  readonly damage: string | null;
}

/**
 * Writes batches: one transaction a batch, each list of changes in it as a whole or not at all. Large batches become durable
 * as they came, and wait in memory for being written into the tables together with those that follow (decision 28).
 */
export interface Writer {
  /** `source`: the lists as text, where the caller has it. */
  writeBatch(lists: readonly ChangeList[], source?: string): BatchResult;
  /** Writes what waits into the tables; returns how many lists could only be kept aside. Throws what SQLite throws. */
  writeWaiting(): number;
}

/** The writer of a migrated database. */
export function createWriter(database: Database, rules: Rules, limits = usualLimits): Writer {
  const tables = createBatchTables(database, rules);
  let durableRevision = Math.max(lastWaiting(database) ?? 0, stationNumber(database, 'revision'));
  /** Lists that wait in memory; null: they wait in the file only, and have to be applied again. */
  let waiting: number | null = lastWaiting(database) === null ? 0 : null;

  /** Somebody read the tables since the last batch, and may do so again soon. */
  let isLookedAt = false;

  /** Ends a transaction with everything in the tables, including what waited before it. */
  const endWritten = (revision: number): void => {
    tables.write(revision);
    database.run('COMMIT');
    tables.written();
    waiting = 0;
  };

  const attempt = (lists: readonly ChangeList[], source: string | undefined, isolated: boolean): BatchResult => {
    const revision = durableRevision + 1;
    const touched: string[] = [];
    const results: ListResult[] = [];
    const refused: number[] = [];
    let changed = false;
    database.run('BEGIN IMMEDIATE');
    for (const [place, list] of lists.entries()) {
      const applied = tables.apply(list, revision, isolated);
      results.push(applied.result);
      if (!isTaken(applied.result)) refused.push(place);
      else if (list.changes.length > 0) {
        changed = true;
        touched.push(...applied.touched);
      }
    }
    if (!changed) {
      // A guard that read the tables has written the waiting rows into them first, and the rows in memory rely on that.
      if (tables.isWriting()) endWritten(durableRevision);
      else database.run('ROLLBACK');
      const unchanged = results.map((result) => withRevision(result, durableRevision));
      return { results: unchanged, revision: durableRevision, changed, touched, damage: null };
    }
    const waits = !isolated && !isLookedAt && !tables.isWriting() && isWorthWaiting(limits, waiting ?? 0, lists.length);
    if (waits) {
      tables.keep(revision, source ?? listsText(lists), refused);
      database.run('COMMIT');
      waiting = (waiting ?? 0) + lists.length;
    } else endWritten(revision);
    isLookedAt = false;
    durableRevision = revision;
    return { results, revision, changed, touched, damage: null };
  };

  const undo = (): void => {
    if (database.inTransaction()) database.run('ROLLBACK');
    tables.forget();
    if (waiting !== 0) waiting = null;
  };

  const writeWaitingOnce = (isolated: boolean): number => {
    try {
      database.run('BEGIN IMMEDIATE');
      const unwritable = waiting === null ? tables.applyWaiting(isolated) : 0;
      endWritten(durableRevision);
      return unwritable;
    } catch (error) {
      undo();
      throw error;
    }
  };

  const writeWaiting = (): number => {
    if (waiting === 0) return 0;
    try {
      return writeWaitingOnce(false);
    } catch (error) {
      if (isOfTheWholeBatch(error)) throw error;
      return writeWaitingOnce(true);
    }
  };

  return {
    writeWaiting() {
      isLookedAt = true;
      return writeWaiting();
    },
    writeBatch(lists, source) {
      try {
        if (waiting === null) writeWaiting();
        try {
          return attempt(lists, source, false);
        } catch (error) {
          if (isOfTheWholeBatch(error)) throw error;
          undo();
          writeWaiting();
          return attempt(lists, source, true);
        }
      } catch (error) {
        undo();
        const failure = failureFrom(error);
        const damage = failureOf(error) === 'damaged' ? failure.message : null;
        return { results: lists.map(() => failure), revision: durableRevision, changed: false, touched: [], damage };
      }
    },
  };
}

function isWorthWaiting({ min, max }: WaitingLimits, waiting: number, lists: number): boolean {
  return waiting === 0 ? lists >= min : waiting + lists <= max;
}

function failureFrom(error: unknown): ListFailure {
  const failure = failureOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (failure === null || failure === 'other') return { failed: 'bug', message };
  return { failed: failure === 'full' ? 'disk-full' : 'unusable', message };
}

function withRevision(result: ListResult, revision: number): ListResult {
  return 'failed' in result || !result.ok ? result : { ...result, revision };
}
