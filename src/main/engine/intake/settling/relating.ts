import { isClaimed } from '../../names/claim-places.ts';
import type { FileLook } from '../inspection/inspection.ts';
import { isUnchanged } from '../reception/known-files.ts';
import type { Candidate } from './candidate.ts';
import type { SettlerDependencies, SettlingEnd } from './settling.ts';

/** What the memory and the neighbours say about a file before it is looked into. */
export type Relation = SettlingEnd | { readonly kind: 'wait'; readonly ms: number } | { readonly kind: 'go-on' };

/** Makes the comparison of a candidate with what is known: taken in before, changed since, or a sidecar of another file. */
export function createRelating(
  dependencies: Pick<SettlerDependencies, 'journal' | 'known' | 'receptionist' | 'sidecars'>,
): (candidate: Candidate, found: FileLook) => Promise<Relation> {
  const { journal, known, receptionist, sidecars } = dependencies;

  return async (candidate, found) => {
    const { arrival, path } = candidate;
    if (arrival.itemId !== null) {
      const { itemId } = arrival;
      await receptionist.relate(arrival, itemId, false);
      // It went another way since: cancelled, or in by another hand.
      return arrival.earlier === null ? { kind: 'go-on' } : { kind: 'known', itemId };
    }
    const memory = known.get(path);
    if (memory?.absent === true && (await journal.seenFile(arrival.sourceId, path)) === null) {
      // It was tidied away and forgotten: what is there now came anew, even if it looks the same.
      known.forget(path);
    } else if (memory !== undefined) {
      const { absent, itemId } = memory;
      if (isUnchanged(memory, found) && !absent) return { kind: 'known', itemId };
      arrival.reappeared = absent;
      await receptionist.relate(arrival, itemId, !isUnchanged(memory, found));
      memory.absent = false;
      if (isUnchanged(memory, found) && arrival.earlier !== null) return { kind: 'known', itemId };
      if (arrival.earlier === null) return { kind: 'go-on' };
    } else if (isClaimed(path)) {
      if (await receptionist.regain(arrival)) return { kind: 'go-on' };
    }
    const role = (await sidecars?.roleOf(path, arrival.seenAt)) ?? { kind: 'document' as const };
    if (role.kind === 'document') return { kind: 'go-on' };
    return role.kind === 'sidecar' ? { kind: 'sidecar' } : role;
  };
}
