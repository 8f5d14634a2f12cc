import { existsSync } from 'node:fs';
import { querySchema, type Query } from '../../shared/contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import { createQueries } from './queries.ts';
import { failure, success } from './faults/fault.ts';
import { openJournalReader } from './journal/open-reader.ts';
import { failureOf } from './journal/storage/database.ts';
import { journalPath } from './journal/storage/files.ts';

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
  const answer = createQueries({
    journal: opened.value,
    client: (connection) => failure('credentials-missing', { connection }),
    sourcesHealth: () => [],
    sharing: { stationId, folders: () => [], now: () => Date.now() },
    lookedAt: () => true,
    isBusy: () => false,
    running: () => [],
    blocks: () => [],
    limits: () => null,
    now: () => Date.now(),
    configuredRoles: () => [],
    folderOf: () => null,
    openBatches: () => [],
    savedBytes: () => null,
    decisions: { progress: () => null },
    scans: () => Promise.resolve(failure('wrong-usage', { problem: 'Scanners need an engine.' })),
    preview: () => Promise.resolve(failure('wrong-usage', { problem: 'A preview needs an engine.' })),
  });
  return success({
    async query(query) {
      const parsed = querySchema.safeParse(query);
      if (!parsed.success) return failure('wrong-usage', { problem: 'no such query' });
      try {
        return await answer(parsed.data);
      } catch (error) {
        // Who only looks can't rebuild it: the next engine that starts does.
        if (failureOf(error) === 'damaged') return failure('journal-damaged', {}, 'found while reading');
        throw error;
      }
    },
    close: () => opened.value.close(),
  });
}
