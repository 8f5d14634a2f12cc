import { setImmediate } from 'node:timers/promises';
import { findable, searchedWords } from '../journal/reading/search-text.ts';
import { tableRows } from '../platform/table-rows.ts';

/** A row of a lookup: its key, and what it means to people ('' where no column tells). */
export interface LookupRow {
  readonly value: string;
  readonly label: string;
}

/** What was found, best first; `more` = further rows fit. */
export interface LookupFound {
  readonly rows: readonly LookupRow[];
  readonly more: boolean;
}

/** A table that can be searched without waiting. */
export interface LookupTable {
  readonly size: number;
  /** Its headings. */
  readonly columns: readonly string[];
  /** The row with this key, in whatever case it is typed. */
  row(value: string): LookupRow | null;
  /** Rows in which each typed word begins a word; those whose key begins so come first. Nothing typed: the first rows. */
  find(typed: string, limit: number): LookupFound;
}

/** Why a table can't be used: keys of the house; `column` = the heading that is not there, of `columns`. */
export type LookupProblem =
  | { readonly problem: 'empty-table' | 'not-well-formed' | 'too-many-rows' }
  | { readonly problem: 'no-column'; readonly column: string; readonly columns: readonly string[] };

/** Rows that are kept at most. */
const maxRows = 500_000;
/** Rows that are read in one go: a few ms. */
const slice = 1_000;

const folded = (text: string): string => text.trim().toLowerCase();
/** Words, each with a blank before it. */
const spaced = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trimEnd();

const headings = (heading: readonly string[]): readonly string[] =>
  heading.map((each) => each.trim()).filter((each) => each !== '');

/** Where the columns stand; a heading without its case. */
function placesOf(heading: readonly string[], names: readonly string[]): readonly number[] | LookupProblem {
  const known = heading.map(folded);
  const places = names.map((name) => known.indexOf(folded(name)));
  const missing = names[places.indexOf(-1)];
  return missing === undefined ? places : { problem: 'no-column', column: missing, columns: headings(heading) };
}

/** Makes the table of read rows: one text in which all words of all rows stand, a row on a line. */
function tableOf(
  columns: readonly string[],
  rows: readonly LookupRow[],
  byKey: ReadonlyMap<string, number>,
  text: string,
  starts: Uint32Array,
): LookupTable {
  /** The row in which a place of the text lies. */
  function rowAt(place: number): number {
    let [low, high] = [0, rows.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Adds rows in which all of `sought` stands, until there are `limit`: goes from row to row where the next of them can stand. */
  function add(found: Set<number>, sought: readonly string[], limit: number): void {
    for (let row = 0; row < rows.length && found.size < limit;) {
      let next = row;
      for (const each of sought) {
        const place = text.indexOf(each, starts[next]);
        if (place === -1) return;
        next = rowAt(place);
      }
      if (next === row) {
        found.add(row);
        row += 1;
      } else row = next;
    }
  }

  return {
    size: rows.length,
    columns,
    row(value) {
      const at = byKey.get(folded(value));
      return at === undefined ? null : (rows[at] ?? null);
    },
    find(typed, limit) {
      const words = searchedWords(typed).flatMap((word) => spaced(` ${word}`).split(' ').filter(Boolean));
      const found = new Set<number>();
      const exact = byKey.get(folded(typed));
      if (exact !== undefined) found.add(exact);
      if (words.length === 0) for (let at = 0; at < Math.min(rows.length, limit + 1); at += 1) found.add(at);
      else {
        add(found, [`\n ${words.join(' ')}`], limit + 1);
        add(
          found,
          words.map((word) => ` ${word}`),
          limit + 1,
        );
      }
      const ordered = [...found].slice(0, limit);
      return { rows: ordered.flatMap((at) => rows[at] ?? []), more: found.size > limit };
    },
  };
}

/** Reads a table, a slice at a time, so that nothing else has to wait. A row without a key is no row; of a key twice the first counts. */
export async function readLookupTable(
  text: string,
  keyColumn: string,
  labelColumns: readonly string[],
): Promise<LookupTable | LookupProblem> {
  const walk = tableRows(text);
  const heading = walk.next();
  if (heading.done === true) return { problem: heading.value ? 'empty-table' : 'not-well-formed' };
  const places = placesOf(heading.value, [keyColumn, ...labelColumns]);
  if ('problem' in places) return places;
  const rows: LookupRow[] = [];
  const byKey = new Map<string, number>();
  const starts: number[] = [];
  const lines: string[] = [];
  let length = 0;
  for (let count = 1; ; count += 1) {
    if (count % slice === 0) await setImmediate();
    const next = walk.next();
    if (next.done === true) {
      if (!next.value) return { problem: 'not-well-formed' };
      break;
    }
    const [value = '', ...labels] = places.map((place) => (next.value[place] ?? '').trim());
    if (value === '') continue;
    if (rows.length === maxRows) return { problem: 'too-many-rows' };
    const label = labels.filter((each) => each !== '').join(', ');
    const line = `\n ${spaced(findable(value, label)).trimStart()}`;
    if (!byKey.has(folded(value))) byKey.set(folded(value), rows.length);
    rows.push({ value, label });
    starts.push(length);
    lines.push(line);
    length += line.length;
  }
  return tableOf(headings(heading.value), rows, byKey, lines.join(''), Uint32Array.from(starts));
}
