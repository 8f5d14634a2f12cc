import type { ItemStage } from '../../../shared/item.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../platform/ports.ts';
import { itemView } from '../items/item-views.ts';

/** A journal that tells listeners of every stage an item went through, in order, after it is durable. */
export interface AnnouncingJournal {
  readonly journal: Journal;
  onItem(listener: (item: ItemView) => void): () => void;
  /** Resolves when everything committed so far has been told. */
  announced(): Promise<void>;
}

interface Step {
  readonly itemId: string;
  readonly stage: ItemStage;
}

/** Stands behind what was committed before it. */
interface Mark {
  readonly reached: () => void;
}

/** Wraps `inner`; without listeners it costs nothing. An item that can't be read is not told, but logged. */
export function createAnnouncingJournal(inner: Journal, log: Pick<Log, 'warn'>): AnnouncingJournal {
  const listeners = new Set<(item: ItemView) => void>();
  const waiting: (Step | Mark)[] = [];
  let telling: Promise<void> | null = null;

  async function viewsOf(itemIds: readonly string[]): Promise<readonly ItemView[]> {
    const items = itemIds.length === 0 ? [] : await inner.itemsByIds(itemIds);
    return Promise.all(items.map((item) => itemView(inner, item)));
  }

  /** Each by itself: one that can't be read hides no other. */
  async function readableViews(itemIds: readonly string[]): Promise<readonly ItemView[]> {
    const views: ItemView[] = [];
    for (const itemId of itemIds) {
      try {
        views.push(...(await viewsOf([itemId])));
      } catch (error) {
        log.warn('item-not-told', { item: itemId, cause: String(error) });
      }
    }
    return views;
  }

  async function tell(): Promise<void> {
    try {
      await tellAll();
    } finally {
      telling = null;
    }
  }

  /** Tells what waits in the order of the commits. Items are read once a round, so a burst of moves costs few reads. */
  async function tellAll(): Promise<void> {
    while (waiting.length > 0) {
      const steps = waiting.splice(0, 500);
      const itemIds = [...new Set(steps.flatMap((step) => ('reached' in step ? [] : [step.itemId])))];
      const seen = await viewsOf(itemIds).catch(() => readableViews(itemIds));
      const views = new Map(seen.map((view) => [view.id, view]));
      for (const step of steps) {
        if ('reached' in step) step.reached();
        else {
          const view = views.get(step.itemId);
          if (view !== undefined) for (const listener of listeners) listener({ ...view, stage: step.stage });
        }
      }
    }
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
    announced() {
      if (telling === null) return Promise.resolve();
      const reached = new Promise<void>((resolve) => waiting.push({ reached: resolve }));
      return Promise.race([reached, telling]);
    },
  };
}
