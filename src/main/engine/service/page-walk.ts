import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';

/** One page of a list as the service answers it; `limit` null where it names none. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly limit: number | null;
}

/** Reads one page from a zero-based offset. */
export type ReadPage<Row> = (offset: number) => Promise<Outcome<ListPage<Row>>>;

/** Pages after which a walk gives up without an answer: more than an hour's documents at a usual quota. */
const maxPages = 500;
/** Rows read again on the next page: a row that leaves the list while it is read must not hide another one. */
const overlap = 3;

/**
 * A walk over a list, read page by page as it is asked for and remembered: whoever comes later reads the same pages. Each row is
 * told once. Page `index` (from 0) answers its new rows, null after the end of the list; a fault ends the walk.
 */
export function createPageWalk<Row extends { readonly id: string }>(
  read: ReadPage<Row>,
): (index: number) => Promise<Outcome<readonly Row[] | null>> {
  const pages: Promise<Outcome<readonly Row[] | null>>[] = [];
  const told = new Set<string>();
  let offset = 0;
  let reads = 0;
  let ended = false;
  let pageSize = 0;
  let previous = '';
  let repeats = 0;

  /** A list ends with a page shorter than its limit, or than those before it, or where the same page comes again and again. */
  function isLast({ rows, limit }: ListPage<Row>, fresh: readonly Row[]): boolean {
    const ids = rows.map(({ id }) => id).join('\n');
    // As many may have come in as a page holds: the same rows once more are no proof of an offset that is ignored.
    repeats = ids === previous ? repeats + 1 : 0;
    previous = ids;
    const shorter = rows.length < pageSize;
    pageSize = Math.max(pageSize, rows.length);
    return (
      rows.length === 0 || (limit !== null && rows.length < limit) || (fresh.length === 0 && shorter) || repeats === 2
    );
  }

  async function readNext(): Promise<Outcome<readonly Row[] | null>> {
    if (ended) return success(null);
    reads += 1;
    if (reads > maxPages) return failure('outcome-unclear', {}, `not found in ${String(maxPages)} pages`);
    const answer = await read(offset);
    if (!answer.ok) return answer;
    const { rows } = answer.value;
    const fresh = rows.filter((row) => !told.has(row.id));
    for (const row of fresh) told.add(row.id);
    ended = isLast(answer.value, fresh);
    offset += Math.max(1, rows.length - overlap);
    return success(fresh);
  }

  function page(index: number): Promise<Outcome<readonly Row[] | null>> {
    const known = pages[index];
    if (known !== undefined) return known;
    const before = index === 0 ? null : page(index - 1);
    const next =
      before === null ? readNext() : before.then((read) => (read.ok && read.value !== null ? readNext() : read));
    pages[index] = next;
    return next;
  }

  return page;
}

/** The first rows of a list, at most `most` of them, each once; the first fault ends it. */
export async function firstRows<Row extends { readonly id: string }>(
  read: ReadPage<Row>,
  most: number,
): Promise<Outcome<readonly Row[]>> {
  const page = createPageWalk(read);
  const found: Row[] = [];
  for (let index = 0; found.length < most; index += 1) {
    const rows = await page(index);
    if (!rows.ok) return rows;
    if (rows.value === null) break;
    found.push(...rows.value);
  }
  return success(found.slice(0, most));
}

/** How long a list that was read serves other questions to it, ms: somebody who types, turns pages or sorts asks at every key. */
const listServesMs = 5_000;

/**
 * Makes the reading of the first rows of lists, at most `most`, each once. `of` says which list, `question` what is asked of it: what was
 * read last serves the next questions; whoever asks the same again wants to see what is new.
 */
export function createKeptRows<Row extends { readonly id: string }>(
  now: () => number,
  most: number,
): (of: string, question: string, read: ReadPage<Row>) => Promise<Outcome<readonly Row[]>> {
  let last: {
    readonly of: string;
    readonly question: string;
    readonly at: number;
    readonly rows: Promise<Outcome<readonly Row[]>>;
  } | null = null;
  return async (of, question, read) => {
    if (last !== null && last.of === of && last.question !== question && now() - last.at < listServesMs) {
      last = { ...last, question };
      const rows = await last.rows;
      if (rows.ok) return rows;
    }
    const rows = firstRows(read, most);
    last = { of, question, at: now(), rows };
    return rows;
  };
}
