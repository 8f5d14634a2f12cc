import { itemStages, unsubmittedStages } from '../../../../shared/item.ts';
import type { ItemStage } from '../../../../shared/item.ts';
import type { RawRow } from '../storage/database.ts';

/** Stages of an item that is not at the service yet. */
export const unsentStages: readonly ItemStage[] = [...unsubmittedStages, 'held'];

/** Whether an item in this stage has been accepted and goes its way, or went it. */
export function isAccepted(stage: ItemStage): boolean {
  switch (stage) {
    case 'accepted':
    case 'uploading':
    case 'uploaded':
    case 'submitting':
    case 'submitted':
    case 'tracking':
    case 'settled':
    case 'exported':
    case 'handed-over':
    case 'separated':
      return true;
    case 'seen':
    case 'settling':
    case 'held':
    case 'duplicate':
    case 'cancelled':
      return false;
  }
}

/** Stages of accepted items to which nothing more will come. */
const over: readonly ItemStage[] = ['settled', 'exported', 'handed-over', 'separated'];

/** Whether an item in this stage still has something to come from the service; its documents are followed meanwhile. */
export function isOnItsWay(stage: ItemStage): boolean {
  return isAccepted(stage) && !over.includes(stage);
}

/** Stages that remember where the item came from. */
export function isSetAside(stage: ItemStage): boolean {
  return stage === 'held' || stage === 'cancelled';
}

/** The stage of an item's row; one that can't be read is held. */
export function stageOf(row: RawRow): ItemStage {
  return itemStages.find((each) => each === row['stage']) ?? 'held';
}
