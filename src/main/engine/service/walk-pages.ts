import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../faults/fault.ts';

/** A page of a list: its rows, and how many a page has at most by the word of the service. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly limit: number;
}

/**
 * Reads a list of the service page after page, at most `pages` of them, and answers its rows by their ids, each once: rows that come in
 * meanwhile move the pages on. It ends with a page that is not full, or that tells nothing new: a server that knows no pages tells the
 * same ones again. The first fault ends it.
 */
export async function walkPages<Row>(
  ask: (offset: number) => Promise<Outcome<Page<Row>>>,
  idOf: (row: Row) => string,
  pages: number,
): Promise<Outcome<Map<string, Row>>> {
  const found = new Map<string, Row>();
  for (let page = 0, offset = 0; page < pages; page += 1) {
    const answer = await ask(offset);
    if (!answer.ok) return answer;
    const { rows, limit } = answer.value;
    const before = found.size;
    for (const row of rows) found.set(idOf(row), row);
    offset += rows.length;
    if (rows.length < limit || found.size === before) break;
  }
  return success(found);
}
