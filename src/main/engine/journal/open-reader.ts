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
  // Only the owner makes it durable that an item is held for an unreadable row; here it is just answered.
  const reads = createReads(database, createRules(database), { item: () => undefined, row: () => undefined });
  return {
    ...asynchronous(reads),
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

function asynchronous(reads: Reads): Omit<JournalReader, 'verifyCustody' | 'close'> {
  const later =
    <Values extends readonly unknown[], Answer>(read: (...values: Values) => Answer) =>
    async (...values: Values): Promise<Answer> => {
      await Promise.resolve();
      return read(...values);
    };
  return {
    item: later(reads.item),
    itemsByIds: later(reads.itemsByIds),
    items: later(reads.items),
    counts: later(reads.counts),
    itemsByIdPrefix: later(reads.itemsByIdPrefix),
    job: later(reads.job),
    jobs: later(reads.jobs),
    jobsOf: later(reads.jobsOf),
    submission: later(reads.submission),
    submissions: later(reads.submissions),
    submissionsOfItem: later(reads.submissionsOfItem),
    submissionByExternalId: later(reads.submissionByExternalId),
    submissionByFileBatchId: later(reads.submissionByFileBatchId),
    document: later(reads.document),
    documentsOfItem: later(reads.documentsOfItem),
    documentsOfCase: later(reads.documentsOfCase),
    itemsOfDocument: later(reads.itemsOfDocument),
    unsettledDocuments: later(reads.unsettledDocuments),
    itemsByFileIds: later(reads.itemsByFileIds),
    cases: later(reads.cases),
    export: later(reads.export),
    exportByPath: later(reads.exportByPath),
    exportsOfDocument: later(reads.exportsOfDocument),
    exports: later(reads.exports),
    seenFiles: later(reads.seenFiles),
    seenFile: later(reads.seenFile),
    cursor: later(reads.cursor),
    pauses: later(reads.pauses),
    itemSummary: later(reads.itemSummary),
    exportPage: later(reads.exportPage),
    log: later(reads.log),
    activity: later(reads.activity),
    custody: later(reads.custody),
    pile: later(reads.pile),
    pilesByIdPrefix: later(reads.pilesByIdPrefix),
    pilesIn: later(reads.pilesIn),
    pilePage: later(reads.pilePage),
    pileOfSubmission: later(reads.pileOfSubmission),
    pilesOfCase: later(reads.pilesOfCase),
    places: later(reads.places),
    looseItems: later(reads.looseItems),
    roleUse: later(reads.roleUse),
  };
}
