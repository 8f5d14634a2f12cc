import { create } from 'zustand';
import type { Fault, Outcome } from '../../shared/faults.ts';
import type { TableCell, TableForm } from '../../shared/table.ts';
import { bridge } from '../bridge/bridge.ts';
import { showFault, showToast } from '../stores/toasts.ts';
import { textOf } from '../text/index.ts';

/** A column of a saved list, in words of the window's language. */
export interface ListColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => TableCell;
}

/** Some rows of a list; `missing`: how many are in the list and were not found; `newest`: how many of a longer list were looked through. */
export type ListPart<Row> = Outcome<readonly Row[]> & { readonly missing?: number; readonly newest?: number };

/**
 * What is answered to a question by offset. `total`: rows in the list, null where nobody knows. `told` and `limit`, of a list that the
 * service keeps: rows that it gave for this part, also those that are left out here, and as how many it gives at most. `newest`: as in {@link ListPart}.
 */
export interface PartByOffset<Row> {
  readonly rows: readonly Row[];
  readonly total?: number | null | undefined;
  readonly revision?: number;
  readonly told?: number | undefined;
  readonly limit?: number;
  readonly newest?: number | undefined;
}

/** A list as it is saved: all rows that the filters of its screen show, and not only those in sight. */
export interface SavedList<Row> {
  readonly title: string;
  readonly columns: readonly ListColumn<Row>[];
  /** The rows part by part; at most 1,000 at once. */
  readonly rows: () => AsyncIterable<ListPart<Row>>;
  /** How many there are; null: nobody knows. */
  readonly total: number | null;
}

/** A list while it is saved. */
interface Saving {
  readonly title: string;
  readonly done: number;
  readonly total: number | null;
  /** Null: it was asked to stop. */
  readonly stop: (() => void) | null;
}

/** The list that is being saved in this window, if any. */
export const useSaving = create<{ readonly saving: Saving | null }>(() => ({ saving: null }));

/** Reads a list part by part: `ask` answers rows from a place on (null: the beginning), and where it goes on (null: it ends). */
export async function* partsOf<Row, Place>(
  ask: (place: Place | null) => Promise<Outcome<{ readonly rows: readonly Row[]; readonly next: Place | null }>>,
): AsyncGenerator<Outcome<readonly Row[]>> {
  let place: Place | null = null;
  do {
    const part: Outcome<{ readonly rows: readonly Row[]; readonly next: Place | null }> = await ask(place);
    if (!part.ok) {
      yield part;
      return;
    }
    yield { ok: true, value: part.value.rows };
    place = part.value.next;
  } while (place !== null);
}

/** How often a list that does not lie still is read, and steps without anything new after which it is not gone back for what went. */
const maxReadings = 4;
const maxStuck = 3;

/**
 * Reads a list that is asked by offset while its rows come, go and move, each row once. A part begins with rows that are known already:
 * where the first of them is not, rows before it went, and it is read from further before. `movesUp`: rows that change go to the
 * beginning of the list, so that is looked at again at the end. A list that changed meanwhile (`revision`), or of which a reading lacks
 * rows (`total`), is read again until nothing is added; what is not found even so is told as `missing`.
 */
export async function* rowsByOffset<Row>(
  atOnce: number,
  idOf: (row: Row) => string,
  ask: (offset: number, limit: number) => Promise<Outcome<PartByOffset<Row>>>,
  movesUp = false,
): AsyncGenerator<ListPart<Row>> {
  const overlap = Math.ceil(atOnce / 10);
  const known = new Set<string>();
  /** Rows of this reading: those that have left the list since an earlier one stand in for none that is there. */
  let seen = new Set<string>();
  const addedOf = (rows: readonly Row[]): readonly Row[] => {
    for (const row of rows) seen.add(idOf(row));
    const added = rows.filter((row) => !known.has(idOf(row)));
    for (const row of added) known.add(idOf(row));
    return added;
  };
  let missing = 0;
  let newest: number | undefined;
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const before = known.size;
    const revisions = new Set<number | undefined>();
    let stuck = 0;
    let isRead = false;
    let count: number | null = null;
    seen = new Set();
    for (let offset = 0; !isRead;) {
      const part = await ask(offset, atOnce);
      if (!part.ok) {
        yield part;
        return;
      }
      const { rows, total = null, revision, told, limit = atOnce } = part.value;
      const [first] = rows;
      if (offset > 0 && stuck < maxStuck && (first === undefined || !known.has(idOf(first)))) {
        offset = Math.max(0, offset - atOnce);
        continue;
      }
      const added = addedOf(rows);
      yield { ok: true, value: added };
      ({ newest } = part.value);
      revisions.add(revision);
      stuck = added.length === 0 ? stuck + 1 : 0;
      count = total;
      // A part may lack rows that can't be read, or that belong to something else.
      const step = told ?? atOnce;
      isRead = step === 0 || (total === null ? (told ?? rows.length) < limit : offset + step >= total);
      offset += Math.max(1, step - overlap);
    }
    for (let offset = 0; movesUp && reading === 0; offset += atOnce) {
      const part = await ask(offset, atOnce);
      if (!part.ok) {
        yield part;
        return;
      }
      const added = addedOf(part.value.rows);
      if (added.length === 0) break;
      yield { ok: true, value: added };
    }
    missing = count === null ? 0 : Math.max(0, count - seen.size);
    if (revisions.size < 2 && missing === 0) break;
    if (reading > 0 && known.size === before) break;
  }
  if (missing > 0) yield { ok: true, value: [], missing };
  if (newest !== undefined) yield { ok: true, value: [], newest };
}

/** Saves a list where a person chooses; half a list is not kept. One is saved at a time. */
export async function saveList<Row>({ title, columns, rows, total }: SavedList<Row>, as: TableForm): Promise<void> {
  if (useSaving.getState().saving !== null) return;
  const begun = await bridge().desktop({ name: 'table.begin', title, as, head: columns.map((column) => column.title) });
  if (!begun.ok) return showFault(begun.fault);
  const { id } = begun.value;
  if (id === null) return;
  const change = (fields: Partial<Saving>): void =>
    useSaving.setState(({ saving }) => ({ saving: saving === null ? null : { ...saving, ...fields } }));
  const isStopped = (): boolean => useSaving.getState().saving?.stop === null;
  useSaving.setState({ saving: { title, done: 0, total, stop: () => change({ stop: null }) } });
  let done = 0;
  let missing = 0;
  let newest: number | null = null;
  let fault: Fault | null = null;
  let complete = false;
  try {
    for await (const part of rows()) {
      if (isStopped()) break;
      const added = part.ok
        ? await bridge().desktop({
            name: 'table.add',
            id,
            rows: part.value.map((row) => columns.map(({ cell }) => cell(row))),
          })
        : part;
      if (!added.ok) {
        fault = added.fault;
        break;
      }
      done += part.ok ? part.value.length : 0;
      missing = part.missing ?? missing;
      newest = part.newest ?? newest;
      change({ done });
    }
    complete = true;
  } finally {
    const keep = complete && fault === null && !isStopped();
    const ended = await bridge().desktop({ name: 'table.end', id, keep });
    useSaving.setState({ saving: null });
    const say = textOf('lists');
    if (fault !== null) showFault(fault);
    else if (!ended.ok) showFault(ended.fault);
    else if (keep && missing > 0) showToast(say('list-lacks', { count: missing }), ended.value.path);
    else if (keep && newest !== null) showToast(say('list-newest', { count: done, newest }), ended.value.path);
    else if (keep) showToast(say('list-saved', { count: done }), ended.value.path);
    else showToast(say('list-stopped'));
  }
}
