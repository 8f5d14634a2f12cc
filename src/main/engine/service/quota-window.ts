import type { RateReading } from './rate-headers.ts';
import { edgeFromReset, later, narrow } from './window-edge.ts';
import type { EdgeBracket } from './window-edge.ts';

/** One request as the quota sees it; `sentAt` null: granted, not yet on the wire. */
export interface Ticket {
  sentAt: number | null;
  window: number;
}

/** What is believed of the service's quota window: when the next request may go. All instants in ms; the caller brings `now`. */
export interface QuotaWindow {
  /** When a request may be sent: `now` or earlier means at once; Infinity: once an answer has come. `urgent` ones are not spread. */
  nextSendAt(now: number, urgent: boolean): number;
  grant(): Ticket;
  sent(ticket: Ticket, now: number): void;
  /** `signIn` = the answer of the token endpoint, which may know no quota although the service has one. */
  answered(ticket: Ticket, now: number, reading: RateReading, signIn?: boolean): void;
  /** A 429 came; nothing is sent before `resumeAt`. */
  refused(ticket: Ticket, now: number, reading: RateReading, resumeAt: number): void;
  /** No answer came, or none was asked for. */
  lost(ticket: Ticket): void;
  state(now: number): {
    limit: number | null;
    spanMs: number | null;
    available: number | null;
    closesAt: number | null;
  };
}

/** A request is sent this long after the edge: timers and clocks are whole milliseconds. */
const afterEdge = 2;
/** A request that was sent this long ago has been counted. */
const surelyCounted = 500;
/** An edge known to this share of the window is known well enough: all of the quota still fits between. */
const edgeTolerance = 0.1;
/** How long the first request after a sign-in goes alone at most, ms. */
const longestAlone = 500;
/** Windows without a burst after a 429 nobody expected: somebody else uses the quota too, or it is no fixed window. */
const cautiousWindows = 20;

/**
 * Makes the model of the window. It is right for windows that begin with their first request and for windows that repeat by the
 * clock: a window is taken as over one span after the answer to its first request. Only where an answer proves that the edge came
 * sooner, the edge itself is followed, and narrowed by sending the last request of a window into the uncertain time. Half of a
 * window's quota may go at once, the rest is spread, so that something is left for a person's click.
 */
export function createQuotaWindow(): QuotaWindow {
  const flying = new Set<Ticket>();
  let heard = false;
  let signedIn = false;
  let limit: number | null = null;
  let policySpan: number | null = null;
  let span = 1000;
  let number = 0;
  let openedAt = 0;
  let floor = 0;
  let floorAt = -1;
  let countedBefore = -1;
  let lastCounted: number | null = null;
  let firstSentAt: number | null = null;
  let firstAnsweredAt: number | null = null;
  let resetBound: number | null = null;
  let forcedClose: number | null = null;
  let edge: EdgeBracket | null = null;
  let edgeFailures = 0;
  let cautiousUntil = 0;
  let before = { floor: 0, zoneFrom: Infinity };
  let lastNow = 0;
  const trips: number[] = [];

  function quickestTrip(): number {
    return trips.length === 0 ? 50 : Math.min(...trips);
  }
  /** Time kept free before the edge, for requests on their way. */
  function beforeEdge(): number {
    return Math.min(10 + 2 * quickestTrip(), span * 0.4);
  }
  function open(at: number, left: number): void {
    before = { floor, zoneFrom: (edge?.lo ?? at) - beforeEdge() };
    number += 1;
    openedAt = at;
    floor = left;
    floorAt = -1;
    lastCounted = null;
    firstSentAt = null;
    firstAnsweredAt = null;
    resetBound = null;
    forcedClose = null;
  }
  function closesAt(): number | null {
    if (forcedClose !== null) return forcedClose;
    if (edge !== null) return edge.hi;
    if (firstSentAt === null) return null;
    const begun = Math.min(firstAnsweredAt ?? Infinity, firstSentAt + Math.max(surelyCounted, 4 * quickestTrip()));
    return Math.min(begun + span, resetBound ?? Infinity);
  }
  function moveTo(now: number): void {
    if (now < lastNow - 2000) {
      // The clock was set back: nothing known of instants holds any more.
      edge = null;
      open(now, limit ?? 0);
      firstSentAt = now;
    }
    lastNow = now;
    const end = closesAt();
    if (limit === null || end === null || now < end + afterEdge) return;
    if (edge === null || forcedClose !== null) {
      open(end, limit);
      return;
    }
    const windows = Math.floor((now - end - afterEdge) / span) + 1;
    const next = later(edge, span, windows);
    open(end, limit);
    edge = next;
  }
  function deducted(now: number): number {
    let count = 0;
    for (const ticket of flying) {
      if (ticket.sentAt === null) count += 1;
      else if (ticket.sentAt <= countedBefore) continue;
      else if (ticket.sentAt >= openedAt) count += 1;
      else if (ticket.sentAt >= before.zoneFrom && now < ticket.sentAt + span) count += 1;
    }
    return count;
  }
  function distrustEdge(): void {
    edge = null;
    edgeFailures += 1;
  }
  /** The window of the answered request is a new one already: its edge lies between the last request of the old one and this answer. */
  function jump(ticket: Ticket & { sentAt: number }, now: number, remaining: number): void {
    const bracket = { lo: lastCounted ?? firstSentAt ?? ticket.sentAt, hi: now };
    let found: EdgeBracket | null = null;
    if (edge !== null) {
      found = narrow(edge, bracket);
      if (found === null) distrustEdge();
    } else if (firstSentAt !== null && now < firstSentAt + span - 3 && edgeFailures < 3) {
      found = bracket;
    }
    open(bracket.lo, remaining);
    edge = found === null ? null : later(found, span, 1);
    floorAt = now;
    firstSentAt = ticket.sentAt;
    firstAnsweredAt = now;
    lastCounted = ticket.sentAt;
    for (const other of flying) if (other.sentAt !== null && other.sentAt >= ticket.sentAt) other.window = number;
  }
  /** How many windows after the one in hand an answer's reset tells of, where the edge is known; null: it tells no more. */
  function windowsAhead(told: EdgeBracket): number | null {
    const known = edge;
    if (known === null || span < 3000) return null;
    const fits = (by: number): boolean => narrow({ lo: known.lo + by * span, hi: known.hi + by * span }, told) !== null;
    return [0, 1, -1].find(fits) ?? null;
  }
  function heedReset(resetSeconds: number, sentAt: number, now: number): void {
    const told = edgeFromReset(resetSeconds, sentAt, now);
    if (policySpan === null) resetBound = Math.min(resetBound ?? Infinity, told.hi);
    if (span < 3000) return;
    if (edge !== null) {
      // An answer of the window before that came late says nothing of this one.
      if (windowsAhead(told) === -1) return;
      const narrowed = narrow(edge, told);
      if (narrowed === null) distrustEdge();
      else edge = narrowed;
    } else if (firstSentAt !== null && told.hi < firstSentAt + span - 1000 && edgeFailures < 3) edge = told;
    else resetBound = Math.min(resetBound ?? Infinity, told.hi);
  }
  /** Takes over quota and window of an answer; true: they are new. */
  function learn(reading: RateReading): boolean {
    if (reading.limit === null) return false;
    const known = limit === reading.limit && policySpan === reading.windowSeconds;
    if (reading.windowSeconds !== null) span = reading.windowSeconds * 1000;
    else span = Math.max(known ? span : 1000, (reading.resetSeconds ?? 1) * 1000);
    limit = reading.limit;
    policySpan = reading.windowSeconds;
    if (!known) edge = null;
    return !known;
  }
  function count(ticket: Ticket & { sentAt: number }, now: number, remaining: number): void {
    if (remaining < floor && edge !== null && ticket.sentAt > edge.lo && ticket.sentAt <= edge.hi) {
      edge = { lo: ticket.sentAt, hi: edge.hi };
    }
    if (remaining < floor || floorAt < 0) {
      floor = Math.min(floor, remaining);
      floorAt = now;
    }
    lastCounted = Math.max(lastCounted ?? ticket.sentAt, ticket.sentAt);
    firstAnsweredAt ??= now;
    countedBefore = Math.max(countedBefore, ticket.sentAt - surelyCounted);
  }
  /** An answer that came after the window had moved on; the request was sent close to the edge. */
  function settleLate(ticket: Ticket & { sentAt: number }, now: number, remaining: number): void {
    const inNew = remaining >= before.floor;
    if (inNew) floor = Math.min(floor, remaining);
    else before.floor = Math.min(before.floor, remaining);
    if (edge === null) return;
    const told = inNew ? { lo: -Infinity, hi: now + span } : { lo: ticket.sentAt + span, hi: Infinity };
    edge = narrow(edge, told) ?? edge;
  }

  /** Until the first answer tells of the quota one request goes alone; a slow one (a large upload) holds up the others only so long. */
  function unheardUntil(now: number): number {
    const sent = [...flying].flatMap(({ sentAt }) => sentAt ?? []);
    if (!signedIn) return Infinity;
    return sent.length > 0 ? Math.min(...sent) + longestAlone : now + longestAlone / 10;
  }

  return {
    nextSendAt(now, urgent) {
      if (limit === null) return heard || flying.size === 0 ? now : unheardUntil(now);
      moveTo(now);
      const available = floor - deducted(now);
      const closes = closesAt();
      if (available <= 0) return closes === null ? now + span / 4 : Math.max(now + 1, closes + afterEdge);
      if (urgent) return now;
      const end = closes ?? now + span;
      if (edge !== null && available === 1) {
        const width = edge.hi - edge.lo;
        if (width > Math.max(span * edgeTolerance, 4 * quickestTrip())) return Math.max(now, edge.lo + width / 2);
      }
      const burst = number < cautiousUntil ? 0 : Math.floor(limit / 2);
      const used = limit - available;
      if (used < burst) return now;
      // The last one goes as late as is safe: where it meets the next window already, the edge is found.
      const begin = end - span;
      const last = edge === null ? (firstSentAt ?? begin) + span - 2 * beforeEdge() : edge.lo - beforeEdge();
      return Math.max(now, Math.floor(begin + ((last - begin) * (used - burst + 1)) / (limit - burst)));
    },
    grant() {
      const ticket: Ticket = { sentAt: null, window: number };
      flying.add(ticket);
      return ticket;
    },
    sent(ticket, now) {
      moveTo(now);
      ticket.sentAt = now;
      ticket.window = number;
      firstSentAt ??= now;
    },
    answered(ticket, now, reading, signIn = false) {
      if (!flying.delete(ticket)) return;
      heard ||= !signIn;
      signedIn ||= signIn;
      const { sentAt } = ticket;
      if (sentAt === null) return;
      const { remaining, resetSeconds } = reading;
      if (learn(reading)) {
        open(sentAt, remaining ?? reading.limit ?? 0);
        floorAt = now;
        firstSentAt = sentAt;
        firstAnsweredAt = now;
        lastCounted = sentAt;
        if (resetSeconds !== null) heedReset(resetSeconds, sentAt, now);
        return;
      }
      if (limit === null) return;
      trips.push(now - sentAt);
      if (trips.length > 16) trips.shift();
      moveTo(now);
      if (reading.limit === null || remaining === null) {
        if (ticket.window === number) floor = Math.max(0, floor - 1);
        return;
      }
      if (now - sentAt > span) return; // the headers may be of any window since
      const known = { ...ticket, sentAt };
      if (ticket.window === number) {
        // Within one millisecond the order is unknown.
        const isRefilled = remaining >= floor && sentAt > floorAt;
        // Of many in the air at the edge the first answer need not be that of the first request: the reset tells it too.
        const isReset = resetSeconds !== null && windowsAhead(edgeFromReset(resetSeconds, sentAt, now)) === 1;
        const isNew = floorAt >= 0 && (isRefilled || isReset);
        if (isNew) jump(known, now, remaining);
        else count(known, now, remaining);
        if (resetSeconds !== null) heedReset(resetSeconds, sentAt, now);
      } else if (ticket.window === number - 1 && sentAt >= before.zoneFrom) settleLate(known, now, remaining);
    },
    refused(ticket, now, reading, resumeAt) {
      if (!flying.delete(ticket)) return;
      heard = true;
      learn(reading);
      if (limit === null) return;
      moveTo(now);
      if (edge !== null) distrustEdge();
      floor = 0;
      floorAt = now;
      firstSentAt ??= ticket.sentAt ?? now;
      forcedClose = Math.max(resumeAt, forcedClose ?? 0);
      cautiousUntil = number + cautiousWindows;
    },
    lost(ticket) {
      if (!flying.delete(ticket)) return;
      if (ticket.sentAt !== null && ticket.window === number) floor = Math.max(0, floor - 1);
    },
    state(now) {
      if (limit === null) return { limit: null, spanMs: null, available: null, closesAt: null };
      moveTo(now);
      return { limit, spanMs: span, available: Math.max(0, floor - deducted(now)), closesAt: closesAt() };
    },
  };
}
