import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failure } from '../faults/fault.ts';
import type { Clock, Random } from '../ports.ts';
import { lanes } from './client.ts';
import type { Lane, QuotaState } from './client.ts';
import type { AnswerHeaders } from './exchange.ts';
import { createQuotaWindow } from './quota-window.ts';
import type { Ticket } from './quota-window.ts';
import { readRateHeaders, readRetryAfter } from './rate-headers.ts';
import type { StopSignal } from '../stop-signal.ts';

/** Leave to send one request; `over` must be called in the end, whatever happened. */
export interface Permit {
  /** The request goes on the wire now. */
  readonly sent: () => void;
  /** The head of its answer came. On a 429 all lanes stop. */
  readonly answered: (status: number, headers: AnswerHeaders) => void;
  /** The connection is free again, or nothing was sent. */
  readonly over: () => void;
}

/** Paces everything one connection sends (design.md, section 5). `session` goes before all lanes: the others wait for its token. */
export interface Limiter {
  /** Waits for leave; the fault of {@link Limiter.failWaiting}, or `service-unreachable` with cause `aborted`. */
  acquire(lane: Lane | 'session', signal?: StopSignal): Promise<Outcome<Permit>>;
  /** Looks again who may go; after a token came. */
  wake(): void;
  /** Ends the waiting of all lanes but `session` with a fault. */
  failWaiting(fault: Fault): void;
  /** When a 429 lets requests go again, ms since 1970; null: nothing is stopped. */
  stoppedUntil(): number | null;
  quota(): QuotaState;
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
  readonly settle: (outcome: Outcome<Permit>) => void;
}

/** Backoff after 429s without any word on when to come back, ms. */
const firstBackoff = 1000;
const longestBackoff = 60_000;
/** After a 429 the first request goes alone for at most this long (ms): its answer tells whether the others may follow. */
const probeMs = 1000;

/** Makes the limiter of one connection. */
export function createLimiter(parts: LimiterParts): Limiter {
  const { clock } = parts;
  const order = ['session', ...lanes] as const;
  const queues = new Map<Lane | 'session', Set<Waiter>>(order.map((lane) => [lane, new Set()]));
  const window = createQuotaWindow();
  let flying = 0;
  let stopped: number | null = null;
  let refusals = 0;
  let probeAt: number | null = null;
  let timer: { at: number; cancel: () => void } | null = null;
  let pumping = false;
  let again = false;
  let closed = false;

  function wakeAt(at: number): void {
    if (timer !== null && timer.at <= at) return;
    timer?.cancel();
    const cancel = clock.after(Math.max(1, Math.ceil(at - clock.now())), () => {
      timer = null;
      pump();
    });
    timer = { at, cancel };
  }
  function stop(headers: AnswerHeaders, now: number): number {
    // Requests that were in the air together are refused together: that is one refusal, not many in a row.
    if (stopped === null || now >= stopped) refusals += 1;
    const { resetSeconds } = readRateHeaders(headers);
    const told = readRetryAfter(headers, now) ?? (resetSeconds === null ? null : resetSeconds * 1000);
    const backoff = parts.random() * Math.min(longestBackoff, firstBackoff * 2 ** (refusals - 1));
    // What the service tells is heeded exactly the first time; the backoff comes on top when that was not enough.
    const wait = told === null ? Math.max(50, backoff) : told + (refusals === 1 ? 2 : backoff);
    probeAt = null;
    stopped = Math.max(stopped ?? 0, Math.ceil(now + wait));
    return stopped;
  }
  function makePermit(lane: Lane | 'session', ticket: Ticket): Permit {
    let open = true;
    let counted = false;
    if (lane !== 'session') flying += 1;
    return {
      sent: () => window.sent(ticket, clock.now()),
      answered(status, headers) {
        const now = clock.now();
        counted = true;
        if (status === 429) window.refused(ticket, now, readRateHeaders(headers), stop(headers, now));
        else {
          refusals = 0;
          probeAt = null;
          window.answered(ticket, now, readRateHeaders(headers), lane === 'session');
        }
        pump();
      },
      over() {
        if (!open) return;
        open = false;
        if (!counted) window.lost(ticket);
        if (lane !== 'session') flying -= 1;
        pump();
      },
    };
  }
  function nextLane(): Lane | 'session' | null {
    return order.find((lane) => (queues.get(lane)?.size ?? 0) > 0) ?? null;
  }
  /** Serves one waiter; false: nobody may go now. */
  function serveOne(): boolean {
    const lane = nextLane();
    if (lane === null) return false;
    const now = clock.now();
    if (stopped !== null) {
      if (now < stopped) {
        wakeAt(stopped);
        return false;
      }
      stopped = null;
    }
    if (lane !== 'session') {
      const places = lane === 'person' ? parts.maximum : Math.max(1, parts.maximum - 1);
      if (flying >= places) return false;
      if (!parts.ready()) return (queues.get('session')?.size ?? 0) > 0;
    }
    if (refusals > 0 && probeAt !== null && now < probeAt + probeMs) {
      wakeAt(probeAt + probeMs);
      return false;
    }
    const at = window.nextSendAt(now, lane === 'session' || lane === 'person');
    if (at > now) {
      if (at !== Infinity) wakeAt(at);
      return false;
    }
    const queue = queues.get(lane);
    const [waiter] = queue ?? [];
    if (queue === undefined || waiter === undefined) return false;
    queue.delete(waiter);
    if (refusals > 0) probeAt = now;
    waiter.settle({ ok: true, value: makePermit(lane, window.grant()) });
    return true;
  }
  /** Whether somebody asked to look again meanwhile. */
  function takeAgain(): boolean {
    const asked = again;
    again = false;
    return asked;
  }
  function pump(): void {
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    again = true;
    while (takeAgain()) while (!closed && serveOne());
    pumping = false;
  }

  return {
    acquire(lane, signal) {
      if (closed || signal?.aborted === true) return Promise.resolve(failure('service-unreachable', {}, 'aborted'));
      return new Promise((resolve) => {
        const queue = queues.get(lane);
        let served = false;
        let stopListening: (() => void) | null = null;
        const waiter: Waiter = {
          lane,
          settle(outcome) {
            served = true;
            stopListening?.();
            resolve(outcome);
          },
        };
        queue?.add(waiter);
        pump();
        // Most go at once and need not listen.
        if (signal !== undefined && !isServed()) {
          const abort = (): void => {
            if (queue?.delete(waiter) === true) waiter.settle(failure('service-unreachable', {}, 'aborted'));
          };
          signal.addEventListener('abort', abort, { once: true });
          stopListening = () => signal.removeEventListener('abort', abort);
        }
        function isServed(): boolean {
          return served;
        }
      });
    },
    wake: pump,
    failWaiting(fault) {
      for (const lane of lanes) {
        const queue = queues.get(lane);
        const waiting = [...(queue ?? [])];
        queue?.clear();
        for (const waiter of waiting) waiter.settle({ ok: false, fault });
      }
    },
    stoppedUntil: () => stopped,
    quota() {
      const { limit, spanMs, available, closesAt } = window.state(clock.now());
      let waiting = 0;
      for (const queue of queues.values()) waiting += queue.size;
      return {
        limit,
        windowSeconds: spanMs === null ? null : spanMs / 1000,
        remaining: available,
        resetsAt: stopped ?? (closesAt === null ? null : Math.ceil(closesAt)),
        waiting,
        inFlight: flying,
      };
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
