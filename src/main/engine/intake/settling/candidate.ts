import type { Fault } from '../../../../shared/faults.ts';
import type { Arrival, WholeFile } from '../reception/arrival.ts';
import { unseen } from './waiting.ts';
import type { Standing } from './waiting.ts';

/**
 * Where a file stands on its way in: `busy` while it is looked at, read or written down, `resting` until the next look, `queued`
 * for the inspector, `waiting` for the file to change, or for a later try.
 */
export type Phase = 'busy' | 'resting' | 'queued' | 'waiting';

/** A file that was noticed and has not come to an end: all that is known of its way in. */
export interface Candidate extends Arrival {
  phase: Phase;
  standing: Standing;
  lastLookAt: number;
  nextLookAt: number;
  /** What the newest reading found, where that is a whole file. */
  whole: WholeFile | null;
  /** What it waits for; null = for it to stand still. */
  reason: Fault | null;
  /** The reason that the journal shows. */
  shown: string | null;
  shownAt: number;
  /** The last write of what it waits for; conclusions come after it. */
  showing: Promise<void>;
  /** Something was announced while it could not be looked at. */
  touched: boolean;
  /** Its memory was compared with what is there. */
  related: boolean;
  /** It is the first file of its source, and was just written. */
  first: boolean;
  /** Looks that found nothing under its name. */
  missing: number;
  over: boolean;
  /** Ends its rest. */
  wake: () => void;
  cancelTimer: () => void;
  cancelShowTimer: () => void;
}

/** A file that was just noticed. */
export function newCandidate(arrival: Arrival): Candidate {
  return {
    ...arrival,
    phase: 'busy',
    standing: unseen(arrival.noticedAt),
    lastLookAt: 0,
    nextLookAt: 0,
    whole: null,
    reason: null,
    shown: null,
    shownAt: 0,
    showing: Promise.resolve(),
    touched: false,
    related: false,
    first: false,
    missing: 0,
    over: false,
    wake: () => undefined,
    cancelTimer: () => undefined,
    cancelShowTimer: () => undefined,
  };
}
