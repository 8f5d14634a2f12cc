import type { SendingHours } from '../../../shared/settings.ts';

/** Whether files are sent at an instant, and when that changes (ms since 1970); null: never. */
export interface HoursState {
  readonly open: boolean;
  readonly until: number | null;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A week and a day on each side hold every span that can matter. */
const daysBack = 2;
const daysAhead = 9;

function minutesOf(time: string): { readonly hour: number; readonly minute: number } {
  const [hour = '0', minute = '0'] = time.split(':');
  return { hour: Number(hour), minute: Number(minute) };
}

/**
 * The span that begins on the day `offset` days after `at`, in local time. The calendar makes the instants, so that days of 23 and
 * 25 hours are right; a time that the clock leaps over begins where it lands.
 */
function spanOf(hours: SendingHours, at: number, offset: number): Span | null {
  const day = new Date(at);
  day.setHours(12, 0, 0, 0);
  day.setDate(day.getDate() + offset);
  // Sunday is 0 to the calendar and 7 here.
  if (!hours.days.includes(day.getDay() === 0 ? 7 : day.getDay())) return null;
  const from = minutesOf(hours.from);
  const to = minutesOf(hours.to);
  const pastMidnight = hours.to <= hours.from ? 1 : 0;
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  return {
    start: new Date(year, month, date, from.hour, from.minute).getTime(),
    end: new Date(year, month, date + pastMidnight, to.hour, to.minute).getTime(),
  };
}

/** Whether files are sent at `at` (ms), by the local time of this computer. Spans that meet are one. */
export function hoursState(hours: SendingHours | undefined, at: number): HoursState {
  if (hours === undefined) return { open: true, until: null };
  const spans: Span[] = [];
  for (let offset = -daysBack; offset <= daysAhead; offset += 1) {
    const span = spanOf(hours, at, offset);
    const last = spans.at(-1);
    if (span === null || span.end <= span.start) continue;
    if (last !== undefined && span.start <= last.end) {
      spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else spans.push(span);
  }
  const present = spans.find(({ start, end }) => start <= at && at < end);
  if (present !== undefined) {
    // What goes on beyond all that was looked at has no end.
    return { open: true, until: present === spans.at(-1) && hours.days.length === 7 ? null : present.end };
  }
  return { open: false, until: spans.find(({ start }) => start > at)?.start ?? null };
}
