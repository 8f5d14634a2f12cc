import { UnreadableRow } from '../storage/columns.ts';
import type { Database } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';
import { createHistoryReads } from './read-history.ts';
import { createItemReads } from './read-items.ts';
import { createKnownReads } from './read-known.ts';
import { createOpenCaseReads } from './read-open-cases.ts';
import { createServiceReads } from './read-service.ts';
import { createWorkReads } from './read-work.ts';
import type { ReadAnswers, ReadArguments, ReadMethod, ReadRows, Reads } from './read-types.ts';

/** Called for each row that can't be read. An item is returned as held; a row of another table is left out if its id can't be read. */
export interface UnreadableRows {
  item(itemId: string): void;
  row(table: string, column: string): void;
}

/** All reads on a connection. */
export function createReads(database: Database, rules: Rules, unreadable: UnreadableRows): Reads {
  const readRows: ReadRows = (rows, table, read) =>
    rows.flatMap((row) => {
      try {
        return [read(row)];
      } catch (error) {
        if (!(error instanceof UnreadableRow)) throw error;
        unreadable.row(table, error.column);
        return [];
      }
    });
  const items = createItemReads(database, rules, (itemId) => unreadable.item(itemId));
  const work = createWorkReads(database, readRows);
  const service = createServiceReads(database, readRows);
  return {
    ...items,
    ...createOpenCaseReads(database, readRows, items.itemsByIds),
    ...work,
    ...service,
    ...createKnownReads({ ...items, ...work, ...service }),
    ...createHistoryReads(database, readRows),
  };
}

/** Answers one read by its name. */
export function callRead<Method extends ReadMethod>(
  reads: Reads,
  method: Method,
  values: ReadArguments[Method],
): ReadAnswers[Method] {
  return reads[method](...values);
}
