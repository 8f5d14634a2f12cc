import type { QueryAnswer } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { ExportView } from '../../../shared/views.ts';

/** Rows asked for at once. */
const pageRows = 100;

type Answer = QueryAnswer<'exports.page'>;

/** Asks for rows from an offset on. */
export type AskExports = (offset: number, limit: number) => Promise<Outcome<Answer>>;

/** The rows of the table, fetched page by page as they are seen, with how many there are in all. */
export interface ExportPages {
  readonly rowAt: (index: number) => ExportView | undefined;
  readonly byId: (id: string) => ExportView | undefined;
  readonly see: (from: number, to: number) => void;
  /** Asks again for what is in sight and forgets the rest. */
  readonly refresh: () => void;
  /** Null until the first answer. */
  readonly totals: () => Pick<Answer, 'total' | 'counts'> | null;
  /** Why the last question had no answer. */
  readonly fault: () => Fault | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Grows with each change. */
  readonly version: () => number;
}

/** Rows of one set of conditions; each page is asked for once at a time. The first page is asked for at once: it tells the total. */
export function createExportPages(ask: AskExports): ExportPages {
  const pages = new Map<number, readonly ExportView[]>();
  const busy = new Set<number>();
  const again = new Set<number>();
  const listeners = new Set<() => void>();
  let sight: readonly number[] = [0];
  let totals: Pick<Answer, 'total' | 'counts'> | null = null;
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
        const { rows, total, counts } = outcome.value;
        pages.set(page, rows);
        totals = { total, counts };
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
    byId: (id) => {
      for (const rows of pages.values()) {
        const found = rows.find((row) => row.id === id);
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
    totals: () => totals,
    fault: () => fault,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
