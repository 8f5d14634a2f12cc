import { existsSync } from 'node:fs';
import type { Outcome } from '../../../shared/faults.ts';
import { journalFault } from './journal-faults.ts';
import type { Journal } from './journal.ts';
import { migrations } from './migrations/migrate.ts';
import { openingFault } from './recovery/open-checked.ts';
import { createReads } from './reading/reads.ts';
import type { Reads } from './reading/read-types.ts';
import { checkOf, walkBegun, walkOn } from './storage/custody-chain.ts';
import { failureOf, openDatabase } from './storage/database.ts';
import type { Database } from './storage/database.ts';
import { journalPath } from './storage/files.ts';
import { createRules } from './storage/rules.ts';
import { lookAhead } from './writing/look-ahead.ts';
import { lastWaiting } from './writing/waiting-batches.ts';

/** The journal as one sees it who only looks. */
export type JournalReader = Omit<Journal, 'commit' | 'onChange'>;

/** Lines of the history that are checked at once. */
const linesAtOnce = 4_000;

/**
 * Opens a data directory's journal for looking only, in this thread, while its owner runs or not. Faults:
 * `data-directory-unusable` (no journal there, not readable, another version), `journal-damaged`, `disk-full`.
 */
export function openJournalReader(directory: string): Outcome<JournalReader> {
  const path = journalPath(directory);
  const unusable = (cause: string) =>
    ({ ok: false, fault: journalFault('data-directory-unusable', { directory }, cause) }) as const;
  if (!existsSync(path)) return unusable('there is no journal yet');
  let database: Database | null = null;
  try {
    database = openDatabase(path, { readOnly: true });
    const version = database.get('PRAGMA user_version')?.['user_version'];
    if (version !== migrations.length) {
      database.close();
      return unusable(`journal version ${String(version)} is not ${migrations.length}`);
    }
    return { ok: true, value: readerOf(database) };
  } catch (error) {
    database?.close();
    if (failureOf(error) !== 'damaged') return { ok: false, fault: openingFault(directory, error) };
    const cause = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: journalFault('journal-damaged', { directory }, cause) };
  }
}

function readerOf(database: Database): JournalReader {
  const reads = readsOf(database);
  const look: Look = (read) =>
    lastWaiting(database) === null ? read(reads) : (lookBeyond(database.path, read) ?? read(reads));
  return {
    ...asynchronous(look),
    async verifyCustody() {
      let walk = walkBegun;
      while (!walk.ended) {
        walk = walkOn(database, walk, linesAtOnce);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return checkOf(walk);
    },
    close() {
      database.close();
      return Promise.resolve();
    },
  };
}

/** Only the owner makes it durable that an item is held for an unreadable row; here it is just answered. */
function readsOf(database: Database): Reads {
  return createReads(database, createRules(database), { item: () => undefined, row: () => undefined });
}

/** Makes one read. */
type Look = <T>(read: (reads: Reads) => T) => T;

/**
 * Reads as if what waits were in the tables already: in a transaction that is undone, which keeps the owner's next commit waiting for
 * as long. undefined: the file may not be written here, or the owner is at it for long; the tables alone tell the time before then.
 */
function lookBeyond<T>(path: string, read: (reads: Reads) => T): T | undefined {
  let database: Database | null = null;
  try {
    const writable = openDatabase(path, { busyMs: 2_000 });
    database = writable;
    // Nothing of this may stay, also not because this connection happens to be the last one.
    writable.exec('PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0');
    return lookAhead(writable, () => read(readsOf(writable)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'busy' || failure === 'disk' || failure === 'full' || (error instanceof Error && 'errno' in error))
      return undefined;
    throw error;
  } finally {
    database?.close();
  }
}

function asynchronous(look: Look): Omit<JournalReader, 'verifyCustody' | 'close'> {
  const later =
    <Values extends readonly unknown[], Answer>(pick: (reads: Reads) => (...values: Values) => Answer) =>
    async (...values: Values): Promise<Answer> => {
      await Promise.resolve();
      return look((reads) => pick(reads)(...values));
    };
  return {
    item: later((reads) => reads.item),
    itemsByIds: later((reads) => reads.itemsByIds),
    items: later((reads) => reads.items),
    counts: later((reads) => reads.counts),
    itemsByIdPrefix: later((reads) => reads.itemsByIdPrefix),
    job: later((reads) => reads.job),
    jobs: later((reads) => reads.jobs),
    jobsOf: later((reads) => reads.jobsOf),
    submission: later((reads) => reads.submission),
    submissions: later((reads) => reads.submissions),
    submissionsOfItem: later((reads) => reads.submissionsOfItem),
    submissionByExternalId: later((reads) => reads.submissionByExternalId),
    submissionByFileBatchId: later((reads) => reads.submissionByFileBatchId),
    document: later((reads) => reads.document),
    documentsOfItem: later((reads) => reads.documentsOfItem),
    documentsOfCase: later((reads) => reads.documentsOfCase),
    itemsOfDocument: later((reads) => reads.itemsOfDocument),
    unsettledDocuments: later((reads) => reads.unsettledDocuments),
    itemsByFileIds: later((reads) => reads.itemsByFileIds),
    knownDocuments: later((reads) => reads.knownDocuments),
    cases: later((reads) => reads.cases),
    export: later((reads) => reads.export),
    exportByPath: later((reads) => reads.exportByPath),
    exportsOfDocument: later((reads) => reads.exportsOfDocument),
    exports: later((reads) => reads.exports),
    seenFiles: later((reads) => reads.seenFiles),
    seenFile: later((reads) => reads.seenFile),
    cursor: later((reads) => reads.cursor),
    pauses: later((reads) => reads.pauses),
    itemSummary: later((reads) => reads.itemSummary),
    exportPage: later((reads) => reads.exportPage),
    log: later((reads) => reads.log),
    activity: later((reads) => reads.activity),
    custody: later((reads) => reads.custody),
    pile: later((reads) => reads.pile),
    pilesByIdPrefix: later((reads) => reads.pilesByIdPrefix),
    pilesIn: later((reads) => reads.pilesIn),
    pilePage: later((reads) => reads.pilePage),
    pileOfSubmission: later((reads) => reads.pileOfSubmission),
    pilesOfCase: later((reads) => reads.pilesOfCase),
    places: later((reads) => reads.places),
    looseItems: later((reads) => reads.looseItems),
    roleUse: later((reads) => reads.roleUse),
  };
}
