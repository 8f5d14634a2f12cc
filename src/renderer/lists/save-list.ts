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

/** Some rows of a list; `missing`: how many are in the list and were not found; `note`: of which part of a longer list they are, a sentence. */
export type ListPart<Row> = Outcome<readonly Row[]> & {
  readonly missing?: number | undefined;
  readonly note?: string | undefined;
};

/**
 * What is answered to a question by offset. `total`: rows in the list, null where nobody knows. `told`, of a list that the service
 * keeps: rows that it gave for this part, also those that are left out here, and as how many it gives at most. `note`: as in {@link ListPart}.
 */
export interface PartByOffset<Row> {
  readonly rows: readonly Row[];
  readonly total?: number | null | undefined;
  readonly revision?: number;
  readonly told?: { readonly rows: number; readonly limit: number | null } | undefined;
  readonly note?: string | undefined;
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
/** Parts in a row without anything new after which a list ends that tells neither its length nor that of its parts. */
const maxEmpty = 10;

/** Whether a list ends with this part, `offset` rows into it. `empty`: parts in a row that brought nothing new. */
function endsWith<Row>(
  { rows, total = null, told }: PartByOffset<Row>,
  offset: number,
  atOnce: number,
  empty: number,
): boolean {
  if (told === undefined) return total === null ? rows.length < atOnce : offset + atOnce >= total;
  if (told.rows === 0) return true;
  if (total !== null) return offset + told.rows >= total;
  // Where no limit is named, a short part may be as long as the service makes them; one that ignores offsets goes on for ever.
  return told.limit === null ? empty >= maxEmpty : told.rows < told.limit;
}

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
  const stepOf = ({ told }: PartByOffset<Row>): number => Math.max(1, (told?.rows ?? atOnce) - overlap);
  let missing = 0;
  let note: string | undefined;
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const before = known.size;
    const revisions = new Set<number | undefined>();
    const totals: (number | null)[] = [];
    let stuck = 0;
    seen = new Set();
    for (let offset = 0, isRead = false; !isRead;) {
      const part = await ask(offset, atOnce);
      if (!part.ok) {
        yield part;
        return;
      }
      const { rows, total = null, revision, told } = part.value;
      const [first] = rows;
      // Of a part of which rows are left out, the known ones may be among those.
      const isWhole = told === undefined || told.rows === rows.length;
      if (isWhole && offset > 0 && stuck < maxStuck && (first === undefined || !known.has(idOf(first)))) {
        offset = Math.max(0, offset - atOnce);
        continue;
      }
      const added = addedOf(rows);
      yield { ok: true, value: added };
      ({ note } = part.value);
      revisions.add(revision);
      totals.push(total);
      stuck = added.length === 0 ? stuck + 1 : 0;
      isRead = endsWith(part.value, offset, atOnce, stuck);
      offset += stepOf(part.value);
    }
    for (let offset = 0; movesUp && reading === 0;) {
      const part = await ask(offset, atOnce);
      if (!part.ok) {
        yield part;
        return;
      }
      const added = addedOf(part.value.rows);
      if (added.length === 0) break;
      yield { ok: true, value: added };
      offset += stepOf(part.value);
    }
    const total = totals.includes(null) ? null : (totals.at(-1) ?? null);
    missing = total === null ? 0 : Math.max(0, total - seen.size);
    if (revisions.size < 2 && missing === 0) break;
    if (reading > 0 && known.size === before) break;
  }
  yield { ok: true, value: [], ...(missing > 0 ? { missing } : {}), ...(note === undefined ? {} : { note }) };
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
  let note = '';
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
      note = part.note ?? note;
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
    else if (keep) {
      const saved = missing > 0 ? say('list-lacks', { count: missing }) : say('list-saved', { count: done });
      showToast(note === '' ? saved : `${saved} – ${note}`, ended.value.path);
    } else showToast(say('list-stopped'));
  }
}
