import type { HotFolder } from '../../../../shared/settings.ts';
import type { Clock } from '../../ports.ts';
import { lookAtPath } from '../inspection/look-at-path.ts';
import { newArrival } from '../reception/arrival.ts';
import { isUnchanged } from '../reception/known-files.ts';
import type { KnownFiles } from '../reception/known-files.ts';
import type { Receptionist } from '../reception/reception.ts';
import { nameFault } from '../settling/waiting-faults.ts';

/**
 * Makes the way in for files and folders whose name can't be written as text or is too long to be opened: held with that
 * reason, once, so that a person renames them. `path` is the readable form, `bytes` looks at the disk.
 */
export function createOddNames(dependencies: {
  readonly config: Pick<HotFolder, 'id' | 'rule'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly known: KnownFiles;
  readonly receptionist: Receptionist;
  readonly troubled: (error: unknown) => void;
}): (path: string, bytes: Buffer, problem: 'too-long' | 'not-utf8') => Promise<void> {
  const { config, clock, known, receptionist, troubled } = dependencies;
  const inHand = new Set<string>();

  return async (path, bytes, problem) => {
    if (inHand.has(path)) return;
    inHand.add(path);
    try {
      const seen = await lookAtPath(bytes);
      if (seen.kind === 'gone' || seen.kind === 'other' || seen.kind === 'not-a-file') return;
      const isThere = seen.kind === 'file' || seen.kind === 'folder';
      const look = isThere ? seen.look : { size: 0, modifiedAt: 0, changedAt: 0, inode: 0, device: 0 };
      const memory = known.get(path);
      if (memory !== undefined && (seen.kind !== 'file' || isUnchanged(memory, look))) return;
      const arrival = newArrival(path, config.id, config.rule, clock.now());
      if (memory !== undefined) await receptionist.relate(arrival, memory.itemId, true);
      await receptionist.hold(arrival, nameFault(path, problem), look);
    } catch (error) {
      troubled(error);
    } finally {
      inHand.delete(path);
    }
  };
}
