/** Spans of time that are shown: days, today included. */
export const spans = { today: 1, week: 7, month: 30, quarter: 90 } as const;

/** One of {@link spans}. */
export type Span = keyof typeof spans;

/** By what is counted. */
export type Bucket = 'hour' | 'day';

/** Beginning and end (ms) of a span that ends with the day of `now`; whole days of this computer's time zone. */
export function spanOf(span: Span, now: number): { readonly from: number; readonly to: number } {
  const day = new Date(now);
  const at = (shift: number): number => new Date(day.getFullYear(), day.getMonth(), day.getDate() + shift).getTime();
  return { from: at(1 - spans[span]), to: at(1) };
}

/** What a span can be counted by: hours as long as their bars can be told apart. */
export function bucketsOf(span: Span): readonly Bucket[] {
  if (span === 'today') return ['hour'];
  return span === 'week' ? ['day', 'hour'] : ['day'];
}
