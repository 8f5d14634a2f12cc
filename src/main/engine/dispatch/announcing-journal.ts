import type { ItemStage } from '../../../shared/item.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import { itemView } from './item-views.ts';

/** A journal that tells listeners of every stage an item went through, in order, after it is durable. */
export interface AnnouncingJournal {
  readonly journal: Journal;
  onItem(listener: (item: ItemView) => void): () => void;
  /** Resolves when everything committed so far has been told. */
  told(): Promise<void>;
}

interface Step {
  readonly itemId: string;
  readonly stage: ItemStage;
}

/** Wraps `inner`; without listeners it costs nothing. */
export function createAnnouncingJournal(inner: Journal): AnnouncingJournal {
  const listeners = new Set<(item: ItemView) => void>();
  const waiting: Step[] = [];
  let telling: Promise<void> | null = null;

  /** Tells what waits in the order of the commits. Items are read once a round, so a burst of moves costs few reads. */
  async function tell(): Promise<void> {
    while (waiting.length > 0) {
      const steps = waiting.splice(0, 500);
      const items = await inner.itemsByIds([...new Set(steps.map(({ itemId }) => itemId))]);
      const views = new Map<string, ItemView>();
      for (const item of items) views.set(item.id, await itemView(inner, item));
      for (const { itemId, stage } of steps) {
        const view = views.get(itemId);
        if (view !== undefined) for (const listener of listeners) listener({ ...view, stage });
      }
    }
    telling = null;
  }

  function note(changes: readonly Change[], duplicate: boolean): void {
    for (const change of changes) {
      if (change.kind !== 'item-added' && change.kind !== 'item-moved') continue;
      const itemId = change.kind === 'item-added' ? change.item.id : change.itemId;
      const marked = duplicate && change.duplicateCheck !== undefined;
      const trail = marked ? change.trail.slice(0, -1) : change.trail;
      for (const { stage } of trail) waiting.push({ itemId, stage });
      if (marked) waiting.push({ itemId, stage: 'duplicate' });
    }
    if (waiting.length > 0) telling ??= tell();
  }

  const journal: Journal = {
    ...inner,
    async commit(changes, actor) {
      const outcome = await inner.commit(changes, actor);
      if (listeners.size > 0 && outcome.ok) {
        note(
          outcome.stoppedAt === undefined ? changes : changes.slice(0, outcome.stoppedAt + 1),
          outcome.duplicateOf !== undefined,
        );
      }
      return outcome;
    },
  };

  return {
    journal,
    onItem(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async told() {
      while (telling !== null) await telling;
    },
  };
}
