import type { Fault, Outcome } from '../../shared/faults.ts';

/** A page as the engine answers it; what else it tells of all pages stays in it. */
export interface RowAnswer<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Rows of a long list, fetched page by page as they are seen. */
export interface RowPages<Row, Answer extends RowAnswer<Row>> {
  readonly rowAt: (index: number) => Row | undefined;
  /** All rows that are there, in order. */
  readonly loaded: () => readonly Row[];
  /** The first row that fits, among those that are there. */
  readonly find: (fits: (row: Row) => boolean) => Row | undefined;
  readonly see: (from: number, to: number) => void;
  /** Asks again for what is in sight and forgets the rest. */
  readonly refresh: () => void;
  /** The newest answer; null until there is one. */
  readonly newest: () => Answer | null;
  readonly fault: () => Fault | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Grows with each change. */
  readonly version: () => number;
}

/** Makes {@link RowPages}. Each page is asked for once at a time; the first one at once, since it tells the total. */
export function createRowPages<Row, Answer extends RowAnswer<Row>>(
  pageRows: number,
  ask: (offset: number, limit: number) => Promise<Outcome<Answer>>,
): RowPages<Row, Answer> {
  const pages = new Map<number, readonly Row[]>();
  const busy = new Set<number>();
  const again = new Set<number>();
  const listeners = new Set<() => void>();
  let sight: readonly number[] = [0];
  let newest: Answer | null = null;
  let fault: Fault | null = null;
  let version = 0;
  const load = (page: number): void => {
    if (busy.has(page)) {
      again.add(page);
      return;
    }
    busy.add(page);
    void ask(page * pageRows, pageRows).then((outcome) => {
      busy.delete(page);
      if (outcome.ok) {
        pages.set(page, outcome.value.rows);
        newest = outcome.value;
        fault = null;
      } else fault = outcome.fault;
      version += 1;
      for (const listener of listeners) listener();
      if (again.delete(page)) load(page);
    });
  };
  load(0);
  return {
    rowAt: (index) => pages.get(Math.floor(index / pageRows))?.[index % pageRows],
    loaded: () => [...pages].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows),
    find: (fits) => {
      for (const rows of pages.values()) {
        const found = rows.find(fits);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    see: (from, to) => {
      const first = Math.floor(from / pageRows);
      sight = Array.from({ length: Math.floor(to / pageRows) - first + 1 }, (_, step) => first + step);
      for (const page of sight) if (!pages.has(page) && !busy.has(page)) load(page);
    },
    refresh: () => {
      for (const page of pages.keys()) if (!sight.includes(page)) pages.delete(page);
      for (const page of sight) load(page);
    },
    newest: () => newest,
    fault: () => fault,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
