import { dateFormatter, numberFormatter } from './formatters.ts';
import { currentLanguage } from './language.ts';

/** A figure with the thousands marks of the language. */
export function formatNumber(value: number, fractionDigits = 0, minDigits = 0): string {
  return numberFormatter(fractionDigits, minDigits).format(value);
}

/** A share (1 = all) as the language writes it: 80%, in German 80 %. */
export function formatPercent(share: number): string {
  return `${formatNumber(share * 100)}${currentLanguage() === 'de' ? '\u00A0' : ''}%`;
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in people's units: 418 KB, 12.4 MB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${formatNumber(value, step > 1 && value < 100 ? 1 : 0)} ${units[step] ?? 'B'}`;
}

/** Time of day of an instant (ms): 09:41, with seconds 09:41:07. */
export function formatTime(at: number, seconds = false): string {
  const toMinutes = { hour: '2-digit', minute: '2-digit' } as const;
  return dateFormatter(seconds ? { ...toMinutes, second: '2-digit' } : toMinutes).format(at);
}

/** Day of an instant (ms): 24 Nov 2025. */
export function formatDay(at: number): string {
  return dateFormatter({ day: 'numeric', month: 'short', year: 'numeric' }).format(at);
}

/** A span of seconds as 0:41, 12:03 or 1:02:03. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** How long ago, short, as of `now`: now, 9 s, 3 min, or the time of day after an hour, or the day after today. */
export function formatSince(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 2) return currentLanguage() === 'de' ? 'jetzt' : 'now';
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return new Date(at).toDateString() === new Date(now).toDateString() ? formatTime(at) : formatShortDay(at);
}

/** Day and month of an instant (ms): 24 Nov. */
function formatShortDay(at: number): string {
  return dateFormatter({ day: '2-digit', month: currentLanguage() === 'de' ? '2-digit' : 'short' }).format(at);
}

/** A date of the service (YYYY-MM-DD, maybe with a time) as people write it: 24 Nov 2025; what is no date stays as it is. */
export function formatDate(date: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/u.exec(date);
  if (parts === null) return date;
  const [, year, month, day] = parts.map(Number);
  const instant = new Date(year ?? 0, (month ?? 1) - 1, day ?? 1);
  return Number.isNaN(instant.getTime()) ? date : formatDay(instant.getTime());
}

/** Day and time of an instant (ms), the year only where it is not this one: 24 Nov, 09:41. */
export function formatMoment(at: number): string {
  const day = new Date(at).getFullYear() === new Date().getFullYear() ? formatShortDay(at) : formatDay(at);
  return `${day}, ${formatTime(at)}`;
}
