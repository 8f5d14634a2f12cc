import { unsubmittedStages, type ItemStage } from '../../../shared/item.ts';
import type { ItemKey } from '../../../shared/selection.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { textOf } from '../../text/index.ts';

/** What can be done with items. */
export type ItemAct = 'items.pause' | 'items.resume' | 'items.retry' | 'items.cancel' | 'items.send-anyway';

/** Does it, and says which items stayed as they were and why. */
export async function actOnItems(name: ItemAct, itemIds: readonly string[] | 'all'): Promise<void> {
  const outcome = await bridge().command<ItemAct>({ name, itemIds: itemIds === 'all' ? 'all' : [...itemIds] });
  if (!outcome.ok) showFault(outcome.fault);
  else {
    const [first] = outcome.value.refused;
    if (first !== undefined) {
      showToast(
        textOf('intake')('not-changed', { count: outcome.value.refused.length }),
        faultSentence(first.fault),
        'critical',
      );
    }
  }
}

const movingStages: ReadonlySet<ItemStage> = new Set(unsubmittedStages);
/** How many kinds of acts there are: no more have to be looked for. */
const allActs = 5;

/** Which acts can change at least one of these items; the engine decides in the end. */
export function possibleActs(items: Iterable<ItemKey>): ReadonlySet<ItemAct> {
  const acts = new Set<ItemAct>();
  for (const { stage, paused } of items) {
    const moving = movingStages.has(stage);
    if (moving) acts.add(paused ? 'items.resume' : 'items.pause');
    if (stage === 'held') acts.add('items.retry');
    if (stage === 'duplicate') acts.add('items.send-anyway');
    if (moving || stage === 'held') acts.add('items.cancel');
    if (acts.size === allActs) break;
  }
  return acts;
}
