import type { Fault } from '../../../../shared/faults.ts';
import type { FileLook } from '../inspection/inspection.ts';
import type { Arrival, WholeFile } from '../reception/arrival.ts';

/**
 * Where a file stands on its way in: `looking` at its entry, `resting` until the next look, `queued` for the inspector,
 * `inspecting`, `concluding` (the journal), `waiting` for the file to change, or for a later try.
 */
export type Phase = 'looking' | 'resting' | 'queued' | 'inspecting' | 'concluding' | 'waiting';

/** A file that was noticed and has not come to an end. */
export interface Candidate {
  readonly path: string;
  readonly arrival: Arrival;
  phase: Phase;
  /** The newest look, and since when (ms since 1970) all looks agreed with it. */
  look: FileLook | null;
  stillSince: number;
  lastLookAt: number;
  /** Found whole; only its quiet time is missing. */
  whole: WholeFile | null;
  /** What it waits for. */
  reason: Fault | null;
  /** The reason that the journal shows. */
  shown: string | null;
  shownAt: number;
  /** The last write of what it waits for; conclusions come after it. */
  showing: Promise<void>;
  /** Tries that failed since it last changed, for growing pauses. */
  failures: number;
  /** Readings that were in vain, over all changes. */
  vain: number;
  /** It is read before it stood still: nothing but a whole file counts. */
  early: boolean;
  /** Something was announced while it could not be looked at. */
  touched: boolean;
  /** Its memory was compared with what is there. */
  related: boolean;
  /** Looks that found nothing under its name. */
  missing: number;
  over: boolean;
  cancelTimer: () => void;
  cancelShowTimer: () => void;
}

/** A file that was just noticed. */
export function newCandidate(arrival: Arrival): Candidate {
  return {
    path: arrival.path,
    arrival,
    phase: 'looking',
    look: null,
    stillSince: 0,
    lastLookAt: 0,
    whole: null,
    reason: null,
    shown: null,
    shownAt: 0,
    showing: Promise.resolve(),
    failures: 0,
    vain: 0,
    early: false,
    touched: false,
    related: false,
    missing: 0,
    over: false,
    cancelTimer: () => undefined,
    cancelShowTimer: () => undefined,
  };
}
