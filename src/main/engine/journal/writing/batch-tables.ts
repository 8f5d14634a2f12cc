import type { CommitOutcome } from '../changes.ts';
import { journalFault } from '../journal-faults.ts';
import { createCustodyChain } from '../storage/custody-chain.ts';
import type { CustodyEntry } from '../storage/custody-chain.ts';
import { failureOf } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';
import { number, text } from '../storage/columns.ts';
import { setStationNumber } from '../storage/station.ts';
import { keepRaw } from '../storage/unreadable-rows.ts';
import { applyList } from './apply/apply-list.ts';
import type { ChangeList, ListResult } from './change-list.ts';
import { createHotRows } from './hot-rows.ts';
import type { ListEffects } from './list-effects.ts';
import { recount, writeCounts } from './stage-counts.ts';
import { dropWaiting, keepBatch, waitingBatches } from './waiting-batches.ts';

/** Thrown to undo a batch, which is then applied again with one savepoint a list. */
class UndoNeeded extends Error {}

/** The tables with what changes in memory before it is written to them. All of it happens inside the caller's transactions. */
export interface BatchTables {
  /** Applies one list. Without `isolated` an exception says that all has to be undone and begun again with it. */
  apply(list: ChangeList, revision: number, isolated: boolean): { result: ListResult; touched: readonly string[] };
  /** Applies the batches that wait; returns how many lists were kept aside as unwritable (only where `isolated`). */
  applyWaiting(isolated: boolean): number;
  /** Whether rows were written before the batch's end, so that it can't wait any more. */
  isWriting(): boolean;
  /** Lets the batch that was just applied wait: keeps it as it came. The counts of stages don't wait. */
  keep(revision: number, source: string, refused: readonly number[]): void;
  /** Writes everything, and drops the batches that waited. */
  write(revision: number): void;
  /** What was written is on disk. */
  written(): void;
  /** To be called after a rollback: forgets all that is only in memory. */
  forget(): void;
}

/** See {@link BatchTables}. */
export function createBatchTables(database: Database, rules: Rules): BatchTables {
  const chain = createCustodyChain(database);
  const rows = createHotRows(database);
  let custody: CustodyEntry[] = [];
  let counts: ListEffects['counts'][number][] = [];
  /** What was applied again may have been counted before. */
  let isCountedAgain = false;

  const apply: BatchTables['apply'] = (list, revision, isolated) => {
    const effects: ListEffects = { touched: [], custody: [], counts: [] };
    const context = { database, rules, rows, revision, actor: list.actor, at: list.at, effects };
    const result = isolated
      ? isolatedList(database, [rules, rows], () => {
          const outcome = applyList(context, list.changes);
          if (outcome.ok) rows.write();
          return outcome;
        })
      : plainList(effects, () => applyList(context, list.changes));
    if (!isTaken(result) || list.changes.length === 0) return { result, touched: [] };
    custody.push(...effects.custody);
    counts.push(...effects.counts);
    return { result, touched: effects.touched };
  };

  return {
    apply,
    applyWaiting(isolated) {
      let unwritable = 0;
      let lostIn: number | null = null;
      isCountedAgain = true;
      for (const { revision, lists } of waitingBatches(database)) {
        if (lists === null) {
          if (!isolated) throw new UndoNeeded();
          unwritable += 1;
          lostIn = revision;
          keepUnreadable(database, revision);
          continue;
        }
        for (const [place, list] of lists.entries()) {
          const { result } = apply(list, revision, isolated);
          if (isTaken(result)) continue;
          // The list was accepted when it came. Only a damaged file or a bug leads here.
          if (!isolated) throw new UndoNeeded();
          unwritable += 1;
          keepRaw(database, 'waiting_batches', `${revision} ${place}`, { ...list }, list.at);
        }
      }
      if (lostIn !== null)
        for (const list of heldAfterLoss(database, lastTold(database))) apply(list, lostIn, isolated);
      return unwritable;
    },
    isWriting: () => rows.isWriting(),
    keep(revision, source, refused) {
      keepBatch(database, revision, source, refused);
      writeCounts(database, counts);
      counts = [];
    },
    write(revision) {
      rows.write();
      chain.append(custody);
      if (isCountedAgain) recount(database);
      else writeCounts(database, counts);
      setStationNumber(database, 'revision', revision);
      dropWaiting(database);
    },
    written() {
      chain.settle();
      rows.writtenUp();
      custody = [];
      counts = [];
      isCountedAgain = false;
    },
    forget() {
      chain.undo();
      rules.forget();
      rows.forget();
      custody = [];
      counts = [];
      isCountedAgain = false;
    },
  };
}

function keepUnreadable(database: Database, revision: number): void {
  const row = database.get('SELECT * FROM waiting_batches WHERE revision = ?', revision);
  keepRaw(database, 'waiting_batches', String(revision), row ?? {}, lastTold(database));
}

/** The instant of the last line of the history, ms. */
function lastTold(database: Database): number {
  return number(database.get('SELECT coalesce(max(at), 0) AS at FROM custody') ?? {}, 'at');
}

/** Whether the changes of a list are part of the truth. */
export function isTaken(result: ListResult): boolean {
  return !('failed' in result) && result.ok;
}

/** True if the disk failed, which concerns every list and not this one alone. */
export function isOfTheWholeBatch(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== null && failure !== 'other';
}

/**
 * Without savepoints, as nearly every batch goes through: a list that has to be undone (refused after it changed something, or
 * an exception) makes the whole batch start over with savepoints, which cost a fifth more.
 */
function plainList(effects: ListEffects, apply: () => CommitOutcome): ListResult {
  const outcome = apply();
  // What a duplicate brings along may be refused at the first change, after the item itself was changed.
  if (!outcome.ok && (outcome.index > 0 || effects.touched.length > 0)) throw new UndoNeeded();
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
    return { failed: 'bug', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Stages out of which an item would be sent without a look at the service first. */
const toBeSent = ['seen', 'settling', 'accepted', 'uploading', 'uploaded'] as const;

/**
 * What is to be done after changes were lost for good: the service may have more than the journal knows, so whatever would be
 * sent from here on waits for a person. `at` in ms.
 */
function heldAfterLoss(database: Database, at: number): readonly ChangeList[] {
  const names = toBeSent.map((stage) => `'${stage}'`).join(', ');
  return database.all(`SELECT id, name FROM items WHERE stage IN (${names}) ORDER BY number`).map((row) => ({
    actor: null,
    at,
    changes: [
      {
        kind: 'item-moved',
        itemId: text(row, 'id'),
        from: toBeSent,
        trail: [{ stage: 'held', at }],
        set: { fault: journalFault('record-unreadable', { name: text(row, 'name') }, 'changes were lost by damage') },
      },
    ],
  }));
}
