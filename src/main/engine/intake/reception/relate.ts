import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import type { CustodyDetail } from '../../journal/changes.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { basename } from 'node:path';
import { statPath } from '../inspection/stat-path.ts';
import type { Arrival, WholeFile } from './arrival.ts';
import type { IntakeDependencies } from './intake.ts';
import type { KnownFiles } from './known-files.ts';
import { shownName } from './shown-name.ts';

const settlingStages: ReadonlySet<string> = new Set(['seen', 'settling']);
const unsentStages: ReadonlySet<string> = new Set(['seen', 'settling', 'accepted', 'uploading']);

/** Whether an item is not taken in yet. */
export function isOnItsWayIn({ stage, resumeStage }: ItemRecord): boolean {
  return settlingStages.has(stage) || (stage === 'held' && resumeStage !== null && settlingStages.has(resumeStage));
}

/** Whether an item waits for a person before anything of it reached the service. */
function isHeldUnsent(item: ItemRecord): boolean {
  return (
    item.stage === 'held' && item.fileId === null && (item.resumeStage === null || unsentStages.has(item.resumeStage))
  );
}

/** Whether an item's content went to the service, so that a changed file is a new version of it. */
export function wasSent(item: ItemRecord): boolean {
  if (isHeldUnsent(item)) return false;
  return !unsentStages.has(item.stage) && item.stage !== 'duplicate' && item.stage !== 'cancelled';
}

/** Whether an item was accepted and nothing of it is at the service yet: its file may still be withdrawn. */
export function isUnsent({ stage }: ItemRecord): boolean {
  return stage === 'accepted' || stage === 'uploading';
}

/** Why an item that was accepted and not sent begins anew: what its custody says, and what it shows meanwhile. */
export interface BeginsAnew {
  readonly detail: CustodyDetail;
  readonly fault: Fault | null;
}

/** Its file is not the one any more that was accepted. */
export function fileChangedAt(path: string): BeginsAnew {
  const params = { name: shownName(basename(path)), problem: 'still-growing' };
  return { detail: { fault: 'file-changed' }, fault: fault('file-incomplete', params) };
}

/**
 * Finds out what the item of a known path means for the file that is there now. Where that changed, an item that was accepted
 * and not sent goes back to settling at once: a page-wise written PDF is whole after each page.
 */
export async function relate(
  { journal, clock, withdrawn }: Pick<IntakeDependencies, 'journal' | 'clock' | 'withdrawn'>,
  arrival: Arrival,
  itemId: string,
  anew: BeginsAnew | null,
): Promise<void> {
  for (;;) {
    const item = await journal.item(itemId);
    if (item === null) return;
    if (settlingStages.has(item.stage)) {
      arrival.itemId = item.id;
      arrival.wasAccepted = item.sha256 !== null;
      return;
    }
    if (isHeldUnsent(item)) {
      arrival.itemId = null;
      arrival.heldItem = item;
      return;
    }
    if (anew === null || !isUnsent(item)) {
      arrival.earlier = item;
      return;
    }
    const outcome = await journal.commit([
      {
        kind: 'item-moved',
        itemId,
        from: ['accepted', 'uploading'],
        trail: [{ stage: 'settling', at: clock.now(), detail: anew.detail }],
        set: { fault: anew.fault },
      },
    ]);
    // It moved on in between: look again at what it is now.
    if (!outcome.ok) continue;
    arrival.itemId = itemId;
    arrival.wasAccepted = true;
    withdrawn(itemId);
    return;
  }
}

/** Names that a disk may take for the same: they differ only in composed characters or in case. */
function sameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

/**
 * The item whose file this is under its old name: same size, time and content, and the old path is gone (renamed), or is the
 * very same file under a name that the disk takes for the same (NFC and NFD).
 */
export async function renamedFrom(
  journal: IntakeDependencies['journal'],
  known: KnownFiles,
  path: string,
  whole: WholeFile,
): Promise<ItemRecord | null> {
  for (const oldPath of known.lookalikes(whole.stat)) {
    const old = known.get(oldPath);
    if (old === undefined || oldPath === path) continue;
    const there = await statPath(oldPath);
    const same = there.kind === 'file' && there.stat.inode === whole.stat.inode && sameName(oldPath, path);
    if (there.kind !== 'gone' && !same) continue;
    const item = await journal.item(old.itemId);
    if (item?.sha256 === whole.sha256 && item.path === oldPath) return item;
  }
  return null;
}
