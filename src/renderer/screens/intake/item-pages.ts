import type { QueryAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { keysAtOnce, maxSelected } from '../../../shared/selection.ts';
import type { ItemKey } from '../../../shared/selection.ts';
import type { ItemGroup, ItemView } from '../../../shared/views.ts';

/** Rows asked for at once. */
const pageRows = 100;
/** Questions on their way at once: fast scrolling passes many pages, and only where it ends counts. */
const atOnce = 2;

/** Asks for rows of a group from an offset on. */
export type AskRows = (group: ItemGroup, offset: number, limit: number) => Promise<Outcome<QueryAnswer<'items.page'>>>;

/** Asks for what choosing needs of a group's items, from the place on at which the answer before ended (null: the beginning). */
export type AskKeys = (
  group: ItemGroup,
  cursor: string | null,
  limit: number,
) => Promise<Outcome<QueryAnswer<'items.keys'>>>;

/** The rows of the table's groups, fetched page by page as they are seen. */
export interface ItemPages {
  readonly rowAt: (group: string, index: number) => ItemView | undefined;
  readonly byId: (id: string) => ItemView | undefined;
  /**
   * The items of these groups, whether in sight or not, as far as one command can name them and until the caller wants no more
   * (`found`: how many there are so far).
   */
  readonly all: (
    groups: readonly string[],
    goesOn: (found: number) => boolean,
  ) => Promise<ReadonlyMap<string, ItemKey>>;
  readonly see: (group: string, from: number, to: number) => void;
  /** Asks again for what is in sight and forgets the rest. */
  readonly refresh: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Grows with each change of the rows. */
  readonly version: () => number;
}

const groupNames: readonly ItemGroup[] = ['needs-you', 'waiting', 'sending', 'processing', 'on-its-way', 'done'];

/** The new rows, with those of before where nothing changed: what is the same is not drawn anew. */
function keepSame(before: readonly ItemView[] | undefined, rows: readonly ItemView[]): readonly ItemView[] {
  const known = new Map(before?.map((row) => [row.id, row]));
  return rows.map((row) => {
    const same = known.get(row.id);
    return same !== undefined && JSON.stringify(same) === JSON.stringify(row) ? same : row;
  });
}

/** Rows of one set of conditions; each page in sight is asked for once at a time. */
export function createItemPages(ask: AskRows, askKeys: AskKeys): ItemPages {
  const pages = new Map<string, readonly ItemView[]>();
  const busy = new Set<string>();
  /** Pages to ask for, last wanted last; those that went out of sight meanwhile are not asked for. */
  const wanted = new Map<string, { readonly group: ItemGroup; readonly page: number }>();
  const sight = new Map<ItemGroup, readonly number[]>();
  const listeners = new Set<() => void>();
  let version = 0;
  /** Rows that are there by their id; null: to be made anew. */
  let index: ReadonlyMap<string, ItemView> | null = null;
  const pump = (): void => {
    const shown = inSight();
    for (const key of wanted.keys()) if (!shown.has(key)) wanted.delete(key);
    while (busy.size < atOnce) {
      const next = [...wanted].findLast(([key]) => !busy.has(key));
      if (next === undefined) return;
      const [key, { group, page }] = next;
      wanted.delete(key);
      busy.add(key);
      void ask(group, page * pageRows, pageRows).then((outcome) => {
        busy.delete(key);
        if (outcome.ok) {
          pages.set(key, keepSame(pages.get(key), outcome.value.rows));
          index = null;
          version += 1;
          for (const listener of listeners) listener();
        }
        pump();
      });
    }
  };
  const want = (group: ItemGroup, page: number): void => {
    const key = `${group}/${page}`;
    wanted.delete(key);
    wanted.set(key, { group, page });
  };
  const inSight = (): ReadonlySet<string> =>
    new Set([...sight].flatMap(([group, numbers]) => numbers.map((page) => `${group}/${page}`)));
  return {
    rowAt: (group, index) => pages.get(`${group}/${Math.floor(index / pageRows)}`)?.[index % pageRows],
    byId: (id) => {
      index ??= new Map([...pages.values()].flatMap((rows) => rows.map((row) => [row.id, row] as const)));
      return index.get(id);
    },
    all: async (names, goesOn) => {
      const found = new Map<string, ItemKey>();
      for (const group of groupNames.filter((known) => names.includes(known))) {
        let cursor: string | null = null;
        do {
          const outcome: Awaited<ReturnType<AskKeys>> = await askKeys(
            group,
            cursor,
            Math.min(keysAtOnce, maxSelected - found.size),
          );
          if (!outcome.ok) break;
          for (const key of outcome.value.rows) found.set(key.id, key);
          if (!goesOn(found.size)) return found;
          cursor = outcome.value.next ?? null;
        } while (cursor !== null && found.size < maxSelected);
        if (found.size >= maxSelected) break;
      }
      return found;
    },
    see: (name, from, to) => {
      const group = groupNames.find((known) => known === name);
      if (group === undefined) return;
      const first = Math.floor(from / pageRows);
      const numbers = Array.from({ length: Math.floor(to / pageRows) - first + 1 }, (_, step) => first + step);
      sight.set(group, numbers);
      for (const page of numbers) {
        const key = `${group}/${page}`;
        if (!pages.has(key) && !busy.has(key)) want(group, page);
      }
      pump();
    },
    refresh: () => {
      const shown = inSight();
      for (const key of pages.keys()) if (!shown.has(key)) pages.delete(key);
      index = null;
      for (const [group, numbers] of sight) for (const page of numbers) want(group, page);
      pump();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
