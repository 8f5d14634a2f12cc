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
