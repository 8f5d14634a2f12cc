import type { EngineEvent } from '../../../shared/views.ts';
import type { Journal, StageCounts } from '../journal/journal.ts';
import type { Clock } from '../platform/ports.ts';

/** Tells listeners that something changed, gathered so that there are at most ten events a second. */
export interface EventStream {
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Items by stage as last read. */
  counts(): StageCounts;
  /** Something that is not in the journal changed. */
  touch(): void;
  stop(): void;
}

const minGapMs = 100;
const maxIds = 200;

/** Makes the stream over a journal's changes. */
export function createEventStream(journal: Pick<Journal, 'onChange' | 'counts'>, clock: Clock): EventStream {
  const listeners = new Set<(event: EngineEvent) => void>();
  let changed: Set<string> | 'many' = new Set();
  let revision = 0;
  let counts: StageCounts = {};
  let planned: (() => void) | null = null;
  let stopped = false;

  async function tell(): Promise<void> {
    planned = null;
    const ids = changed;
    changed = new Set();
    const told = revision;
    counts = await journal.counts().catch(() => counts);
    if (stopped) return;
    const event: EngineEvent = { revision: told, changedIds: ids === 'many' ? 'many' : [...ids], counts };
    for (const listener of listeners) listener(event);
  }

  function plan(): void {
    if (!stopped) planned ??= clock.after(minGapMs, () => void tell(), { unref: true });
  }

  const stopListening = journal.onChange((change) => {
    revision = change.revision;
    // No ids stands for more than the journal names.
    if (change.itemIds.length === 0) changed = 'many';
    else if (changed !== 'many') {
      for (const id of change.itemIds) changed.add(id);
      if (changed.size > maxIds) changed = 'many';
    }
    plan();
  });
  plan();

  return {
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    counts: () => counts,
    touch: plan,
    stop() {
      stopped = true;
      planned?.();
      stopListening();
    },
  };
}
