import { createHeap } from '../../../../src/main/engine/queue/heap.ts';
import { createPace } from '../../../../src/main/engine/service/pacing/pace.ts';
import type { RateReading } from '../../../../src/main/engine/service/pacing/rate-headers.ts';

/** A service with fixed windows, as its answers tell it. */
export interface SharedQuota {
  readonly quota: number;
  readonly windowMs: number;
  /** `clock`: windows repeat by themselves. `first-request`: one begins with the first request after the last. */
  readonly kind: 'clock' | 'first-request';
  readonly phaseMs: number;
  readonly reset: 'up' | 'down' | 'decimal';
  /** Which answers have rate headers: all, all but a 429, none. */
  readonly headers: 'all' | 'not-429' | 'none';
  /** Retry-After of a 429: none, what is left of the window, or a wait of its own, ms. */
  readonly retryAfter: 'none' | 'left' | number;
  /** One way to the service and back, ms. */
  readonly trip: number;
  readonly jitter: number;
}

/** What happens at an instant (ms since the start) besides our own requests. */
export type Happening = { readonly at: number } & (
  | { readonly kind: 'others'; readonly share: number; readonly everyMs: number; readonly untilMs: number }
  | { readonly kind: 'shift'; readonly byMs: number }
  | { readonly kind: 'lose'; readonly untilMs: number; readonly share: number }
);

/** What became of a run; instants in ms since its start. */
export interface SharedRun {
  /** The longest time in which work waited, the quota was free and no wait was announced, less the window of the service. */
  readonly maxIdleMs: number;
  readonly served: readonly number[];
  readonly refused: readonly number[];
  /** When the last announced wait was over. */
  readonly announcedUntil: number;
}

/** Runs the pace with `workers` callers that always have work, beside others who use the same quota. */
export function runShared(
  service: SharedQuota,
  happenings: readonly Happening[],
  durationMs: number,
  { seed = 1, workers = 12 }: { seed?: number; workers?: number } = {},
): SharedRun {
  const start = 5_000_000;
  let now = start;
  let state = seed >>> 0;
  const chance = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const events = createHeap<{ readonly at: number; readonly act: () => void }>((a, b) => a.at < b.at);
  const later = (delay: number, act: () => void): void => events.push({ at: now + Math.max(0, delay), act });
  const pace = createPace();
  const { quota, windowMs } = service;

  let windowStart = service.kind === 'clock' ? start - windowMs + service.phaseMs : -Infinity;
  let used = 0;
  let fullUntil = start;
  function roll(): void {
    if (now < windowStart + windowMs) return;
    if (used >= quota) fullUntil = Math.max(fullUntil, windowStart + windowMs);
    const windows = service.kind === 'clock' ? Math.floor((now - windowStart) / windowMs) : 0;
    windowStart = service.kind === 'clock' ? windowStart + windows * windowMs : -Infinity;
    used = 0;
  }
  /** One request arrives, ours or another's. */
  function take(): boolean {
    roll();
    if (windowStart === -Infinity) windowStart = now;
    if (used >= quota) return false;
    used += 1;
    return true;
  }
  function reading(status: number): RateReading {
    if (service.headers === 'none' || (service.headers === 'not-429' && status === 429)) {
      return { limit: null, windowSeconds: null, remaining: null, resetSeconds: null };
    }
    const left = (windowStart + windowMs - now) / 1000;
    const resetSeconds = service.reset === 'up' ? Math.ceil(left) : service.reset === 'down' ? Math.floor(left) : left;
    return { limit: quota, windowSeconds: windowMs / 1000, remaining: quota - used, resetSeconds };
  }

  const served: number[] = [];
  const refused: number[] = [];
  let flying = 0;
  let idleSince = start;
  let announced = start;
  let maxIdleMs = 0;
  let losing = { until: -Infinity, share: 0 };
  let wakes = Infinity;

  function noteIdle(): void {
    roll();
    if (flying > 0 || (used >= quota && now < windowStart + windowMs)) return;
    maxIdleMs = Math.max(maxIdleMs, now - Math.max(idleSince, fullUntil, announced) - windowMs);
  }
  function send(): void {
    noteIdle();
    flying += 1;
    const ticket = pace.grant(now);
    pace.sent(ticket, now);
    const trip = (): number => service.trip + Math.floor(chance() * (service.jitter + 1));
    later(trip(), () => {
      const status = take() ? 200 : 429;
      (status === 200 ? served : refused).push(now - start);
      const told = reading(status);
      const left = windowStart + windowMs - now;
      const isLost = now < losing.until && chance() < losing.share;
      const over = (): void => {
        flying -= 1;
        idleSince = now;
      };
      later(isLost ? 700 : trip(), () => {
        if (isLost) pace.ended(ticket, now);
        else if (status === 200) pace.answered(ticket, now, told);
        else {
          const { resetSeconds } = told;
          const { retryAfter } = service;
          const named =
            retryAfter === 'none' ? null : retryAfter === 'left' ? Math.ceil(left / 1000) * 1000 : retryAfter;
          const wait = named ?? (resetSeconds === null ? null : resetSeconds * 1000);
          announced = Math.max(announced, now + Math.min(wait ?? 0, 3_600_000));
          pace.refused(ticket, now, told, wait, chance());
        }
        over();
        pump();
      });
    });
  }
  function pump(): void {
    while (flying < workers) {
      const at = pace.nextAt(now, false);
      if (at > now) {
        if (at < wakes || wakes <= now) {
          wakes = Math.ceil(at);
          later(wakes - now, pump);
        }
        return;
      }
      send();
    }
  }
  for (const happening of happenings) {
    later(happening.at, () => {
      if (happening.kind === 'shift') {
        roll();
        if (used >= quota) fullUntil = Math.max(fullUntil, now);
        used = 0;
        windowStart = service.kind === 'clock' ? now - (happening.byMs % windowMs) : -Infinity;
      } else if (happening.kind === 'lose') losing = { until: start + happening.untilMs, share: happening.share };
      else {
        const end = start + happening.untilMs;
        const each = (): void => {
          if (now >= end) return;
          for (let left = Math.ceil(quota * happening.share); left > 0 && take(); left -= 1);
          later(happening.everyMs, each);
        };
        each();
      }
    });
  }
  pump();
  for (let next = events.pop(); next !== undefined && next.at <= start + durationMs; next = events.pop()) {
    now = next.at;
    next.act();
  }
  now = start + durationMs;
  noteIdle();
  return { maxIdleMs, served, refused, announcedUntil: announced - start };
}
