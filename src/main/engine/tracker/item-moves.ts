import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { Change, TrailStep } from '../journal/changes.ts';
import type { DocumentRecord, ItemRecord } from '../journal/records.ts';
import { itemStanding } from './settled.ts';

/** Faults that following a document brings and that a later change of the document may cure. */
const ours: ReadonlySet<Fault['code']> = new Set([
  'not-settled-in-time',
  'processing-failed',
  'already-at-service',
  'not-found',
]);

/** Whether the item is held only for what its documents do on the service. */
function isHeldForDocument(item: ItemRecord): boolean {
  return (
    item.stage === 'held' &&
    (item.resumeStage === 'tracking' || item.resumeStage === 'submitted') &&
    item.fault !== null &&
    ours.has(item.fault.code)
  );
}

function move(item: ItemRecord, trail: readonly TrailStep[], fault: Fault | null, resume: ItemStage | null): Change {
  return { kind: 'item-moved', itemId: item.id, from: [item.stage], trail, set: { fault, resumeStage: resume } };
}

/** Holds an item that is being followed; it stays followed and a later change moves it on. */
export function holdItem(item: ItemRecord, fault: Fault, at: number): Change {
  return move(item, [{ stage: 'held', at, detail: { fault: fault.code } }], fault, 'tracking');
}

/**
 * The move of an item now that its documents are as they are; null where it stays. `failure` = why, should one have failed.
 * Items before `submitted` are moved by those who send them, items after `settled` by their exports.
 */
export function itemMove(
  item: ItemRecord,
  documents: readonly DocumentRecord[],
  failure: Fault,
  at: number,
): Change | null {
  const held = isHeldForDocument(item);
  const followed = item.stage === 'submitted' || item.stage === 'tracking' || held;
  const standing = itemStanding(documents, item.rule);
  const [document] = documents;
  const detail = document === undefined ? {} : { documentId: document.id, state: document.state };
  switch (standing) {
    case 'moving':
      if (item.stage === 'submitted') return move(item, [{ stage: 'tracking', at, detail }], null, null);
      // The service has taken up again what had failed.
      if (held && item.fault?.code !== 'not-settled-in-time' && documents.length > 0) {
        return move(item, [{ stage: 'tracking', at, detail }], null, null);
      }
      return null;
    case 'settled': {
      if (!followed) return null;
      const trail: readonly TrailStep[] =
        item.stage === 'submitted'
          ? [
              { stage: 'tracking', at },
              { stage: 'settled', at, detail },
            ]
          : [{ stage: 'settled', at, detail }];
      return move(item, trail, null, null);
    }
    case 'failed':
      if (held ? item.fault?.code === 'not-settled-in-time' : followed || item.stage === 'settled') {
        return holdItem(item, failure, at);
      }
      return null;
  }
}
