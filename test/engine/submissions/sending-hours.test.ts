import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendingHoursSchema } from '../../../src/shared/settings.ts';
import { hoursState } from '../../../src/main/engine/submissions/sending-hours.ts';
import { fc } from '../../support/property.ts';

const zone = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const office = sendingHoursSchema.parse({ from: '06:00', to: '22:00' });
const night = sendingHoursSchema.parse({ from: '22:00', to: '05:00', days: [5] });

/** State at a local time, with the local time of the change. */
function at(hours: typeof office, local: string): readonly [boolean, string | null] {
  const { open, until } = hoursState(hours, new Date(local).getTime());
  if (until === null) return [open, null];
  const change = new Date(until);
  return [open, new Date(until - change.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)];
}

describe('hours of sending', () => {
  test('are none where none are set', () => {
    expect(hoursState(undefined, 0)).toEqual({ open: true, until: null });
  });

  test('are told by local time, and by the days they begin on', () => {
    // 2026-11-27 is a Friday.
    expect(at(office, '2026-11-27T05:59')).toEqual([false, '2026-11-27T06:00']);
    expect(at(office, '2026-11-27T06:00')).toEqual([true, '2026-11-27T22:00']);
    expect(at(office, '2026-11-27T22:00')).toEqual([false, '2026-11-30T06:00']);
    expect(at(office, '2026-11-29T12:00')).toEqual([false, '2026-11-30T06:00']);
  });

  test('go on past midnight into a day that is not named', () => {
    expect(at(night, '2026-11-27T23:00')).toEqual([true, '2026-11-28T05:00']);
    expect(at(night, '2026-11-28T04:59')).toEqual([true, '2026-11-28T05:00']);
    expect(at(night, '2026-11-28T05:00')).toEqual([false, '2026-12-04T22:00']);
  });

  test('keep the local time over a change of the clock', () => {
    const daily = { ...office, days: [1, 2, 3, 4, 5, 6, 7] };
    // 2026-03-29: 02:00 becomes 03:00; 2026-10-25: 03:00 becomes 02:00.
    expect(at(daily, '2026-03-28T23:00')).toEqual([false, '2026-03-29T06:00']);
    expect(at(daily, '2026-03-29T12:00')).toEqual([true, '2026-03-29T22:00']);
    expect(at(daily, '2026-10-24T23:00')).toEqual([false, '2026-10-25T06:00']);
    const leapt = sendingHoursSchema.parse({ from: '02:30', to: '04:00', days: [7] });
    // No thread can be given a time zone of its own: Windows' run has that of the computer, Greenwich's under Wine.
    const leaps = new Date('2026-03-29T00:00').getTimezoneOffset() !== new Date('2026-03-29T12:00').getTimezoneOffset();
    expect(at(leapt, '2026-03-29T01:59')).toEqual([false, leaps ? '2026-03-29T03:30' : '2026-03-29T02:30']);
  });

  test('that meet are one span; all day every day has no end', () => {
    const always = sendingHoursSchema.parse({ from: '08:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7] });
    expect(at(always, '2026-11-27T03:00')).toEqual([true, null]);
    const weekend = sendingHoursSchema.parse({ from: '00:00', to: '00:00', days: [6, 7] });
    expect(at(weekend, '2026-11-28T12:00')).toEqual([true, '2026-11-30T00:00']);
  });

  test('change exactly at the instant that is told', () => {
    const clock = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'));
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    const start = Date.UTC(2026, 0, 1);
    fc.assert(
      fc.property(clock, clock, days, fc.nat(366 * 24 * 60), (from, to, named, minutes) => {
        const hours = { from, to, days: named };
        const present = start + minutes * 60_000;
        const { open, until } = hoursState(hours, present);
        if (until === null) return open;
        return until > present && hoursState(hours, until - 1).open === open && hoursState(hours, until).open === !open;
      }),
      { numRuns: 500 },
    );
  });
});
