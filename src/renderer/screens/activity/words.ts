import { formatNumber } from '../../text/format.ts';
import { dateFormatter } from '../../text/formatters.ts';
import { textOf } from '../../text/index.ts';
import type { Bucket } from './span.ts';

/** A span of time (ms) in its largest fitting unit, short: 41 s, 3.2 min, 2 h; '–' where there is none. */
export function spanWords(ms: number | null): string {
  if (ms === null) return '–';
  const say = textOf('activity');
  const seconds = ms / 1000;
  const words = (value: number): string => formatNumber(value, value < 10 ? 1 : 0);
  if (seconds < 60) return say('seconds', { value: words(seconds) });
  if (seconds < 3_600) return say('minutes', { value: words(seconds / 60) });
  if (seconds < 86_400) return say('hours', { value: words(seconds / 3_600) });
  return say('days', { value: words(seconds / 86_400) });
}

/** A bucket as a mark of the axis: 14:00 or 24 Nov; the first hour of a day says the day. */
export function tickWords(at: number, bucket: Bucket, days: number): string {
  if (bucket === 'day') return dateFormatter({ day: 'numeric', month: 'short' }).format(at);
  if (days > 1 && new Date(at).getHours() === 0) return dateFormatter({ weekday: 'short', day: 'numeric' }).format(at);
  return dateFormatter({ hour: '2-digit', minute: '2-digit' }).format(at);
}

/** A bucket in full, for tables and the line under the pointer. */
export function bucketWords(at: number, bucket: Bucket): string {
  const day = dateFormatter({ weekday: 'short', day: 'numeric', month: 'short' }).format(at);
  return bucket === 'day' ? day : `${day}, ${dateFormatter({ hour: '2-digit', minute: '2-digit' }).format(at)}`;
}
