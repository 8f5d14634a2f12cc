import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { failure, fault } from '../../faults/fault.ts';
import type { Clock, Random } from '../../platform/ports.ts';
import { lanes } from '../client.ts';
import type { Lane, QuotaState, QuotaWait } from '../client.ts';
import type { AnswerHeaders } from '../transport/exchange.ts';
import { createPace, type Pace } from './pace.ts';
import type { Ticket } from './places.ts';
import { readRateHeaders, readRetryAfter } from './rate-headers.ts';
import type { StopSignal } from '../../platform/stop-signal.ts';

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

type AnyLane = Lane | 'session';

interface Waiter {
  readonly lane: AnyLane;
  readonly since: number;
  readonly settle: (outcome: Outcome<Permit>) => void;
}

/** One leave in so many goes to whoever has waited longest, so that no lane waits for ever behind busier ones. */
const eldestEvery = 10;
/** A timer is not trusted for longer (ms): a computer that slept finds that the time has passed. */
const maxTimerMs = 30_000;
/** Work that comes this long (ms) after all else is a wait of its own. */
const newWaitAfter = 60_000;

const order = ['session', ...lanes] as const;

/** Who waits and who flies. Instants are monotonic, but for `stoppedUntil`. */
interface State extends LimiterParts {
  readonly pace: Pace;
  readonly queues: Readonly<Record<AnyLane, Set<Waiter>>>;
  /** Requests in the air, but for those of the session. */
  flying: number;
  granted: number;
  timer: { readonly at: number; readonly cancel: () => void } | null;
  /** `again`: somebody asked to look again while the waiters are looked at. */
  looking: 'no' | 'once' | 'again';
  closed: boolean;
  /** Since when work waits and nothing was served. */
  waitsSince: number | null;
  /** The last answer was a 429: what is sent then only asks. */
  refused: boolean;
  lastMoved: number;
  /** By the time of day: what passes while the computer sleeps counts too. */
  stoppedUntil: number | null;
}

function waiting({ queues }: State): number {
  return order.reduce((sum, lane) => sum + queues[lane].size, 0);
}

/** Something was sent or answered and the quota did not refuse it: what waits on does so since now. */
function served(limiter: State): void {
  limiter.waitsSince = waiting(limiter) > 0 ? limiter.clock.monotonic() : null;
}

function wakeAt(limiter: State, at: number): void {
  const { clock, timer } = limiter;
  if (timer !== null && timer.at <= at) return;
  timer?.cancel();
  const delay = Math.min(maxTimerMs, Math.max(1, Math.ceil(at - clock.monotonic())));
  const cancel = clock.after(delay, () => {
    limiter.timer = null;
    pump(limiter);
  });
  limiter.timer = { at, cancel };
}

/** The most urgent waiter; now and then the one that has waited longest, but never before the session and a person. */
function nextWaiter({ queues, granted }: State): Waiter | null {
  const heads = order.flatMap((lane) => {
    const [head] = queues[lane];
    return head ?? [];
  });
  const [urgent] = heads;
  if (urgent === undefined) return null;
  if (urgent.lane === 'session' || urgent.lane === 'person' || granted % eldestEvery !== eldestEvery - 1) return urgent;
  return heads.reduce((eldest, waiter) => (waiter.since < eldest.since ? waiter : eldest));
}

/** Serves one waiter; false: nobody may go now. */
function serveOne(limiter: State): boolean {
  const { clock, pace, queues, maximum } = limiter;
  const waiter = nextWaiter(limiter);
  if (waiter === null) return false;
  const { lane } = waiter;
  const now = clock.monotonic();
  if (limiter.stoppedUntil !== null && clock.now() >= limiter.stoppedUntil) pace.resume(now);
  const places = lane === 'person' ? maximum : Math.max(1, maximum - 1);
  if (lane !== 'session' && limiter.flying >= places) return false;
  const at = pace.nextAt(now, lane === 'session' || lane === 'person');
  if (at > now) {
    wakeAt(limiter, at);
    return false;
  }
  if (lane !== 'session' && !limiter.ready()) return queues.session.size > 0;
  limiter.stoppedUntil = null;
  limiter.granted += 1;
  limiter.lastMoved = now;
  queues[lane].delete(waiter);
  if (!limiter.refused) served(limiter);
  waiter.settle({ ok: true, value: makePermit(limiter, lane) });
  return true;
}

/** Serves whoever may go. What it calls may ask for it again: then it looks once more. */
function pump(limiter: State): void {
  if (limiter.looking !== 'no') {
    limiter.looking = 'again';
    return;
  }
  do {
    limiter.looking = 'once';
    while (!limiter.closed && serveOne(limiter));
  } while (isAskedAgain(limiter));
  limiter.looking = 'no';
}

const isAskedAgain = ({ looking }: State): boolean => looking === 'again';

function makePermit(limiter: State, lane: AnyLane): Permit {
  const { pace, clock } = limiter;
  const ticket = pace.grant(clock.monotonic());
  let open = true;
  let heard = false;
  if (lane !== 'session') limiter.flying += 1;
  return {
    sent: () => pace.sent(ticket, clock.monotonic()),
    answered(status, headers) {
      heard = true;
      answered(limiter, lane, ticket, status, headers);
    },
    over() {
      if (!open) return;
      open = false;
      pace.ended(ticket, clock.monotonic());
      if (!heard && ticket.sentAt !== null) {
        // It went, and nobody refused it: whatever keeps work waiting now is not the quota.
        limiter.refused = false;
        served(limiter);
      }
      if (lane !== 'session') limiter.flying -= 1;
      pump(limiter);
    },
  };
}

function answered(limiter: State, lane: AnyLane, ticket: Ticket, status: number, headers: AnswerHeaders): void {
  const { clock, pace } = limiter;
  const now = clock.monotonic();
  const reading = readRateHeaders(headers);
  limiter.lastMoved = now;
  limiter.refused = status === 429;
  if (limiter.refused) {
    const { resetSeconds } = reading;
    const told = readRetryAfter(headers, clock.now()) ?? (resetSeconds === null ? null : resetSeconds * 1000);
    limiter.waitsSince ??= now;
    pace.refused(ticket, now, reading, told, limiter.random());
    limiter.stoppedUntil = clock.now() + pace.stoppedUntil() - now;
  } else {
    served(limiter);
    pace.answered(ticket, now, reading, lane === 'session');
  }
  pump(limiter);
}

function acquire(limiter: State, lane: AnyLane, signal?: StopSignal): Promise<Outcome<Permit>> {
  if (limiter.closed || signal?.aborted === true) {
    return Promise.resolve(failure('service-unreachable', {}, 'aborted'));
  }
  return new Promise((resolve) => {
    const now = limiter.clock.monotonic();
    const queue = limiter.queues[lane];
    let stopListening: (() => void) | null = null;
    const waiter: Waiter = {
      lane,
      since: now,
      settle(outcome) {
        stopListening?.();
        resolve(outcome);
      },
    };
    const movedAt = Math.max(limiter.lastMoved, limiter.pace.stoppedUntil());
    const isNew = waiting(limiter) === 0 && now > movedAt + newWaitAfter;
    limiter.waitsSince = isNew ? now : (limiter.waitsSince ?? now);
    queue.add(waiter);
    pump(limiter);
    // Most go at once and need not listen.
    if (signal === undefined || !queue.has(waiter)) return;
    const abort = (): void => {
      if (queue.delete(waiter)) waiter.settle(failure('service-unreachable', {}, 'aborted'));
    };
    signal.addEventListener('abort', abort, { once: true });
    stopListening = () => signal.removeEventListener('abort', abort);
  });
}

function failAll(queue: Set<Waiter>, fault: Fault): void {
  const failed = [...queue];
  queue.clear();
  for (const waiter of failed) waiter.settle({ ok: false, fault });
}

function quota(limiter: State): QuotaState {
  const { clock, pace } = limiter;
  const now = clock.monotonic();
  const { limit, spanMs, free, wholeAt } = pace.state(now);
  return {
    limit,
    windowSeconds: limit === null ? null : spanMs / 1000,
    remaining: limit === null ? null : free,
    resetsAt: wholeAt > now ? Math.ceil(clock.now() + wholeAt - now) : null,
    waiting: waiting(limiter),
    inFlight: limiter.flying,
  };
}

function wait(limiter: State): QuotaWait | null {
  const { clock, pace, waitsSince } = limiter;
  const now = clock.monotonic();
  const at = pace.nextAt(now, false);
  if (waitsSince === null || at <= now || (waiting(limiter) === 0 && pace.stoppedUntil() <= now)) return null;
  return { since: Math.floor(clock.now() - (now - waitsSince)), until: Math.ceil(clock.now() + at - now) };
}

/** Makes the limiter of one connection: lanes and timers around its {@link createPace pace}. */
export function createLimiter(parts: LimiterParts): Limiter {
  const { clock } = parts;
  const pace = createPace();
  const limiter: State = {
    ...parts,
    pace,
    queues: {
      session: new Set(),
      person: new Set(),
      submit: new Set(),
      upload: new Set(),
      'hand-over': new Set(),
      tracking: new Set(),
      reference: new Set(),
    },
    flying: 0,
    granted: 0,
    timer: null,
    looking: 'no',
    closed: false,
    waitsSince: null,
    refused: false,
    lastMoved: -Infinity,
    stoppedUntil: null,
  };
  return {
    acquire: (lane, signal) => acquire(limiter, lane, signal),
    wake: () => pump(limiter),
    resume() {
      pace.resume(clock.monotonic());
      pump(limiter);
    },
    failWaiting(fault) {
      for (const lane of lanes) failAll(limiter.queues[lane], fault);
    },
    stoppedUntil() {
      const left = pace.nextAt(clock.monotonic(), true) - clock.monotonic();
      return pace.stoppedUntil() > clock.monotonic() ? Math.ceil(clock.now() + left) : null;
    },
    quota: () => quota(limiter),
    wait: () => wait(limiter),
    close() {
      limiter.closed = true;
      limiter.timer?.cancel();
      for (const lane of order) failAll(limiter.queues[lane], fault('service-unreachable', {}, 'closed'));
    },
  };
}
