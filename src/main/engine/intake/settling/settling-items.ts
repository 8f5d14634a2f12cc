import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord } from '../../journal/records.ts';

const pageRows = 500;

/** The items of a source that the journal holds as settling: after a restart, and what a sender sent back. */
export async function* settlingItems(journal: Pick<Journal, 'items'>, sourceId: string): AsyncGenerator<ItemRecord> {
  let cursor: string | undefined;
  do {
    const page = await journal.items({
      stages: ['seen', 'settling'],
      sourceId,
      order: 'oldest',
      limit: pageRows,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield* page.rows;
    cursor = page.next;
  } while (cursor !== undefined);
}
