import { createPlaces, rounding, type Places, type Ticket } from './places.ts';
import type { RateReading } from './rate-headers.ts';

/**
 * When the next request may go, from what became of the earlier ones. A machine without timers: the caller tells what happens and
 * brings `now`, in ms on a clock that is never set.
 */
export interface Pace {
  /** When a request may be granted; `now` or earlier: at once. Never more than {@link maxWaitMs} after the last one. `urgent` ones are not spread. */
  nextAt(now: number, urgent: boolean): number;
  grant(now: number): Ticket;
  sent(ticket: Ticket, now: number): void;
  /** `signIn` = the answer of the token endpoint, which may know no quota although the service has one. */
  answered(ticket: Ticket, now: number, reading: RateReading, signIn?: boolean): void;
  /** A 429: `told` is the wait it asks for, ms; `chance` in [0, 1) spreads stations that were refused together. */
  refused(ticket: Ticket, now: number, reading: RateReading, told: number | null, chance: number): void;
  /** It ended without an answer, or was never sent. */
  ended(ticket: Ticket, now: number): void;
  /** The wait after a 429 is over, for other reasons than time. */
  resume(now: number): void;
  /** Nothing goes before; in the past: nothing is stopped. */
  stoppedUntil(): number;
  state(now: number): { limit: number | null; spanMs: number; free: number; wholeAt: number };
}

/** Whatever a service says, one request an hour asks whether it still holds. */
export const maxWaitMs = 3_600_000;
/** Of a service whose quota or window is unknown, ms. */
const unknownSpan = 1000;
/** Longest wait after 429s that say nothing of when to come back. */
const maxBlindWaitMs = 60_000;
/** Where one answer is waited for before the others follow, it is for this long: after a 429, and before anything is known. */
const probeMs = 1000;
const unheardMs = 500;

interface State {
  readonly places: Places;
  /** Requests within one window; null: the service has said nothing of it. */
  limit: number | null;
  /** A call other than the sign-in was answered. */
  heard: boolean;
  answers: number;
  lastGrant: number;
  /** Nothing goes before. */
  stopped: number;
  /** Refusals in a row. */
  refusals: number;
  /** The last answer whose place in the order is sure. */
  basis: { readonly number: number; readonly sentAt: number; readonly remaining: number } | null;
  /** The present window began after `from` and before `seenAt`. */
  window: { readonly from: number; readonly seenAt: number };
  /** What others leave of the present window. */
  cap: { left: number; readonly until: number } | null;
}

function settle(pace: State, now: number): void {
  pace.places.settle(now);
  if (pace.cap !== null && pace.cap.until <= now) pace.cap = null;
}

function free({ places, limit, cap }: State): number {
  return Math.min((limit ?? Infinity) - places.taken(), cap?.left ?? Infinity);
}

/** Takes up what an answer says of quota and window. */
function learn(pace: State, { limit, windowSeconds, resetSeconds }: RateReading): void {
  const { places } = pace;
  if (limit === null) return;
  if (windowSeconds !== null) places.span = windowSeconds * 1000;
  else {
    const minSpan = pace.limit === null ? unknownSpan : places.span;
    places.span = Math.max(minSpan, Math.min((resetSeconds ?? 0) * 1000, maxWaitMs));
  }
  pace.limit = limit;
}

function nextAt(pace: State, now: number, urgent: boolean): number {
  const { places, lastGrant } = pace;
  settle(pace, now);
  let at = Math.max(now, pace.stopped);
  if (places.inAir() > 0 && pace.refusals > 0) at = Math.max(at, lastGrant + probeMs);
  if (places.inAir() > 0 && !pace.heard) at = Math.max(at, lastGrant + unheardMs);
  if (pace.limit !== null) at = Math.max(at, nextPlaceAt(pace, pace.limit, now, urgent));
  return Math.min(at, Math.max(now, lastGrant + maxWaitMs));
}

/** When the quota has a place; half of it may go at once, and the rest is spread, so that a person's click finds a place. */
function nextPlaceAt(pace: State, limit: number, now: number, urgent: boolean): number {
  const { places, cap, lastGrant } = pace;
  const left = free(pace);
  if (left <= 0) return cap !== null && places.taken() < limit ? cap.until : places.firstBackAt(now);
  if (urgent || left > limit / 2) return now;
  const step = Math.min(((cap?.until ?? places.firstBackAt(now)) - lastGrant) / (left + 1), (2 * places.span) / limit);
  return Math.floor(lastGrant + step);
}

function answered(pace: State, ticket: Ticket, now: number, reading: RateReading, signIn: boolean): void {
  const { places } = pace;
  const { sentAt } = ticket;
  pace.answers += 1;
  pace.refusals = 0;
  pace.heard ||= !signIn;
  learn(pace, reading);
  settle(pace, now);
  if (sentAt !== null) places.measure(now - sentAt);
  places.land(ticket, now);
  // What a slow answer tells may be of any window since.
  if (sentAt === null || now - sentAt > places.surelyCountedMs()) return;
  if (reading.limit !== null && reading.remaining !== null) {
    compare(pace, { after: ticket.after, sentAt }, now, reading.remaining, reading.resetSeconds);
  }
}

/** What an answer says of the present window and of who else uses it. */
function compare(
  pace: State,
  { sentAt, after }: { readonly sentAt: number; readonly after: number },
  now: number,
  remaining: number,
  reset: number | null,
): void {
  const { places, limit, basis } = pace;
  if (limit === null) return;
  const isLater = basis === null || after >= basis.number;
  if (isLater) {
    if (basis !== null && remaining >= basis.remaining) {
      pace.window = { from: basis.sentAt, seenAt: now };
      pace.cap = null;
    } else if (sentAt >= pace.window.seenAt + places.span) {
      pace.window = { from: sentAt - places.span, seenAt: now };
    }
    pace.basis = { number: pace.answers, sentAt, remaining };
  }
  const { cap, window } = pace;
  const left = remaining - places.inAir();
  const others = limit - places.countedSince(window.from) - remaining - places.inAir();
  if (others <= 0 && cap === null) return;
  const resets = reset === null ? Infinity : now + (reset + 1) * 1000;
  const until = Math.min(window.seenAt + places.span, resets) + rounding;
  pace.cap = { left: isLater || cap === null ? left : Math.min(cap.left, left), until };
}

function refused(pace: State, ticket: Ticket, now: number, told: number | null, chance: number): void {
  const { places } = pace;
  pace.answers += 1;
  pace.heard = true;
  // Services don't count what they refuse.
  places.release(ticket);
  if (ticket.sentAt !== null) pace.basis = { number: pace.answers, sentAt: ticket.sentAt, remaining: 0 };
  // Requests that were in the air together are refused together: that is one refusal, not many in a row.
  if (now >= pace.stopped) pace.refusals += 1;
  pace.stopped = Math.max(pace.stopped, Math.ceil(now + waitAfterRefusal(pace, told, chance)));
  pace.cap = null;
}

function waitAfterRefusal({ refusals, places: { span } }: State, told: number | null, chance: number): number {
  const spread = (1 + chance) / 2;
  if (told === null) {
    return spread * Math.min(1000 * 2 ** Math.min(refusals - 1, 10), Math.max(span, unknownSpan), maxBlindWaitMs);
  }
  const extra = refusals <= 1 ? rounding : spread * Math.min(50 * 2 ** Math.min(refusals, 10), span / 2, 900);
  return Math.max(0, told) + extra;
}

/**
 * Makes the pace of one connection. Its one rule: within any span as long as the service's window no more requests arrive there than
 * the quota allows. That keeps every window, wherever its edge is and whatever opens it, and needs no knowledge of edges; each
 * request gives its place back one span after it was counted, so that the pace can't stand still. Answers that prove that others use
 * the quota too narrow it, until the window of that answer is surely over.
 */
export function createPace(): Pace {
  const places = createPlaces(unknownSpan);
  const pace: State = {
    places,
    limit: null,
    heard: false,
    answers: 0,
    lastGrant: -Infinity,
    stopped: -Infinity,
    refusals: 0,
    basis: null,
    window: { from: -Infinity, seenAt: -Infinity },
    cap: null,
  };
  return {
    nextAt: (now, urgent) => nextAt(pace, now, urgent),
    grant(now) {
      const ticket: Ticket = { sentAt: null, after: pace.answers };
      places.take(ticket);
      pace.lastGrant = now;
      if (pace.cap !== null) pace.cap.left -= 1;
      return ticket;
    },
    sent(ticket, now) {
      ticket.sentAt = now;
      ticket.after = pace.answers;
    },
    answered: (ticket, now, reading, signIn = false) => answered(pace, ticket, now, reading, signIn),
    refused(ticket, now, reading, told, chance) {
      learn(pace, reading);
      refused(pace, ticket, now, told, chance);
    },
    ended(ticket, now) {
      if (places.isInAir(ticket) && ticket.sentAt === null && pace.cap !== null) pace.cap.left += 1;
      places.land(ticket, now);
    },
    resume(now) {
      pace.stopped = Math.min(pace.stopped, now);
    },
    stoppedUntil: () => pace.stopped,
    state(now) {
      settle(pace, now);
      const { limit, cap, stopped } = pace;
      const wholeAt = Math.max(stopped, cap?.until ?? 0, places.allBackAt(now));
      return { limit, spanMs: places.span, free: now < stopped ? 0 : Math.max(0, free(pace)), wholeAt };
    },
  };
}
