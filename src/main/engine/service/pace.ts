import type { RateReading } from './rate-headers.ts';

/** One request as the pace sees it. `after` = answers heard before it was sent; `sentAt` null: granted, not yet on the wire. */
export interface Ticket {
  sentAt: number | null;
  after: number;
}

/**
 * When the next request may go, from what became of the earlier ones. A machine without timers: the caller tells what happens and
 * brings `now`, in ms on a clock that is never set.
 */
export interface Pace {
  /** When a request may be granted; `now` or earlier: at once. Never more than {@link longestWait} after the last one. `urgent` ones are not spread. */
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
export const longestWait = 3_600_000;
/** Of a service whose quota or window is unknown, ms. */
const unknownSpan = 1000;
/** Longest wait after 429s that say nothing of when to come back. */
const longestBlindWait = 60_000;
/** A request that was sent this long ago has been counted, answered or not. */
const surelyCounted = 500;
/** Where one answer is waited for before the others follow, it is for this long: after a 429, and before anything is known. */
const probeMs = 1000;
const unheardMs = 500;
/** Timers and the service's clock are whole milliseconds. */
const rounding = 2;

/**
 * Makes the pace of one connection. Its one rule: within any span as long as the service's window no more requests arrive there than
 * the quota allows. That keeps every window, wherever its edge is and whatever opens it, and needs no knowledge of edges; each
 * request gives its place back one span after it was counted, so that the pace can't stand still. Answers that prove that others use
 * the quota too narrow it, until the window of that answer is surely over.
 */
export function createPace(): Pace {
  /** Granted, and not surely counted by the service. */
  const air = new Set<Ticket>();
  /** Counted at `at` at the latest, in order. The first `freed` have given their places back; answers still tell of them. */
  const counted: { readonly at: number; requests: number }[] = [];
  let freed = 0;
  /** Places of the others. */
  let held = 0;
  let limit: number | null = null;
  let span = unknownSpan;
  let heard = false;
  let answers = 0;
  let lastGrant = -Infinity;
  let stopped = -Infinity;
  let refusals = 0;
  /** The quickest trips of the present hundred and of the one before, ms. */
  let quick = { count: 0, now: Infinity, before: Infinity };
  /** The last answer whose place in the order is sure. */
  let basis: { readonly number: number; readonly sentAt: number; readonly remaining: number } | null = null;
  /** The present window began after `from` and before `seenAt`. */
  let window = { from: -Infinity, seenAt: -Infinity };
  /** What others leave of the present window. */
  let cap: { left: number; readonly until: number } | null = null;

  function count(at: number): void {
    const slot = Math.ceil((at * 1000) / span) * (span / 1000);
    let index = counted.length;
    while ((counted[index - 1]?.at ?? -Infinity) > slot) index -= 1;
    const same = counted[index - 1];
    if (same?.at === slot) {
      same.requests += 1;
      index -= 1;
    } else {
      counted.splice(index, 0, { at: slot, requests: 1 });
      if (index < freed) freed += 1;
    }
    if (index >= freed) held += 1;
  }
  function settle(now: number): void {
    for (const ticket of air) {
      if (ticket.sentAt === null || ticket.sentAt + surely() > now) continue;
      air.delete(ticket);
      count(ticket.sentAt + surely());
    }
    for (let next = counted[freed]; next !== undefined && next.at + span + rounding <= now; next = counted[freed]) {
      held -= next.requests;
      freed += 1;
    }
    while (freed > 0 && (counted[0]?.at ?? now) + span + surely() < now) {
      counted.shift();
      freed -= 1;
    }
    if (cap !== null && cap.until <= now) cap = null;
  }
  function quickest(): number {
    const least = Math.min(quick.now, quick.before);
    return least === Infinity ? 0 : least;
  }
  function measure(trip: number): void {
    if (quick.count >= 100) quick = { count: 0, now: Infinity, before: quick.now };
    quick.count += 1;
    quick.now = Math.min(quick.now, trip);
  }
  function surely(): number {
    return Math.max(surelyCounted, 4 * quickest());
  }
  /** When the first place comes back. */
  function nextReturn(now: number): number {
    const sent = [...air].flatMap(({ sentAt }) => (sentAt === null ? [] : [sentAt + surely()]));
    return Math.min(counted[freed]?.at ?? Infinity, now + surely(), ...sent) + span + rounding;
  }
  function free(): number {
    return Math.min((limit ?? Infinity) - air.size - held, cap?.left ?? Infinity);
  }
  function learn({ limit: told, windowSeconds, resetSeconds }: RateReading): void {
    if (told === null) return;
    if (windowSeconds !== null) span = windowSeconds * 1000;
    else span = Math.max(limit === null ? unknownSpan : span, Math.min((resetSeconds ?? 0) * 1000, longestWait));
    limit = told;
  }
  function land(ticket: Ticket, now: number): ticket is Ticket & { sentAt: number } {
    const { sentAt } = ticket;
    if (air.delete(ticket) && sentAt !== null) {
      // What the quickest trip takes lies before and after the counting of this one too.
      count(Math.min(Math.max(sentAt, now - 0.8 * quickest()), sentAt + surely()));
    }
    return sentAt !== null;
  }
  /** What an answer says of the present window and of who else uses it. */
  function compare(ticket: Ticket & { sentAt: number }, now: number, remaining: number, reset: number | null): void {
    if (limit === null) return;
    const isLater = basis === null || ticket.after >= basis.number;
    if (isLater) {
      if (basis !== null && remaining >= basis.remaining) {
        window = { from: basis.sentAt, seenAt: now };
        cap = null;
      } else if (ticket.sentAt >= window.seenAt + span) window = { from: ticket.sentAt - span, seenAt: now };
      basis = { number: answers, sentAt: ticket.sentAt, remaining };
    }
    const since = counted.reduce((sum, { at, requests }) => (at >= window.from ? sum + requests : sum), 0);
    const others = limit - air.size - since - remaining;
    if (others <= 0 && cap === null) return;
    const left = remaining - air.size;
    const resets = reset === null ? Infinity : now + (reset + 1) * 1000;
    const until = Math.min(window.seenAt + span, resets) + rounding;
    cap = { left: isLater || cap === null ? left : Math.min(cap.left, left), until };
  }

  return {
    nextAt(now, urgent) {
      settle(now);
      let at = Math.max(now, stopped);
      if (air.size > 0 && refusals > 0) at = Math.max(at, lastGrant + probeMs);
      if (air.size > 0 && !heard) at = Math.max(at, lastGrant + unheardMs);
      if (limit !== null) {
        const places = free();
        if (places <= 0) at = Math.max(at, cap !== null && held + air.size < limit ? cap.until : nextReturn(now));
        // Half of the quota may go at once. The rest is spread, so that a person's click finds a place.
        else if (!urgent && places <= limit / 2) {
          const step = Math.min(((cap?.until ?? nextReturn(now)) - lastGrant) / (places + 1), (2 * span) / limit);
          at = Math.max(at, Math.floor(lastGrant + step));
        }
      }
      return Math.min(at, Math.max(now, lastGrant + longestWait));
    },
    grant(now) {
      const ticket: Ticket = { sentAt: null, after: answers };
      air.add(ticket);
      lastGrant = now;
      if (cap !== null) cap.left -= 1;
      return ticket;
    },
    sent(ticket, now) {
      ticket.sentAt = now;
      ticket.after = answers;
    },
    answered(ticket, now, reading, signIn = false) {
      answers += 1;
      refusals = 0;
      heard ||= !signIn;
      learn(reading);
      settle(now);
      const { sentAt } = ticket;
      if (sentAt !== null) measure(now - sentAt);
      if (!land(ticket, now) || reading.limit === null || reading.remaining === null) return;
      // What a slow answer tells may be of any window since.
      if (sentAt === null || now - sentAt > surely()) return;
      compare(ticket, now, reading.remaining, reading.resetSeconds);
    },
    refused(ticket, now, reading, told, chance) {
      answers += 1;
      heard = true;
      learn(reading);
      // Services don't count what they refuse.
      air.delete(ticket);
      if (ticket.sentAt !== null) basis = { number: answers, sentAt: ticket.sentAt, remaining: 0 };
      // Requests that were in the air together are refused together: that is one refusal, not many in a row.
      if (now >= stopped) refusals += 1;
      const blind = Math.min(1000 * 2 ** Math.min(refusals - 1, 10), Math.max(span, unknownSpan), longestBlindWait);
      const extra =
        refusals <= 1 ? rounding : ((1 + chance) / 2) * Math.min(50 * 2 ** Math.min(refusals, 10), span / 2, 900);
      const wait = told === null ? ((1 + chance) / 2) * blind : Math.max(0, told) + extra;
      stopped = Math.max(stopped, Math.ceil(now + wait));
      cap = null;
    },
    ended(ticket, now) {
      if (!air.has(ticket)) return;
      if (ticket.sentAt === null && cap !== null) cap.left += 1;
      land(ticket, now);
    },
    resume(now) {
      stopped = Math.min(stopped, now);
    },
    stoppedUntil: () => stopped,
    state(now) {
      settle(now);
      const places = Math.max(0, free());
      const wholeAt = Math.max(
        stopped,
        cap?.until ?? 0,
        held + air.size === 0 ? now : (counted.at(-1)?.at ?? now) + span,
      );
      return { limit, spanMs: span, free: now < stopped ? 0 : places, wholeAt };
    },
  };
}
