import type { Fault } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import type { ItemRecord } from '../journal/records.ts';
import { openCaseFaults, type LivingMember } from './open-case-state.ts';

/** The moves that let the items of a held open case go on. */
export function unheld(items: readonly ItemRecord[], at: number): readonly Change[] {
  return items
    .filter(({ stage, fault }) => stage === 'held' && fault !== null && openCaseFaults.has(fault.code))
    .map(({ id }) => ({
      kind: 'item-moved',
      itemId: id,
      from: ['held'],
      trail: [{ stage: 'uploaded', at }],
      set: { fault: null, resumeStage: null },
    }));
}

/** The moves by which the files of a held open case wait with it. */
export function heldWith(members: readonly LivingMember[], reason: Fault, at: number): readonly Change[] {
  return members
    .filter(({ item }) => item.stage === 'uploaded')
    .map(({ item }) => ({
      kind: 'item-moved',
      itemId: item.id,
      from: ['uploaded'],
      trail: [{ stage: 'held', at, detail: { fault: reason.code } }],
      set: { fault: reason, resumeStage: 'uploaded' },
    }));
}
