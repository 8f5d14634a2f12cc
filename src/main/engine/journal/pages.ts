import type { ItemQuery } from './journal.ts';

/**
 * Every page of a read that goes on behind the last row of the page before. An empty page is the end, not a short one: rows that
 * can't be read are left out of their page.
 */
export async function* pages<Row, Key = string>(
  read: (after?: Key) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<readonly Row[]> {
  for (let page = await read(); ;) {
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    page = await read(keyOf(last));
  }
}

/** Every page of a list of items, as `items` or `itemKeys` reads it. Oldest first, items may leave what was asked for meanwhile. */
export async function* itemPages<Row>(
  read: (query: ItemQuery) => Promise<{ readonly rows: readonly Row[]; readonly next?: string }>,
  query: Omit<ItemQuery, 'cursor' | 'offset'>,
): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | undefined; ;) {
    const page = await read({ ...query, cursor });
    yield page.rows;
    cursor = page.next;
    if (cursor === undefined) return;
  }
}
