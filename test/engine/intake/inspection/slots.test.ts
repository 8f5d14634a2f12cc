import { expect, onTestFinished, test, vi } from 'vitest';
import { createSlots } from '../../../../src/main/engine/intake/inspection/thread/slots.ts';

test('a slot that was given back is used again, and let go when no file came for a while', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const slots = createSlots(1_000);
  const slot = slots.take(100_000);
  if (slot === null) throw new Error('no slot');
  for (let file = 0; file < 3; file += 1) {
    slots.give(slot);
    vi.advanceTimersByTime(999);
    expect(slots.take(100_000)).toBe(slot);
  }
  slots.give(slot);
  vi.advanceTimersByTime(1_000);
  expect(slots.take(100_000)).not.toBe(slot);
  expect(slots.take(200 * 1024)).toBeNull();
});
