import type { ItemStage } from '../../../shared/item.ts';
import type { Change } from '../journal/changes.ts';
import type { ItemRecord } from '../journal/records.ts';
import type { JobResult } from '../queue/job.ts';

/**
 * The move of an item whose way to the service ended in `result` before it was uploaded: held, or accepted as before, with the
 * reason. Refused where it stands in none of `from`. `at` in ms.
 */
export function movedBack(item: ItemRecord, result: JobResult, from: readonly ItemStage[], at: number): Change {
  const reason = ('fault' in result ? result.fault : null) ?? null;
  const held = result.state === 'held';
  return {
    kind: 'item-moved',
    itemId: item.id,
    from,
    trail: [{ stage: held ? 'held' : 'accepted', at, detail: reason === null ? {} : { fault: reason.code } }],
    set: { fault: reason, ...(held ? { resumeStage: 'accepted' as const } : {}) },
  };
}
