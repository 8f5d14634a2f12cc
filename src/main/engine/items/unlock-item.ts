import type { Fault } from '../../../shared/faults.ts';
import { copyChange, type Copies } from '../copies/copies.ts';
import { fault } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import { withDiskFault } from '../scanning/disk-fault.ts';
import type { KnownItems } from '../submissions/known-items.ts';

/** What opening held PDFs needs. */
export interface UnlockDependencies {
  readonly journal: Journal;
  readonly known: Pick<KnownItems, 'forget'>;
  readonly now: () => number;
  /** The account that decides, for custody. */
  readonly actor: string;
  readonly copies: Pick<Copies, 'place' | 'read' | 'inThread' | 'kept' | 'discard'>;
  /** The intake looks at the file again. */
  readonly settleAgain: (item: ItemRecord) => void;
}

const mediaType = 'application/pdf';

/**
 * Makes the act that opens a held PDF with its password: a copy without it is made, and the intake takes the file in with that. The
 * password goes to the thread that reads the file and nowhere else. Answers why it can't be, null where it goes on.
 */
export function createUnlockItem(
  dependencies: UnlockDependencies,
): (item: ItemRecord, password: string) => Promise<Fault | null> {
  const { journal, now, actor, copies } = dependencies;

  async function unlock(item: ItemRecord, password: string, path: string): Promise<Fault | null> {
    const unlocked = await copies.inThread((thread) => thread.unlock(item.path, password, path));
    if (!unlocked.ok) return { ...unlocked.fault, params: { ...unlocked.fault.params, name: item.name } };
    const { of, signed } = unlocked.value;
    const copy = await copies.read(path, { kind: 'unlocked', name: item.name, mediaType, of });
    if (copy === null) return fault('copy-gone', { name: item.name });
    dependencies.known.forget(item.id);
    const outcome = await journal.commit(
      [
        {
          kind: 'item-moved',
          itemId: item.id,
          from: ['held'],
          since: item.stageSince,
          trail: [{ stage: 'settling', at: now(), detail: { decision: 'unlock' } }],
          set: { fault: null, resumeStage: null },
        },
        copyChange(item, copy, signed ? { signed } : {}),
      ],
      actor,
    );
    // Another decision was faster.
    if (!outcome.ok) return wrongUse('not-locked', { name: item.name });
    copies.kept(path);
    dependencies.settleAgain(item);
    return null;
  }

  return async (item, password) => {
    const isLocked = item.stage === 'held' && item.fault?.code === 'pdf-password';
    if (!isLocked) return wrongUse('not-locked', { name: item.name });
    const placed = await withDiskFault(async () => ({ ok: true, value: await copies.place(item.id, '.pdf') }));
    if (!placed.ok) return placed.fault;
    const reason = await unlock(item, password, placed.value);
    if (reason !== null) await copies.discard(placed.value);
    return reason;
  };
}
