import type { Clock } from '../../platform/ports.ts';
import type { FolderWatches } from './folder-watches.ts';
import type { ScanVisitor } from './scan-tree.ts';

/** All folders are listed at least this often, whatever was heard, ms: what no event told of is found by then. */
const fullScanMs = 10 * 60_000;
/**
 * A change time that was younger than this (ms) when its folder was listed says nothing: another change may have come after
 * within the same tick. File systems count ticks of up to two seconds.
 */
const tickMs = 2_000;
/** The kernel drops events that nobody fetches in time, without a word to us: it keeps 16,384. After so many all folders are listed. */
const maxHeard = 1_000;

/** Lets scans pass by folders that stand still. */
export interface StandingFolders {
  /**
   * A scan of the root (`identity`) begins; returns what visits for it. `leftOut`: folders that are not looked through now; where
   * they are others than before, earlier listings are of no use. `isFull` = it passes by nothing.
   */
  begin(visitor: ScanVisitor, identity: string, leftOut: readonly string[], isFull: boolean): ScanVisitor;
  /** The scan saw all. One that did not is followed by a full one. */
  done(): void;
}

/** Makes the memory of one source; what was found in a folder is kept with its watch and lost with it. */
export function createStandingFolders(
  watches: Pick<FolderWatches, 'listed' | 'standing' | 'takeHeard'>,
  clock: Clock,
): StandingFolders {
  let leftOutBefore = '';
  let fullAt = -Infinity;
  let fullAtWhenDone = -Infinity;

  return {
    begin(visitor, identity, leftOut, isFull) {
      const [begun, heard] = [clock.now(), watches.takeHeard()];
      const leftOutNow = leftOut.join('\n');
      const isOther = leftOutNow !== leftOutBefore;
      leftOutBefore = leftOutNow;
      const full = isFull || isOther || heard > maxHeard || clock.monotonic() - fullAt >= fullScanMs;
      fullAtWhenDone = full ? clock.monotonic() : fullAt;
      fullAt = -Infinity;
      return {
        ...visitor,
        entering(folder, look) {
          visitor.entering(folder, look);
          return full || look === null ? undefined : watches.standing(folder, look);
        },
        listed(folder, listing) {
          // What is mounted below may be another kind of file system.
          const isSteady =
            listing.stat !== null &&
            identity.startsWith(`${listing.stat.device}:`) &&
            begun - listing.stat.changedAt >= tickMs;
          watches.listed(folder, isSteady ? listing : null);
        },
      };
    },
    done() {
      fullAt = fullAtWhenDone;
    },
  };
}
