import { itemStages } from '../../../../shared/item.ts';
import type { Database } from '../storage/database.ts';
import { isOnItsWay } from './stages.ts';

const openStages = itemStages
  .filter(isOnItsWay)
  .map((stage) => `'${stage}'`)
  .join(', ');

const openItems = `(SELECT count(*) FROM document_items p JOIN items i ON i.id = p.item_id
  WHERE p.document_id = documents.id AND i.stage IN (${openStages}))`;

/** Counts the open items of the documents an item belongs to, after it was linked or came to (or back from) its end. */
export function recountOpenItems(database: Database, itemId: string): void {
  database.run(
    `UPDATE documents SET open_items = ${openItems}
     WHERE id IN (SELECT document_id FROM document_items WHERE item_id = ?)`,
    itemId,
  );
}

/** Counts the open items of all documents, after rows were brought over from elsewhere. */
export function recountAllOpenItems(database: Database): void {
  database.exec(`UPDATE documents SET open_items = ${openItems}`);
}
