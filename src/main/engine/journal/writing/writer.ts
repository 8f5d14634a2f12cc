import type { Change, CommitOutcome } from '../changes.ts';
import type { JournalError } from '../journal.ts';
import { createCustodyChain } from '../storage/custody-chain.ts';
import type { CustodyEntry } from '../storage/custody-chain.ts';
import { failureOf } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';
import { setStationNumber, stationNumber } from '../storage/station.ts';
import { applyList } from './apply-list.ts';
import { createHotRows } from './hot-rows.ts';
import type { HotRows } from './hot-rows.ts';
import type { ListEffects } from './list-effects.ts';
import { writeCounts } from './stage-counts.ts';

/** A caller's list of changes as it reaches the writer. `actor` null: the engine. `at` in ms. */
export interface ChangeList {
  readonly changes: readonly Change[];
  readonly actor: string | null;
  readonly at: number;
}

/** Why a list was not written though no guard refused it. `bug` = an exception that only this list caused. */
export interface ListFailure {
  readonly failed: Exclude<JournalError['code'], 'closed'> | 'bug';
  readonly message: string;
}

/** What became of one list. */
export type ListResult = CommitOutcome | ListFailure;

/** What became of a batch: results in the order of the lists, and what changed (`touched` may hold an id twice). */
export interface BatchResult {
  readonly results: readonly ListResult[];
  readonly revision: number;
  readonly changed: boolean;
  readonly touched: readonly string[];
  /** Set when the batch failed because the file is damaged. */
  readonly damage: string | null;
}

/** Writes batches: one transaction a batch, each list of changes in it as a whole or not at all. */
export interface Writer {
  writeBatch(lists: readonly ChangeList[]): BatchResult;
}

/** Thrown inside to undo a batch that must be done again with a savepoint a list. */
class UndoNeeded extends Error {}

/** The writer of a migrated database. */
export function createWriter(database: Database, rules: Rules): Writer {
  const chain = createCustodyChain(database);
  const rows = createHotRows(database);
  let durableRevision = stationNumber(database, 'revision');

  const attempt = (lists: readonly ChangeList[], isolated: boolean): BatchResult => {
    const revision = durableRevision + 1;
    const custody: CustodyEntry[] = [];
    const counts: ListEffects['counts'] = [];
    const touched: string[] = [];
    const results: ListResult[] = [];
    let changed = false;
    database.run('BEGIN IMMEDIATE');
    for (const list of lists) {
      const effects: ListEffects = { touched: [], custody: [], counts: [] };
      const context = { database, rules, rows, revision, actor: list.actor, at: list.at, effects };
      const result = isolated
        ? isolatedList(database, [rules, rows], () => written(rows, applyList(context, list.changes)))
        : plainList(() => applyList(context, list.changes));
      results.push(result);
      if ('failed' in result || !result.ok || list.changes.length === 0) continue;
      changed = true;
      custody.push(...effects.custody);
      counts.push(...effects.counts);
      touched.push(...effects.touched);
    }
    if (!changed) {
      database.run('ROLLBACK');
      return {
        results: results.map((result) => withRevision(result, durableRevision)),
        revision: durableRevision,
        changed,
        touched,
        damage: null,
      };
    }
    rows.write();
    rows.writtenUp();
    chain.append(custody);
    writeCounts(database, counts);
    setStationNumber(database, 'revision', revision);
    database.run('COMMIT');
    chain.settle();
    durableRevision = revision;
    return { results, revision, changed, touched, damage: null };
  };

  const undo = (): void => {
    if (database.inTransaction()) database.run('ROLLBACK');
    chain.undo();
    rules.forget();
    rows.forget();
  };

  return {
    writeBatch(lists) {
      try {
        try {
          return attempt(lists, false);
        } catch (error) {
          if (isOfTheWholeBatch(error)) throw error;
          undo();
          return attempt(lists, true);
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

/**
 * Without savepoints, as nearly every batch goes through: a list that has to be undone (refused after it wrote something, or an
 * exception) makes the whole batch start over with savepoints, which cost a fifth more.
 */
function plainList(apply: () => CommitOutcome): ListResult {
  try {
    const outcome = apply();
    if (!outcome.ok && outcome.index > 0) throw new UndoNeeded();
    return outcome;
  } catch (error) {
    if (isOfTheWholeBatch(error)) throw error;
    throw new UndoNeeded();
  }
}

/** Writes what the list left waiting, unless it is to be undone. */
function written(rows: HotRows, outcome: CommitOutcome): CommitOutcome {
  if (outcome.ok) rows.write();
  return outcome;
}

function isolatedList(
  database: Database,
  memories: readonly { forget(): void }[],
  apply: () => CommitOutcome,
): ListResult {
  database.run('SAVEPOINT list');
  const undoList = (): void => {
    database.run('ROLLBACK TO list');
    database.run('RELEASE list');
    for (const memory of memories) memory.forget();
  };
  try {
    const outcome = apply();
    if (outcome.ok) database.run('RELEASE list');
    else undoList();
    return outcome;
  } catch (error) {
    if (isOfTheWholeBatch(error)) throw error;
    undoList();
    return { failed: 'bug', message: messageOf(error) };
  }
}

/** Whether the failure is the disk's, and so everybody's, and not that of one list. */
function isOfTheWholeBatch(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== null && failure !== 'other';
}

function failureFrom(error: unknown): ListFailure {
  const failure = failureOf(error);
  if (failure === null || failure === 'other') return { failed: 'bug', message: messageOf(error) };
  return { failed: failure === 'full' ? 'disk-full' : 'unusable', message: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withRevision(result: ListResult, revision: number): ListResult {
  return 'failed' in result || !result.ok ? result : { ...result, revision };
}
