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

/** Whether a flag's value is one of the words it takes. */
export function isOneOf<const Word extends string>(words: readonly Word[], text: string): text is Word {
  return words.some((word) => word === text);
}

/** The complaint about a value that is none of them. */
export function wrongWord(
  flag: string,
  text: string,
  words: readonly string[],
): { readonly ok: false } & ReturnType<typeof failure> {
  return failure('wrong-usage', { problem: `${flag} ${text} is not known.`, hint: `Use ${words.join(', ')}.` });
}
