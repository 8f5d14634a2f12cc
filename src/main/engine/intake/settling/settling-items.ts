import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { itemPages } from '../../journal/pages.ts';

const pageRows = 500;

/** The items of a source that the journal holds as settling: after a restart, and what a sender sent back. */
export async function* settlingItems(journal: Pick<Journal, 'items'>, sourceId: string): AsyncGenerator<ItemRecord> {
  const settling = { stages: ['seen', 'settling'], sourceId, order: 'oldest', limit: pageRows } as const;
  for await (const items of itemPages(journal.items, settling)) yield* items;
}
