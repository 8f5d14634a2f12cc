/** One request as the pace sees it. `after` = answers heard before it was sent; `sentAt` null: granted, not yet on the wire. */
export interface Ticket {
  sentAt: number | null;
  after: number;
}

/**
 * The places of the quota that requests take: in the air, and for one span after they were counted by the service. When that was
 * is known at most to one trip, so the latest instant counts. Instants and spans in ms, on a clock that is never set.
 */
export interface Places {
  /** How long the service's window is. */
  span: number;
  take(ticket: Ticket): void;
  /** A request that the service did not count. */
  release(ticket: Ticket): void;
  /** A request that ended: it was counted by now. */
  land(ticket: Ticket, now: number): void;
  isInAir(ticket: Ticket): boolean;
  inAir(): number;
  /** Places taken, those in the air among them. */
  taken(): number;
  /** Requests counted since that instant. */
  countedSince(from: number): number;
  /** Notes how long an answer took. */
  measure(trip: number): void;
  /** A request that was sent so long ago has been counted, answered or not. */
  surelyCountedMs(): number;
  /** Gives back what comes back until now. To be called before the others. */
  settle(now: number): void;
  /** When the first place comes back. */
  firstBackAt(now: number): number;
  /** When all are free again. */
  allBackAt(now: number): number;
}

/** Timers and the service's clock are whole milliseconds. */
export const rounding = 2;
const surelyCounted = 500;

/** Makes places of which none is taken. */
export function createPlaces(initialSpan: number): Places {
  /** Granted, and not surely counted by the service. */
  const air = new Set<Ticket>();
  /** Counted at `at` at the latest, in order. The first `freed` have given their places back; answers still tell of them. */
  const counted: { readonly at: number; requests: number }[] = [];
  let freed = 0;
  let held = 0;
  /** The quickest trips of the present hundred and of the one before. */
  let quick = { count: 0, now: Infinity, before: Infinity };

  function count(at: number): void {
    const { span } = places;
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

  function quickest(): number {
    const quickest = Math.min(quick.now, quick.before);
    return quickest === Infinity ? 0 : quickest;
  }

  const surely = (): number => Math.max(surelyCounted, 4 * quickest());

  const places: Places = {
    span: initialSpan,
    take: (ticket) => void air.add(ticket),
    release: (ticket) => void air.delete(ticket),
    land(ticket, now) {
      const { sentAt } = ticket;
      if (!air.delete(ticket) || sentAt === null) return;
      // What the quickest trip takes lies before and after the counting of this one too.
      count(Math.min(Math.max(sentAt, now - 0.8 * quickest()), sentAt + surely()));
    },
    isInAir: (ticket) => air.has(ticket),
    inAir: () => air.size,
    taken: () => air.size + held,
    countedSince: (from) => counted.reduce((sum, { at, requests }) => (at >= from ? sum + requests : sum), 0),
    measure(trip) {
      if (quick.count >= 100) quick = { count: 0, now: Infinity, before: quick.now };
      quick.count += 1;
      quick.now = Math.min(quick.now, trip);
    },
    surelyCountedMs: surely,
    settle(now) {
      const { span } = places;
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
    },
    firstBackAt(now) {
      const sent = [...air].flatMap(({ sentAt }) => (sentAt === null ? [] : [sentAt + surely()]));
      return Math.min(counted[freed]?.at ?? Infinity, now + surely(), ...sent) + places.span + rounding;
    },
    allBackAt: (now) => (air.size + held === 0 ? now : (counted.at(-1)?.at ?? now) + places.span),
  };
  return places;
}
