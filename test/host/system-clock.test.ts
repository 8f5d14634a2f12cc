import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/main/host/node-ports.ts';

afterEach(() => {
  vi.useRealTimers();
});

const dayMs = 86_400_000;

test('a wait of a hundred days lasts a hundred days, whatever Node’s timers can hold', () => {
  vi.useFakeTimers();
  let over = 0;
  systemClock.after(100 * dayMs, () => (over += 1));
  vi.advanceTimersByTime(100 * dayMs - 1);
  expect(over).toBe(0);
  vi.advanceTimersByTime(1);
  expect(over).toBe(1);
});

test('a long wait can be called off in any of its pieces', () => {
  vi.useFakeTimers();
  let over = 0;
  const cancel = systemClock.after(100 * dayMs, () => (over += 1));
  vi.advanceTimersByTime(60 * dayMs);
  cancel();
  vi.advanceTimersByTime(100 * dayMs);
  expect(over).toBe(0);
});
