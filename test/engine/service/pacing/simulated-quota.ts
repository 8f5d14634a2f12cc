import { createLimiter } from '../../../../src/main/engine/service/pacing/limiter.ts';
import type { Limiter, Permit } from '../../../../src/main/engine/service/pacing/limiter.ts';
import type { AnswerHeaders } from '../../../../src/main/engine/service/transport/exchange.ts';
import { createTestClock } from '../../../support/ports.ts';

/** A service with a quota, in simulated time. */
export interface SimulatedQuota {
  readonly quota: number;
  readonly windowMs: number;
  /** `clock`: windows that repeat by themselves, from `phaseMs`. `first-request`: a window begins with the first request after the last. */
  readonly kind: 'clock' | 'first-request';
  readonly phaseMs: number;
  readonly rounding: 'up' | 'down';
  /** One way to the service and back, ms, drawn by chance between these. */
  readonly tripMs: readonly [number, number];
  /** Whether the service has rate headers at all. */
  readonly headers?: boolean;
}

/** What happened in a run. */
export interface SimulatedRun {
  /** Instants (ms since the start) of requests that were served, and of those refused with 429. */
  readonly served: readonly number[];
  readonly refused: readonly number[];
  readonly limiter: Limiter;
}

/** A small generator of chance, so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs `workers` callers that always want to send, for `durationMs`, against the simulated service. */
export async function simulate(
  service: SimulatedQuota,
  durationMs: number,
  { workers = 16, seed = 1 }: { workers?: number; seed?: number } = {},
): Promise<SimulatedRun> {
  const clock = createTestClock(1_700_000_000_000);
  const start = clock.now();
  const random = seeded(seed);
  const served: number[] = [];
  const refused: number[] = [];
  let windowStart = service.kind === 'clock' ? start - service.windowMs + service.phaseMs : -Infinity;
  let used = 0;

  function take(): { status: number; headers: AnswerHeaders } {
    const now = clock.now();
    if (now >= windowStart + service.windowMs) {
      const windows = service.kind === 'clock' ? Math.floor((now - windowStart) / service.windowMs) : 0;
      windowStart = service.kind === 'clock' ? windowStart + windows * service.windowMs : now;
      used = 0;
    }
    const over = used >= service.quota;
    if (over) refused.push(now - start);
    else {
      used += 1;
      served.push(now - start);
    }
    const left = (windowStart + service.windowMs - now) / 1000;
    const headers = {
      'x-ratelimit-limit': `${service.quota}, ${service.quota};w=${service.windowMs / 1000}`,
      'x-ratelimit-remaining': String(service.quota - used),
      'x-ratelimit-reset': String(service.rounding === 'up' ? Math.ceil(left) : Math.floor(left)),
    };
    return { status: over ? 429 : 200, headers: service.headers === false ? {} : headers };
  }
  function trip(): number {
    const [min, most] = service.tripMs;
    return min + Math.floor(random() * (most - min + 1));
  }

  const limiter = createLimiter({ clock, random, maximum: workers + 1, ready: () => true });
  let running = true;
  function work(permit: Permit): void {
    permit.sent();
    clock.after(trip(), () => {
      const { status, headers } = take();
      clock.after(trip(), () => {
        permit.answered(status, headers);
        permit.over();
        void ask();
      });
    });
  }
  async function ask(): Promise<void> {
    if (!running) return;
    const permit = await limiter.acquire('upload');
    if (permit.ok) work(permit.value);
  }
  for (let worker = 0; worker < workers; worker += 1) void ask();
  for (let elapsed = 0; elapsed < durationMs; elapsed += 1) {
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    clock.advance(1);
  }
  running = false;
  return { served, refused, limiter };
}
