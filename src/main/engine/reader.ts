import { existsSync } from 'node:fs';
import type { Query } from '../../shared/contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import { caseQueries } from './casework/handlers.ts';
import { createQueryDoor } from './dispatcher.ts';
import { createDocumentQueries, type DocumentQueryDependencies } from './documents/document-queries.ts';
import { documentQueries } from './documents/handlers.ts';
import { failure, success } from './faults/fault.ts';
import { createLookups } from './fields/lookups.ts';
import { historyQueries } from './history/handlers.ts';
import { itemQueries } from './items/handlers.ts';
import { openJournalReader } from './journal/open-reader.ts';
import { failureOf } from './journal/storage/database.ts';
import { journalPath } from './journal/storage/files.ts';
import { sourceQueries } from './sources/handlers.ts';

/** A data directory as one sees it who only looks: nothing is taken in, sent, changed or locked. */
export interface Reader {
  /** Queries on the journal; those on the service or on a running engine are answered as from one that does nothing. */
  query(query: Query): Promise<Outcome<unknown>>;
  close(): Promise<void>;
}

/**
 * Opens a data directory for looking, whether an engine works on it or not. null: nothing was ever taken in there. Faults:
 * `data-directory-unusable` (not readable, another version), `journal-damaged`.
 */
export function openReader(dataDirectory: string, stationId: string): Outcome<Reader | null> {
  if (!existsSync(journalPath(dataDirectory))) return success(null);
  const opened = openJournalReader(dataDirectory);
  if (!opened.ok) return opened;
  const journal = opened.value;
  const needsEngine = (): Promise<Outcome<unknown>> =>
    Promise.resolve(failure('wrong-usage', { problem: 'Only an engine at work can answer that.' }));
  const client: DocumentQueryDependencies['client'] = (connection) => failure('credentials-missing', { connection });
  const documents = createDocumentQueries({
    journal,
    client,
    now: Date.now,
    saw: () => undefined,
    serviceOf: () => null,
    keep: () => undefined,
  });
  const answer = createQueryDoor({
    ...itemQueries({
      journal,
      decisions: { progress: () => null },
      lookedAt: () => true,
      isBusy: () => false,
      running: () => [],
      fieldsOf: ({ rule }) => rule.fields ?? [],
      profiles: () => [],
      lookups: createLookups(),
    }),
    ...historyQueries(journal),
    ...documentQueries(journal, documents),
    ...caseQueries({
      ...{ journal, client, documents },
      now: () => Date.now(),
      folderOf: () => null,
      awaited: () => null,
      savedBytes: () => null,
      configuredRoles: () => [],
    }),
    ...sourceQueries({
      journal,
      sources: { health: () => [], sharing: { stationId, folders: () => [], now: () => Date.now() } },
      preview: needsEngine,
    }),
    'connections.health': () => Promise.resolve(success({ blocks: [] })),
    'batches.open': () => Promise.resolve(success({ batches: [] })),
    'station.limits': needsEngine,
    'scanners.list': needsEngine,
    'scanners.capabilities': needsEngine,
    'scan.sessions': needsEngine,
    'scan.session': needsEngine,
    'scan.size': needsEngine,
  });
  return success({
    async query(query) {
      try {
        return await answer(query);
      } catch (error) {
        // Who only looks can't rebuild it: the next engine that starts does.
        if (failureOf(error) === 'damaged') return failure('journal-damaged', {}, 'found while reading');
        throw error;
      }
    },
    close: () => opened.value.close(),
  });
}
