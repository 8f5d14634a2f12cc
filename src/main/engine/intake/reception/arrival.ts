import type { Fault } from '../../../../shared/faults.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import type { Clock } from '../../platform/ports.ts';
import type { ItemRecord } from '../../journal/records.ts';
import type { FileStat } from '../inspection/inspection.ts';

/**
 * A file on its way in, as far as the journal is concerned. Made when it is noticed; its relation to items that are there is
 * filled in by `relate` before anything is written.
 */
export interface Arrival {
  readonly path: string;
  readonly sourceId: string;
  readonly rule: IntakeRule;
  /** When it was first noticed, ms since 1970. */
  readonly seenAt: number;
  /** The same by the monotonic clock, for all that is measured from it. */
  readonly noticedAt: number;
  /** Its item, where it is in the journal as settling. */
  itemId: string | null;
  /** That item was accepted before, and its file changed before it was sent. */
  wasAccepted: boolean;
  /** Its item, where that waits for a person because of the file itself. */
  heldItem: ItemRecord | null;
  /** The item that this path stood for and that went on its way: sent, set aside or cancelled. */
  earlier: ItemRecord | null;
  /** The path was seen to be missing since: what is there now is another file, no new version. */
  reappeared: boolean;
}

/** A file that was just noticed. */
export function newArrival(
  path: string,
  sourceId: string,
  rule: IntakeRule,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): Arrival {
  return {
    path,
    sourceId,
    rule,
    seenAt: clock.now(),
    noticedAt: clock.monotonic(),
    itemId: null,
    wasAccepted: false,
    heldItem: null,
    earlier: null,
    reappeared: false,
  };
}

/** What ended the intake of a file. `known` = nothing new, and its memory is up to date. */
export interface Decided {
  readonly kind: 'accepted' | 'duplicate' | 'held' | 'known';
  readonly itemId: string;
}

/** What ended the intake of a file, or how long (ms) to wait for what belongs to it; `reason` where something is the matter with that. */
export type Reception = Decided | { readonly kind: 'wait'; readonly ms: number; readonly reason?: Fault };

/** A whole file as the inspector found it. */
export interface WholeFile {
  readonly stat: FileStat;
  readonly sha256: string;
  readonly mediaType: string;
}
