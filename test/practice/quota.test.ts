import { expect, test } from 'vitest';
import { createRateWindows } from '../../src/main/practice/rate-window.ts';
import { handClock, withService } from './interface-client.ts';
import { fc } from '../support/property.ts';

test('every answer carries the rate headers, also errors', async () => {
  await withService({}, async (client) => {
    for (const path of ['/documents', '/documents/x', '/nothing']) {
      const { headers } = await client.call('GET', path);
      expect(headers.get('x-ratelimit-limit')).toBe('1000000, 1000000;w=1');
      expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d+$/);
    }
  });
});

test('over the quota: 429 without a body and without Retry-After, until the window is over', async () => {
  const clock = handClock();
  await withService({ quota: 3, windowSeconds: 5, clock: clock.now }, async (client) => {
    // the token took one
    expect((await client.call('GET', '/documents')).headers.get('x-ratelimit-remaining')).toBe('1');
    expect((await client.call('GET', '/documents')).headers.get('x-ratelimit-remaining')).toBe('0');
    clock.forward(1500);
    const over = await client.call('GET', '/documents');
    expect(over.status).toBe(429);
    expect(over.text).toBe('');
    expect(over.headers.get('retry-after')).toBeNull();
    expect(over.headers.get('x-ratelimit-limit')).toBe('3, 3;w=5');
    expect(over.headers.get('x-ratelimit-reset')).toBe('4');
    clock.forward(3500);
    expect((await client.call('GET', '/documents')).status).toBe(200);
  });
});

test('in no window more than the quota passes, and remaining counts down', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 100 }),
      (quota, seconds, gaps) => {
        const windows = createRateWindows(quota, seconds);
        const passed = new Map<number, number>();
        let now = 1_000_000;
        for (const gap of gaps) {
          now += gap;
          const index = Math.floor(now / (seconds * 1000));
          const reading = windows.take('a', now);
          const before = passed.get(index) ?? 0;
          expect(reading.exceeded).toBe(before >= quota);
          if (!reading.exceeded) passed.set(index, before + 1);
          expect(Number(reading.remaining)).toBe(quota - (passed.get(index) ?? 0));
          expect(Number(reading.reset)).toBe(Math.ceil(((index + 1) * seconds * 1000 - now) / 1000));
        }
      },
    ),
  );
});
