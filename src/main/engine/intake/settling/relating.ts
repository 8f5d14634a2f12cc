import { isClaimed } from '../../platform/names/claim-places.ts';
import type { FileLook } from '../inspection/inspection.ts';
import type { SidecarRole } from '../sidecar/sidecar-lookup.ts';
import type { Candidate } from './candidate.ts';
import type { SettlerDependencies, SettlingEnd } from './settling.ts';

/** What the memory and the neighbours say about a file before it is looked into. `alone` = a sidecar that waits for `owner` for `ms` more; `late` = that went in without it. */
export type Relation = SettlingEnd | Extract<SidecarRole, { readonly kind: 'alone' }> | { readonly kind: 'go-on' };

/** Makes the comparison of a candidate with what is known: taken in before, changed since, or a sidecar of another file. */
export function createRelating(
  dependencies: Pick<SettlerDependencies, 'journal' | 'known' | 'receptionist' | 'sidecars' | 'sidecarOutcome'>,
): (candidate: Candidate, found: FileLook) => Promise<Relation> {
  const { journal, known, receptionist, sidecars } = dependencies;

  /** What the memory says: the item that the file is known as; `regained` = the item of a claim that came back. */
  async function remembered({ arrival, path }: Candidate, found: FileLook): Promise<SettlingEnd | 'regained' | null> {
    if (arrival.itemId !== null) {
      const { itemId } = arrival;
      await receptionist.relate(arrival, itemId, false);
      // It went another way since: cancelled, or in by another hand.
      return arrival.earlier === null ? null : { kind: 'known', itemId };
    }
    const memory = known.get(path);
    if (memory?.absent === true && (await journal.seenFile(arrival.sourceId, path)) === null) {
      // It was tidied away and forgotten: what is there now came anew, even if it looks the same.
      known.forget(path);
      return null;
    }
    if (memory === undefined) return isClaimed(path) && (await receptionist.regain(arrival)) ? 'regained' : null;
    const { absent, aside, itemId, size, modifiedAt } = memory;
    const unchanged = known.isUnchanged(memory, found);
    if (unchanged && !absent) return { kind: 'known', itemId };
    arrival.reappeared = absent || aside;
    // Other numbers alone may be a backup's or a virus scanner's doing: the content decides, in `receive`.
    await receptionist.relate(arrival, itemId, size !== found.size || modifiedAt !== found.modifiedAt);
    memory.absent = false;
    // What was cancelled before it had a fingerprint has nothing to compare: the same file stays cancelled.
    const sameFile = unchanged || (arrival.earlier?.sha256 === null && memory.inode === found.inode);
    return sameFile && arrival.earlier !== null ? { kind: 'known', itemId } : null;
  }

  return async (candidate, found) => {
    const { arrival, path } = candidate;
    const before = await remembered(candidate, found);
    if (before === 'regained') return { kind: 'go-on' };
    if (before !== null) return before;
    const role = (await sidecars?.roleOf(path, arrival.noticedAt)) ?? { kind: 'document' as const };
    switch (role.kind) {
      case 'document':
        return { kind: 'go-on' };
      case 'sidecar':
        return dependencies.sidecarOutcome(arrival, found, role.owner);
      case 'alone':
        return role;
    }
  };
}
