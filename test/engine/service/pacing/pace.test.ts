import { expect, test } from 'vitest';
import { createPace, maxWaitMs } from '../../../../src/main/engine/service/pacing/pace.ts';
import type { Happening, SharedQuota } from './shared-quota.ts';
import { runShared } from './shared-quota.ts';
import { fc } from '../../../support/property.ts';

const windows = [
  { quota: 1, windowMs: 1000 },
  { quota: 10, windowMs: 1000 },
  { quota: 7, windowMs: 5000 },
  { quota: 30, windowMs: 10_000 },
  { quota: 40, windowMs: 60_000 },
];

const services = fc
  .record({
    size: fc.constantFrom(...windows),
    kind: fc.constantFrom('clock' as const, 'first-request' as const),
    phase: fc.double({ min: 0, max: 1, noNaN: true }),
    reset: fc.constantFrom('up' as const, 'down' as const, 'decimal' as const),
    headers: fc.constantFrom('all' as const, 'all' as const, 'not-429' as const, 'none' as const),
    retryAfter: fc.constantFrom<SharedQuota['retryAfter'][]>('none', 'none', 'left', 0, 3000),
    trip: fc.integer({ min: 0, max: 5 }),
    jitter: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ size, phase, ...rest }): SharedQuota => ({ ...size, ...rest, phaseMs: Math.ceil(phase * size.windowMs) }));

/** Happenings within the first six windows; instants as shares of a window. */
const histories = fc.array(
  fc.record({
    kind: fc.constantFrom('others' as const, 'others' as const, 'shift' as const, 'lose' as const),
    at: fc.double({ min: 0, max: 5, noNaN: true }),
    share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    every: fc.double({ min: 0.02, max: 1, noNaN: true }),
    lasts: fc.double({ min: 0.1, max: 4, noNaN: true }),
  }),
  { maxLength: 4 },
);

type History = typeof histories extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function happeningsOf(history: History, windowMs: number): readonly Happening[] {
  return history.map(({ kind, at, share, every, lasts }) => {
    const began = Math.round(at * windowMs);
    const untilMs = Math.round(Math.min(6, at + lasts) * windowMs);
    if (kind === 'others') return { kind, at: began, share, everyMs: Math.ceil(every * windowMs), untilMs };
    return kind === 'shift'
      ? { kind, at: began, byMs: Math.round(share * windowMs) }
      : { kind, at: began, share, untilMs };
  });
}

/** Answers of a service that says nothing of its quota, and of one with ten requests a second of which `remaining` are left. */
const silent = { limit: null, windowSeconds: null, remaining: null, resetSeconds: null };
const tenASecond = (remaining: number) => ({ limit: 10, windowSeconds: 1, remaining, resetSeconds: 1 });

/** A pace that has heard one answer. */
function heardAt(now: number, reading: Parameters<ReturnType<typeof createPace>['answered']>[2] = tenASecond(9)) {
  const pace = createPace();
  const ticket = pace.grant(now);
  pace.sent(ticket, now);
  pace.answered(ticket, now + 1, reading);
  return pace;
}

function refuseOne(
  pace: ReturnType<typeof createPace>,
  now: number,
  reading: typeof silent,
  told: number | null,
): void {
  const ticket = pace.grant(now);
  pace.sent(ticket, now);
  pace.refused(ticket, now + 1, reading, told, 0.999);
}

test('never stands still while work waits and quota is free, and has all of it soon after others have gone', () => {
  fc.assert(
    fc.property(services, histories, fc.integer({ min: 1, max: 1_000_000 }), (service, history, seed) => {
      const { windowMs, quota } = service;
      const run = runShared(service, happeningsOf(history, windowMs), 16 * windowMs, { seed });
      expect(run.maxIdleMs).toBeLessThanOrEqual(1000);
      if (service.headers === 'none') return;
      const from = Math.max(6 * windowMs, run.announcedUntil) + 2 * windowMs;
      const after = run.served.filter((at) => at >= from);
      expect(after.length).toBeGreaterThanOrEqual(Math.floor(0.95 * quota * ((16 * windowMs - from) / windowMs - 1)));
    }),
    { numRuns: 2000 },
  );
});

test('never waits longer than an hour for a word, and hears what an hour asks', () => {
  for (const told of [3_600_000, 7_200_000, 10 * 365 * 86_400_000, Number.MAX_SAFE_INTEGER]) {
    const pace = heardAt(0);
    refuseOne(pace, 10, silent, told);
    expect(pace.nextAt(20, true)).toBe(10 + maxWaitMs);
    // Refused again an hour later: again an hour, not at once and not two.
    refuseOne(pace, 10 + maxWaitMs, silent, told);
    expect(pace.nextAt(20 + maxWaitMs, true)).toBe(10 + 2 * maxWaitMs);
  }
  const daily = heardAt(0, { limit: 1, windowSeconds: 86_400, remaining: 0, resetSeconds: 80_000 });
  expect(daily.nextAt(10, true)).toBe(maxWaitMs);
});

test('a refusal that names no wait, or one in the past, is asked about again within a second, by one request alone', () => {
  for (const told of [null, 0, -5000]) {
    const pace = heardAt(0, silent);
    let now = 10;
    for (let times = 0; times < 20; times += 1) {
      refuseOne(pace, now, silent, told);
      const next = pace.nextAt(now + 1, false);
      expect(next).toBeGreaterThan(now + 1);
      expect(next).toBeLessThanOrEqual(now + 1002);
      now = next;
    }
    pace.sent(pace.grant(now), now);
    expect(pace.nextAt(now, true)).toBeGreaterThan(now);
    // Its answer is not waited for for ever.
    expect(pace.nextAt(now, true)).toBeLessThanOrEqual(now + 1000);
  }
});

test('what another program took is left alone until that window is over', () => {
  const pace = heardAt(0, tenASecond(3));
  const granted: number[] = [];
  for (let now = 2; now < 990; now += 1) {
    if (pace.nextAt(now, false) > now) continue;
    pace.sent(pace.grant(now), now);
    granted.push(now);
  }
  expect(granted).toHaveLength(3);
  expect(pace.nextAt(1010, true)).toBe(1010);
});

test('keeps a place for a click in every fifth of a window of a minute', () => {
  const pace = heardAt(0, { limit: 600, windowSeconds: 60, remaining: 599, resetSeconds: 60 });
  for (let now = 2; now < 130_000; now += 5) {
    if (pace.nextAt(now, false) > now) {
      expect(pace.nextAt(now, true)).toBeLessThanOrEqual(now + 250);
      continue;
    }
    const ticket = pace.grant(now);
    pace.sent(ticket, now);
    pace.ended(ticket, now + 1);
  }
});
