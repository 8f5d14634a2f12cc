import type { ActivityView } from '../../../../shared/activity-views.ts';
import { collectAtRest } from '../../platform/collect-garbage.ts';
import { listsFrom } from '../writing/change-list.ts';
import type { ListResult } from '../writing/change-list.ts';
import { readPending } from '../writing/read-pending.ts';
import type { BatchResult } from '../writing/writer.ts';
import { createWriter } from '../writing/writer.ts';
import { callRead, createReads } from '../reading/reads.ts';
import { atOnce } from '../reading/read-types.ts';
import type { ReadAnswers, ReadMethod } from '../reading/read-types.ts';
import { openChecked, openingFault } from '../recovery/open-checked.ts';
import { noteDamage } from '../recovery/damage-note.ts';
import { openMarks, revisionOnDisk } from '../recovery/high-water.ts';
import type { MarkPlaces } from '../recovery/high-water.ts';
import { rebuild } from '../recovery/rebuild.ts';
import type { SalvageReason } from '../recovery/salvage.ts';
import { problemsOf } from '../recovery/integrity.ts';
import { holdUnreadableItems } from '../recovery/hold-unreadable.ts';
import { failureOf } from '../storage/database.ts';
import { journalName } from '../storage/station.ts';
import type { Database } from '../storage/database.ts';
import { checkOf, walkBegun, walkOn } from '../storage/custody-chain.ts';
import type { CustodyCheck, FoundDocuments } from '../journal.ts';
import { countActivity } from '../reading/activity.ts';
import { findDocuments } from '../reading/read-service.ts';
import { createRules } from '../storage/rules.ts';
import { createIndexing } from './indexing.ts';
import type { JournalAnswer, ThreadData, ThreadPort } from './messages.ts';
import { createWalWatch } from './serve-checkpoints.ts';

/** Ids named to listeners of changes at most; more are told as an empty list ("many"). */
const namedItems = 200;
/** Lines of the history checked between two commits: about 10 ms. */
const linesAtOnce = 4_000;

/** Opens the journal and answers requests until it is told to close: what the journal's thread does. */
export function serveJournal(port: ThreadPort, threadData: ThreadData): void {
  const answer = (message: JournalAnswer): void => port.postMessage(message);
  if (threadData.rebuild !== undefined) {
    answer(rebuildAnswer(threadData, threadData.rebuild));
    port.close();
    return;
  }
  const opening = openChecked(threadData);
  if (opening.kind !== 'opened') {
    answer(opening);
    port.close();
    return;
  }
  const { database } = opening;
  const rules = createRules(database);
  const writer = createWriter(database, rules);
  const unreadableItems = new Set<string>();
  const reads = createReads(database, rules, {
    item: (itemId) => unreadableItems.add(itemId),
    row: (table, column) => answer({ kind: 'warning', event: 'journal.row-unreadable', fields: { table, column } }),
  });
  const warn = (event: string, error: unknown): void =>
    answer({ kind: 'warning', event, fields: { cause: messageOf(error) } });
  const wal = createWalWatch(database, threadData.walFrames, (error) => warn('journal.checkpoint-failed', error));
  let open = true;
  let damaged = false;
  const onDamage = (reason: string): void => {
    if (damaged) return;
    damaged = noteDamage(threadData.directory, reason);
    warn('journal.damaged', reason);
  };
  let isBehind = false;
  /** Writes what waits into the tables. False: the disk refuses it now. */
  const writeWaiting = (): boolean => {
    try {
      const unwritable = writer.writeWaiting();
      isBehind = false;
      if (unwritable > 0) answer({ kind: 'warning', event: 'journal.changes-unwritable', fields: { unwritable } });
    } catch (error) {
      if (failureOf(error) === 'damaged') onDamage(messageOf(error));
      else if (!isBehind) warn('journal.tables-behind', error);
      isBehind = true;
    }
    return !isBehind;
  };
  writeWaiting();
  const marks = openMarks(threadData, journalName(database));
  try {
    marks.note(revisionOnDisk(database));
  } catch (error) {
    // Otherwise it is busy or full: the next commit notes it.
    if (failureOf(error) === 'damaged') onDamage(messageOf(error));
  }
  const indexing = createIndexing(database, writeWaiting, (error) => {
    if (failureOf(error) === 'damaged') onDamage(messageOf(error));
    else warn('journal.search-index-behind', error);
  });

  const slices: Slices = { isOpen: () => open, answer, onDamage };
  const inSlices = (id: number, steps: Iterator<undefined, ActivityView | FoundDocuments>): void => {
    // Not in slices where what waits is only looked at: that is undone before the next commit.
    if (writeWaiting()) answerInSlices(slices, id, steps);
    else answer(readAnswer(id, onDamage, () => readPending(database, () => atOnce(steps))));
  };
  port.on('message', (request) => {
    switch (request.kind) {
      case 'batch': {
        const batch = writer.writeBatch(listsFrom(request.lists), request.lists);
        // The mark is written before anybody acts on the commit, so that a journal that lost it is recognised.
        marks.note(batch.revision);
        answer(batchAnswer(batch, onDamage));
        collectAtRest();
        indexing.afterBatch();
        wal.afterBatch();
        break;
      }
      case 'read':
        // The counts are always there, and the window is told them ten times a second.
        if (request.method !== 'counts') writeWaiting();
        answer(
          readAnswer(request.id, onDamage, () => {
            const read = (): ReadAnswers[ReadMethod] => callRead(reads, request.method, request.values);
            return isBehind ? readPending(database, read) : read();
          }),
        );
        if (unreadableItems.size > 0 && !isBehind) {
          holdUnreadableItems(database, rules, writer, [...unreadableItems], request.at);
          unreadableItems.clear();
        }
        break;
      case 'activity':
        inSlices(request.id, countActivity(database, request.query));
        break;
      case 'find-documents':
        inSlices(request.id, findDocuments(database, request.query, reads.document));
        break;
      case 'verify':
        writeWaiting();
        answerInSlices(slices, request.id, checkChain(database));
        break;
      case 'check':
        writeWaiting();
        answer({ kind: 'answer', id: request.id, value: problemsOf(database, 'full') });
        break;
      case 'close':
        open = false;
        indexing.stop();
        writeWaiting();
        marks.close();
        closeDatabase(database, (error) => warn('journal.close-incomplete', error));
        port.close();
        break;
    }
  });
  indexing.afterBatch();
  answer({ kind: 'opened' });
}

/** How an answer that takes long is given. */
interface Slices {
  readonly isOpen: () => boolean;
  readonly answer: (message: JournalAnswer) => void;
  readonly onDamage: (reason: string) => void;
}

/** Runs the steps one by one and lets commits run between them. */
function answerInSlices(
  slices: Slices,
  id: number,
  steps: Iterator<undefined, ActivityView | CustodyCheck | FoundDocuments>,
): void {
  const { isOpen, answer, onDamage } = slices;
  if (!isOpen()) {
    answer({ kind: 'answer-failed', id, code: 'closed', message: 'the journal was closed' });
    return;
  }
  try {
    const step = steps.next();
    if (step.done === true) answer({ kind: 'answer', id, value: step.value });
    else setImmediate(() => answerInSlices(slices, id, steps));
  } catch (error) {
    if (failureOf(error) === 'damaged') onDamage(messageOf(error));
    answer(failedAnswer(id, error));
  }
}

function* checkChain(database: Database): Generator<undefined, CustodyCheck> {
  let walk = walkOn(database, walkBegun, linesAtOnce);
  while (!walk.ended) {
    yield;
    walk = walkOn(database, walk, linesAtOnce);
  }
  return checkOf(walk);
}

function rebuildAnswer(places: MarkPlaces, reason: SalvageReason): JournalAnswer {
  try {
    return { kind: 'rebuilt', salvaged: rebuild(places, reason) };
  } catch (error) {
    return { kind: 'not-opened', fault: openingFault(places.directory, error) };
  }
}

function batchAnswer(batch: BatchResult, onDamage: (reason: string) => void): JournalAnswer {
  const { results, revision, changed, touched, damage } = batch;
  if (damage !== null) onDamage(damage);
  const ids = new Set(touched);
  return {
    kind: 'batch-done',
    results: results.every((result) => isPlain(result)) ? null : results,
    revision,
    changed,
    itemIds: ids.size > namedItems ? [] : [...ids],
  };
}

/** Taken whole. */
function isPlain(result: ListResult): boolean {
  return !('failed' in result) && result.ok && result.stoppedAt === undefined && result.duplicateOf === undefined;
}

function readAnswer(
  id: number,
  onDamage: (reason: string) => void,
  read: () => ReadAnswers[ReadMethod],
): JournalAnswer {
  try {
    return { kind: 'answer', id, value: read() };
  } catch (error) {
    if (failureOf(error) === 'damaged') onDamage(messageOf(error));
    return failedAnswer(id, error);
  }
}

function failedAnswer(id: number, error: unknown): JournalAnswer {
  const failure = failureOf(error);
  const code = failure === 'full' ? 'disk-full' : failure === null || failure === 'other' ? 'bug' : 'unusable';
  return { kind: 'answer-failed', id, code, message: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function closeDatabase(database: Database, onError: (error: unknown) => void): void {
  try {
    database.get('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // Nothing is lost: what is not checkpointed stays in the WAL and is read from there next time.
    onError(error);
  }
  database.close();
}
