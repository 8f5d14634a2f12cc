import { expect, test } from 'vitest';
import { simulate } from './simulated-quota.ts';
import type { SimulatedQuota } from './simulated-quota.ts';
import { fc } from '../../../support/property.ts';

const tenASecond: SimulatedQuota = {
  quota: 10,
  windowMs: 1000,
  kind: 'clock',
  phaseMs: 370,
  rounding: 'up',
  tripMs: [0, 2],
};
const ofAMinute: SimulatedQuota = { ...tenASecond, quota: 600, windowMs: 60_000, phaseMs: 37_400 };

function after(instants: readonly number[], ms: number): readonly number[] {
  return instants.filter((instant) => instant >= ms);
}

test('uses 98 % of 10 a second over a minute and meets no 429', async () => {
  const { served, refused } = await simulate(tenASecond, 61_000);
  expect(refused).toEqual([]);
  expect(after(served, 1000).length).toBeGreaterThanOrEqual(588);
});

test('uses 98 % of 600 a minute and meets no 429', async () => {
  const { served, refused } = await simulate(ofAMinute, 180_000);
  expect(refused).toEqual([]);
  expect(served.length).toBeGreaterThanOrEqual(1764);
});

test('keeps any fixed window of 1 s, wherever its edge, however far the service, and uses it well', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        kind: fc.constantFrom('clock' as const, 'first-request' as const),
        phaseMs: fc.integer({ min: 1, max: 1000 }),
        rounding: fc.constantFrom('up' as const, 'down' as const),
        far: fc.integer({ min: 0, max: 5 }),
        seed: fc.integer({ min: 1, max: 1_000_000 }),
      }),
      async ({ kind, phaseMs, rounding, far, seed }) => {
        const service = { ...tenASecond, kind, phaseMs, rounding, tripMs: [far, 2 * far + 1] as const };
        const { served, refused } = await simulate(service, 61_000, { seed });
        expect(after(refused, 1000)).toEqual([]);
        expect(after(served, 1000).length).toBeGreaterThanOrEqual(588);
      },
    ),
    { numRuns: 30 },
  );
});

test('keeps any fixed window of a minute', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        kind: fc.constantFrom('clock' as const, 'first-request' as const),
        phaseMs: fc.integer({ min: 1, max: 60_000 }),
        rounding: fc.constantFrom('up' as const, 'down' as const),
        seed: fc.integer({ min: 1, max: 1_000_000 }),
      }),
      async ({ kind, phaseMs, rounding, seed }) => {
        const service = { ...ofAMinute, kind, phaseMs, rounding, tripMs: [5, 40] as const };
        const { served, refused } = await simulate(service, 120_000, { seed });
        expect(refused).toEqual([]);
        expect(served.length).toBeGreaterThanOrEqual(1176);
      },
    ),
    { numRuns: 6 },
  );
});

test.each([21, 25, 29, 57, 69])(
  'meets no 429 where it begins %i ms before the edge of a minute, with many in the air',
  async (phaseMs) => {
    for (const seed of [1, 169_946]) {
      const { served, refused } = await simulate({ ...ofAMinute, phaseMs, tripMs: [5, 40] }, 120_000, { seed });
      expect(refused).toEqual([]);
      expect(served.length).toBeGreaterThanOrEqual(1176);
    }
  },
);

test('is not slowed down by a service without rate headers, or with a quota it cannot reach', async () => {
  const without = await simulate({ ...tenASecond, quota: 1_000_000, headers: false, tripMs: [1, 1] }, 1000, {
    workers: 16,
  });
  expect(without.served.length).toBeGreaterThan(7000);
  const large = await simulate({ ...tenASecond, quota: 1_000_000, tripMs: [1, 1] }, 1000, { workers: 16 });
  expect(large.served.length).toBeGreaterThan(7000);
});
