import type { HotFolder } from '../../../../shared/settings.ts';
import { fault } from '../../faults/fault.ts';
import { statPath } from '../inspection/stat-path.ts';
import { newArrival } from '../reception/arrival.ts';
import { hold } from '../reception/reception.ts';
import type { ReceptionDependencies } from '../reception/reception.ts';
import { fileChangedAt, relate } from '../reception/relate.ts';
import { nameFault } from '../settling/waiting-faults.ts';
import { itemPages } from '../../journal/pages.ts';

/** Files and folders whose name can't be written as text or is too long to be opened. */
export interface OddNames {
  /** Holds one with that reason, once, so that a person renames it. `path` is the readable form, `bytes` looks at the disk. */
  look(path: string, bytes: Buffer, problem: 'too-long' | 'not-utf8'): Promise<void>;
  /** Ends the waiting of those that have gone from their old name, after a whole look through the folder. */
  free(): Promise<void>;
}

/** Makes the way in for them. */
export function createOddNames(
  config: Pick<HotFolder, 'id' | 'rule'>,
  dependencies: ReceptionDependencies & { readonly troubled: (error: unknown) => void },
): OddNames {
  const { journal, clock, known, troubled } = dependencies;
  const inHand = new Set<string>();
  /** Paths of those that are held, with their items. null: what an earlier run held is not known yet. */
  let waiting: Map<string, string> | null = null;

  async function heldBefore(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for await (const items of itemPages(journal.items, { stages: ['held'], sourceId: config.id, limit: 500 }))
      for (const item of items) if (item.fault?.code === 'name-refused') found.set(item.path, item.id);
    return found;
  }

  async function free(): Promise<void> {
    try {
      waiting ??= await heldBefore();
      for (const [path, itemId] of waiting) {
        if (known.get(path)?.absent !== true) continue;
        waiting.delete(path);
        const item = await journal.item(itemId);
        if (item?.stage !== 'held' || item.fault?.code !== 'name-refused') continue;
        const reason = fault('file-gone', { name: item.name });
        const trail = [{ stage: 'cancelled', at: clock.now(), detail: { fault: reason.code } }] as const;
        await journal.commit([{ kind: 'item-moved', itemId, from: ['held'], trail, set: { fault: reason } }]);
      }
    } catch (error) {
      troubled(error);
    }
  }

  async function look(path: string, bytes: Buffer, problem: 'too-long' | 'not-utf8'): Promise<void> {
    if (inHand.has(path)) return;
    inHand.add(path);
    try {
      const seen = await statPath(bytes);
      if (seen.kind === 'gone' || seen.kind === 'other' || seen.kind === 'not-a-file') return;
      const isThere = seen.kind === 'file' || seen.kind === 'folder';
      const stats = isThere ? seen.stat : { size: 0, modifiedAt: 0, changedAt: 0, inode: 0, device: 0 };
      const memory = known.get(path);
      if (memory !== undefined && (seen.kind !== 'file' || known.isUnchanged(memory, stats))) return;
      const arrival = newArrival(path, config.id, config.rule, clock);
      if (memory !== undefined) await relate(dependencies, arrival, memory.itemId, fileChangedAt(path));
      const held = await hold(dependencies, arrival, nameFault(path, problem), stats);
      if (held.kind === 'held') waiting?.set(path, held.itemId);
    } catch (error) {
      troubled(error);
    } finally {
      inHand.delete(path);
    }
  }

  return { look, free };
}
