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

/** The items of a run as they were last seen. */
export interface Tally {
  see(item: ItemView): void;
  has(itemId: string): boolean;
  /** Forgets all others: what an earlier command left goes on meanwhile, and is no part of this one. */
  keepOnly(itemIds: readonly string[]): void;
  items(): readonly ItemView[];
  summary(): Summary;
}

const atEnd: ReadonlySet<ItemStage> = new Set(['settled', 'exported', 'handed-over']);

/** States of an export whose file is not whole on disk. */
const beforeWriting: ReadonlySet<ExportState> = new Set(['planned', 'writing']);

/** Makes an empty tally. */
export function createTally(): Tally {
  const items = new Map<string, ItemView>();
  return {
    see: (item) => void items.set(item.id, item),
    has: (itemId) => items.has(itemId),
    keepOnly(itemIds) {
      const kept = new Set(itemIds);
      for (const id of items.keys()) if (!kept.has(id)) items.delete(id);
    },
    items: () => [...items.values()],
    summary() {
      let settled = 0;
      let held = 0;
      let duplicates = 0;
      let exported = 0;
      let bytes = 0;
      let all = 0;
      for (const item of items.values()) {
        // What was separated is counted by its parts.
        if (item.stage === 'cancelled' || item.stage === 'separated') continue;
        all += 1;
        bytes += item.size;
        if (atEnd.has(item.stage)) settled += 1;
        if (item.stage === 'held') held += 1;
        if (item.stage === 'duplicate') duplicates += 1;
        if (item.exports.some(({ path, state }) => path !== null && !beforeWriting.has(state))) exported += 1;
      }
      return { items: all, settled, held, duplicates, exported, bytes };
    },
  };
}
