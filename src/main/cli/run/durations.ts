import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration such as `90s`, `30m`, `2h` in ms; a number alone is seconds. */
export function parseDuration(text: string, flag: string): Outcome<number> {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim());
  const value = match === null ? NaN : Number(match[1]) * (units[match[2] ?? 's'] ?? NaN);
  if (Number.isFinite(value) && value > 0) return success(Math.round(value));
  return failure('wrong-usage', { problem: `${flag} ${text} is no duration.`, hint: 'Write it like 90s, 30m or 2h.' });
}
