import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failure } from '../faults/fault.ts';
import type { Clock, Random } from '../platform/ports.ts';
import { lanes } from './client.ts';
import type { Lane, QuotaState, QuotaWait } from './client.ts';
import type { AnswerHeaders } from './exchange.ts';
import { createPace } from './pace.ts';
import { readRateHeaders, readRetryAfter } from './rate-headers.ts';
import type { StopSignal } from '../platform/stop-signal.ts';

/** Leave to send one request; `over` must be called in the end, whatever happened. */
export interface Permit {
  /** The request goes on the wire now. */
  readonly sent: () => void;
  /** The head of its answer came. On a 429 all lanes stop. */
  readonly answered: (status: number, headers: AnswerHeaders) => void;
  /** The connection is free again, or nothing was sent. */
  readonly over: () => void;
}

/** Paces everything one connection sends. `session` goes before all lanes: the others wait for its token. */
export interface Limiter {
  /** Waits for leave; the fault of {@link Limiter.failWaiting}, or `service-unreachable` with cause `aborted`. */
  acquire(lane: Lane | 'session', signal?: StopSignal): Promise<Outcome<Permit>>;
  /** Looks again who may go; after a token came. */
  wake(): void;
  /** After sleep or a change of network: a wait after a 429 ends, one request asks whether it still holds. */
  resume(): void;
  /** Ends the waiting of all lanes but `session` with a fault. */
  failWaiting(fault: Fault): void;
  /** When requests go again after a 429, ms since 1970; null: nothing is stopped. */
  stoppedUntil(): number | null;
  quota(): QuotaState;
  /** What work waits for the quota, null: none does. */
  wait(): QuotaWait | null;
  close(): void;
}

/** What the limiter needs. `ready` answers whether a valid token is there, and sees to it that one comes. */
export interface LimiterParts {
  readonly clock: Clock;
  readonly random: Random;
  /** Requests in the air at once; one of them is kept for a person's click. */
  readonly maximum: number;
  readonly ready: () => boolean;
}

interface Waiter {
  readonly lane: Lane | 'session';
  readonly since: number;
  readonly settle: (outcome: Outcome<Permit>) => void;
}

/** One leave in so many goes to whoever has waited longest, so that no lane waits for ever behind busier ones. */
const eldestEvery = 10;
/** A timer is not trusted for longer (ms): a computer that slept finds that the time has passed. */
const longestTimer = 30_000;
/** Work that comes this long (ms) after all else is a wait of its own. */
const newWaitAfter = 60_000;

/** Makes the limiter of one connection: lanes and timers around its {@link createPace pace}. */
export function createLimiter(parts: LimiterParts): Limiter {
  const { clock } = parts;
  const { monotonic } = clock;
  const order = ['session', ...lanes] as const;
  const queues = new Map<Lane | 'session', Set<Waiter>>(order.map((lane) => [lane, new Set()]));
  const pace = createPace();
  let flying = 0;
  let granted = 0;
  let timer: { at: number; cancel: () => void } | null = null;
  let pumping = false;
  let again = false;
  let closed = false;
  /** Since when work waits and nothing was served. */
  let waitsSince: number | null = null;
  /** The last answer was a 429: what is sent then only asks. */
  let refused = false;
  let lastMoved = -Infinity;
  /** By the time of day: what passes while the computer sleeps counts too. */
  let stoppedUntil: number | null = null;

  function waiting(): number {
    let count = 0;
    for (const queue of queues.values()) count += queue.size;
    return count;
  }
  function wakeAt(at: number): void {
    if (timer !== null && timer.at <= at) return;
    timer?.cancel();
    const delay = Math.min(longestTimer, Math.max(1, Math.ceil(at - monotonic())));
    const cancel = clock.after(delay, () => {
      timer = null;
      pump();
    });
    timer = { at, cancel };
  }
  function makePermit(lane: Lane | 'session'): Permit {
    const ticket = pace.grant(monotonic());
    let open = true;
    let answered = false;
    if (lane !== 'session') flying += 1;
    return {
      sent: () => pace.sent(ticket, monotonic()),
      answered(status, headers) {
        const now = monotonic();
        const reading = readRateHeaders(headers);
        answered = true;
        lastMoved = now;
        if (status === 429) {
          const { resetSeconds } = reading;
          const told = readRetryAfter(headers, clock.now()) ?? (resetSeconds === null ? null : resetSeconds * 1000);
          waitsSince ??= now;
          refused = true;
          pace.refused(ticket, now, reading, told, parts.random());
          stoppedUntil = clock.now() + pace.stoppedUntil() - now;
        } else {
          waitsSince = waiting() > 0 ? now : null;
          refused = false;
          pace.answered(ticket, now, reading, lane === 'session');
        }
        pump();
      },
      over() {
        if (!open) return;
        open = false;
        pace.ended(ticket, monotonic());
        if (!answered && ticket.sentAt !== null) {
          // It went, and nobody refused it: whatever keeps work waiting now is not the quota.
          refused = false;
          waitsSince = waiting() > 0 ? monotonic() : null;
        }
        if (lane !== 'session') flying -= 1;
        pump();
      },
    };
  }
  /** The most urgent waiter; now and then the one that has waited longest, but never before the session and a person. */
  function nextWaiter(): Waiter | null {
    const heads = order.flatMap((lane) => {
      const [head] = queues.get(lane) ?? [];
      return head ?? [];
    });
    const [urgent] = heads;
    if (urgent === undefined) return null;
    if (urgent.lane === 'session' || urgent.lane === 'person' || granted % eldestEvery !== eldestEvery - 1)
      return urgent;
    return heads.reduce((eldest, waiter) => (waiter.since < eldest.since ? waiter : eldest));
  }
  /** Serves one waiter; false: nobody may go now. */
  function serveOne(): boolean {
    const waiter = nextWaiter();
    if (waiter === null) return false;
    const { lane } = waiter;
    const now = monotonic();
    if (stoppedUntil !== null && clock.now() >= stoppedUntil) pace.resume(now);
    const places = lane === 'person' ? parts.maximum : Math.max(1, parts.maximum - 1);
    if (lane !== 'session' && flying >= places) return false;
    const at = pace.nextAt(now, lane === 'session' || lane === 'person');
    if (at > now) {
      wakeAt(at);
      return false;
    }
    if (lane !== 'session' && !parts.ready()) return (queues.get('session')?.size ?? 0) > 0;
    stoppedUntil = null;
    granted += 1;
    lastMoved = now;
    queues.get(lane)?.delete(waiter);
    if (!refused) waitsSince = waiting() > 0 ? now : null;
    waiter.settle({ ok: true, value: makePermit(lane) });
    return true;
  }
  /** Whether somebody asked to look again meanwhile. */
  function takeAgain(): boolean {
    const asked = again;
    again = false;
    return asked;
  }
  function pump(): void {
    again = true;
    if (pumping) return;
    pumping = true;
    while (takeAgain()) while (!closed && serveOne());
    pumping = false;
  }

  return {
    acquire(lane, signal) {
      if (closed || signal?.aborted === true) return Promise.resolve(failure('service-unreachable', {}, 'aborted'));
      return new Promise((resolve) => {
        const now = monotonic();
        const queue = queues.get(lane);
        let stopListening: (() => void) | null = null;
        const waiter: Waiter = {
          lane,
          since: now,
          settle(outcome) {
            stopListening?.();
            resolve(outcome);
          },
        };
        const isNew = waiting() === 0 && now > Math.max(lastMoved, pace.stoppedUntil()) + newWaitAfter;
        waitsSince = isNew ? now : (waitsSince ?? now);
        queue?.add(waiter);
        pump();
        // Most go at once and need not listen.
        if (signal === undefined || queue?.has(waiter) !== true) return;
        const abort = (): void => {
          if (queue.delete(waiter)) waiter.settle(failure('service-unreachable', {}, 'aborted'));
        };
        signal.addEventListener('abort', abort, { once: true });
        stopListening = () => signal.removeEventListener('abort', abort);
      });
    },
    wake: pump,
    resume() {
      pace.resume(monotonic());
      pump();
    },
    failWaiting(fault) {
      for (const lane of lanes) {
        const queue = queues.get(lane);
        const failed = [...(queue ?? [])];
        queue?.clear();
        for (const waiter of failed) waiter.settle({ ok: false, fault });
      }
    },
    stoppedUntil() {
      const left = pace.nextAt(monotonic(), true) - monotonic();
      return pace.stoppedUntil() > monotonic() ? Math.ceil(clock.now() + left) : null;
    },
    quota() {
      const now = monotonic();
      const { limit, spanMs, free, wholeAt } = pace.state(now);
      return {
        limit,
        windowSeconds: limit === null ? null : spanMs / 1000,
        remaining: limit === null ? null : free,
        resetsAt: wholeAt > now ? Math.ceil(clock.now() + wholeAt - now) : null,
        waiting: waiting(),
        inFlight: flying,
      };
    },
    wait() {
      const now = monotonic();
      const at = pace.nextAt(now, false);
      if (waitsSince === null || at <= now || (waiting() === 0 && pace.stoppedUntil() <= now)) return null;
      return { since: Math.floor(clock.now() - (now - waitsSince)), until: Math.ceil(clock.now() + at - now) };
    },
    close() {
      closed = true;
      timer?.cancel();
      for (const queue of queues.values()) {
        for (const waiter of queue) waiter.settle(failure('service-unreachable', {}, 'closed'));
        queue.clear();
      }
    },
  };
}
