/**
 * Where the service's quota window ends, as far as answers tell: an instant between `lo` and `hi` (ms). Only for windows that
 * repeat by themselves; a window that begins with the first request after the last one has no such edge.
 */
export interface EdgeBracket {
  readonly lo: number;
  readonly hi: number;
}

/** Two clocks drift apart by this much at most, as a share of the time between. */
const clockDrift = 1e-4;

/** What both brackets allow; null: they contradict each other (by more than the 1 ms that instants are rounded to). */
export function narrow(one: EdgeBracket, other: EdgeBracket): EdgeBracket | null {
  const lo = Math.max(one.lo, other.lo);
  const hi = Math.min(one.hi, other.hi);
  if (lo > hi + 2) return null;
  return lo <= hi ? { lo, hi } : { lo: hi, hi: lo };
}

/** The edge `windows` windows of `span` ms later, a little less certain; null: too uncertain to be of use. */
export function later(edge: EdgeBracket, span: number, windows: number): EdgeBracket | null {
  const distance = span * windows;
  const lo = edge.lo + distance - distance * clockDrift;
  const hi = edge.hi + distance + distance * clockDrift;
  return hi - lo > span / 2 + 1000 ? null : { lo, hi };
}

/** The edge as `reset` (whole seconds, rounded up or down: unknown) of an answer tells it that was asked at `sentAt` and came at `now`. */
export function edgeFromReset(resetSeconds: number, sentAt: number, now: number): EdgeBracket {
  return { lo: sentAt + (resetSeconds - 1) * 1000, hi: now + (resetSeconds + 1) * 1000 };
}
