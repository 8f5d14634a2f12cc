import type { Fault } from '../../../shared/faults.ts';

/** How one look at a project ended. */
export interface Look {
  /** Something of ours changed. */
  readonly changed: boolean;
  /** Something of ours is still waited for. */
  readonly open: boolean;
  /** Nothing of ours was ever there: no further looks until something is submitted. */
  readonly idle: boolean;
  readonly fault: Fault | null;
}

/** Limits of the pace, ms. */
export interface PaceLimits {
  readonly fastestMs: number;
  readonly slowestMs: number;
}

const slower = 1.5;

/**
 * How long to wait for the next look, ms: fast while changes come, ever slower while none come, slowest where nothing is waited
 * for, twice as long after each failure. Null = not until something is submitted.
 */
export function nextWait(limits: PaceLimits, waited: number, look: Look): number | null {
  const { fastestMs, slowestMs } = limits;
  const bounded = (ms: number): number => Math.min(slowestMs, Math.max(fastestMs, ms));
  if (look.fault !== null) return look.fault.retry === 'later' ? bounded(waited * 2) : slowestMs;
  if (look.idle) return null;
  if (look.changed) return fastestMs;
  return look.open ? bounded(waited * slower) : slowestMs;
}
