import { describe, expect, it } from 'vitest';
import { bucketsOf, spanOf, spans } from '../../../../src/renderer/screens/activity/span.ts';

describe('spans of time', () => {
  it.each(['today', 'week', 'month', 'quarter'] as const)('are whole days that end with today: %s', (span) => {
    const now = new Date(2026, 10, 28, 9, 41).getTime();
    const { from, to } = spanOf(span, now);
    expect(new Date(to)).toEqual(new Date(2026, 10, 29));
    expect(new Date(from)).toEqual(new Date(2026, 10, 29 - spans[span]));
  });

  it('count by hours only where bars can be told apart', () => {
    expect(bucketsOf('today')).toEqual(['hour']);
    expect(bucketsOf('week')).toContain('hour');
    expect(bucketsOf('quarter')).toEqual(['day']);
  });
});
