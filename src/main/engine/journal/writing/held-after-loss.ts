import { journalFault } from '../journal-faults.ts';
import { text } from '../storage/columns.ts';
import type { Database } from '../storage/database.ts';
import type { ChangeList } from './change-list.ts';

/** Stages out of which an item would be sent without a look at the service first. */
const toBeSent = ['seen', 'settling', 'accepted', 'uploading', 'uploaded'] as const;

/**
 * What is to be done after changes were lost for good: the service may have more than the journal knows, so whatever would be
 * sent from here on waits for a person. `at` in ms.
 */
export function heldAfterLoss(database: Database, at: number): readonly ChangeList[] {
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
