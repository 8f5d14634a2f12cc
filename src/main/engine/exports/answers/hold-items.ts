import type { Fault } from '../../../../shared/faults.ts';
import type { Change } from '../../journal/changes.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { isHeldForExport } from '../advance-exported.ts';

const maxTries = 5;

function held(item: ItemRecord, told: Fault, at: number): Change[] {
  const set = { fault: told, resumeStage: 'exported' } as const;
  if (isHeldForExport(item)) return [{ kind: 'item-set', itemId: item.id, set }];
  if (item.stage !== 'exported' && item.stage !== 'settled') return [];
  const trail = [{ stage: 'held', at, detail: { fault: told.code } }] as const;
  return [{ kind: 'item-moved', itemId: item.id, from: [item.stage], trail, set }];
}

/** Makes the act that holds a document's items for what became of its hand-over; `now` in ms. Items that went on stay where they are. */
export function createItemHolder(
  journal: Journal,
  now: () => number,
): (documentId: string, told: Fault) => Promise<void> {
  return async (documentId, told) => {
    // A refusal means that an item moved meanwhile: look again, a few times.
    for (let round = 0; round < maxTries; round += 1) {
      const changes = (await journal.itemsOfDocument(documentId)).flatMap((item) => held(item, told, now()));
      if (changes.length === 0) return;
      const outcome = await journal.commit(changes);
      if (outcome.ok) return;
    }
  };
}
