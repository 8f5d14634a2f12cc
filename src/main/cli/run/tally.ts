import type { ItemStage } from '../../../shared/item.ts';
import type { ExportState, ItemView } from '../../../shared/views.ts';

/** What a run with items came to. Bytes are those of the items, duplicates included. */
export interface Summary {
  readonly items: number;
  readonly settled: number;
  readonly held: number;
  readonly duplicates: number;
  readonly exported: number;
  readonly bytes: number;
}

/**
 * The items of a run as they were last seen. Beyond `maxRows` of them, those that are well at their end are only counted: a run
 * without an end would keep all that it ever sent.
 */
export interface Tally {
  see(item: ItemView): void;
  has(itemId: string): boolean;
  /** How many were seen, whatever became of them. */
  size(): number;
  /** Forgets all others: what an earlier command left goes on meanwhile, and is no part of this one. */
  keepOnly(itemIds: readonly string[]): void;
  /** All that are not only counted. */
  items(): readonly ItemView[];
  summary(): Summary;
}

/** The table names every item up to so many; beyond, only those that need attention. */
export const maxRows = 100;

/** Stages after which nothing more is told of an item. */
export const over: ReadonlySet<ItemStage> = new Set([
  'exported',
  'handed-over',
  'held',
  'duplicate',
  'cancelled',
  'separated',
]);

/** Whether nothing more is to come of an item. Exports are planned in the very move that settles it. */
export function isOver({ stage, exports }: ItemView): boolean {
  return over.has(stage) || (stage === 'settled' && exports.length === 0);
}

/** Whether the table names it also among very many. */
export function needsAttention({ stage, fault }: ItemView): boolean {
  return stage === 'duplicate' || fault !== null;
}

/** What the summary counts of an item. */
type Counted = Pick<ItemView, 'stage' | 'size'> & { readonly isWritten: boolean };

const atEnd: ReadonlySet<ItemStage> = new Set(['settled', 'exported', 'handed-over']);

/** States of an export whose file is not whole on disk. */
const beforeWriting: ReadonlySet<ExportState> = new Set(['planned', 'writing']);

function counted({ stage, size, exports }: ItemView): Counted {
  return {
    ...{ stage, size },
    isWritten: exports.some(({ path, state }) => path !== null && !beforeWriting.has(state)),
  };
}

/** Makes an empty tally. */
export function createTally(): Tally {
  const items = new Map<string, ItemView>();
  const past = new Map<string, Counted>();
  return {
    see(item) {
      items.set(item.id, item);
      past.delete(item.id);
      if (items.size <= maxRows || !isOver(item) || needsAttention(item)) return;
      items.delete(item.id);
      past.set(item.id, counted(item));
    },
    has: (itemId) => items.has(itemId) || past.has(itemId),
    size: () => items.size + past.size,
    keepOnly(itemIds) {
      const kept = new Set(itemIds);
      for (const all of [items, past]) for (const id of all.keys()) if (!kept.has(id)) all.delete(id);
    },
    items: () => [...items.values()],
    summary() {
      let settled = 0;
      let held = 0;
      let duplicates = 0;
      let exported = 0;
      let bytes = 0;
      let all = 0;
      for (const { stage, size, isWritten } of [...Array.from(items.values(), counted), ...past.values()]) {
        // What was separated is counted by its parts.
        if (stage === 'cancelled' || stage === 'separated') continue;
        all += 1;
        bytes += size;
        if (atEnd.has(stage)) settled += 1;
        if (stage === 'held') held += 1;
        if (stage === 'duplicate') duplicates += 1;
        if (isWritten) exported += 1;
      }
      return { items: all, settled, held, duplicates, exported, bytes };
    },
  };
}
