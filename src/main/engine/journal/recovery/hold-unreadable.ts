import { itemStages } from '../../../../shared/item.ts';
import { itemFrom } from '../reading/item-rows.ts';
import type { Database } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';
import { keepRaw } from '../storage/unreadable-rows.ts';
import { recount } from '../writing/stage-counts.ts';
import type { Writer } from '../writing/writer.ts';

/**
 * Makes true on disk what a read answered: items whose row can't be read are held with `record-unreadable`. The row as it was
 * is kept word for word in `unreadable_rows`. `at` in ms.
 */
export function holdUnreadableItems(
  database: Database,
  rules: Rules,
  writer: Writer,
  itemIds: readonly string[],
  at: number,
): void {
  for (const itemId of itemIds) {
    const row = database.get('SELECT * FROM items WHERE id = ?', itemId);
    if (row === undefined) continue;
    const { item, unreadable } = itemFrom(row, rules);
    if (unreadable === null) continue;
    keepRaw(database, 'items', itemId, row, at);
    const { fault, resumeStage, externalData, rule } = item;
    writer.writeBatch([
      {
        actor: null,
        at,
        changes: [
          {
            kind: 'item-moved',
            itemId,
            from: itemStages,
            trail: [{ stage: 'held', at, detail: { column: unreadable } }],
            set: { fault, resumeStage, externalData, rule },
          },
        ],
      },
    ]);
  }
  // The stage itself may have been what was unreadable, so that its count can't be known.
  recount(database);
}
