import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration such as `90s`, `30m`, `2h` in ms, at least `leastMs`; a number alone is seconds. */
export function parseDuration(text: string, flag: string, leastMs = 1): Outcome<number> {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim());
  const value = match === null ? NaN : Number(match[1]) * (units[match[2] ?? 's'] ?? NaN);
  if (!Number.isFinite(value) || value <= 0) return misuse('no-duration', { flag, given: text });
  if (value < leastMs) return misuse('duration-too-short', { flag, given: text, least: `${leastMs / 1_000}s` });
  return success(Math.round(value));
}

/** Whether a flag's value is one of the words it takes. */
export function isOneOf<const Word extends string>(words: readonly Word[], text: string): text is Word {
  return words.some((word) => word === text);
}

/** The complaint about a value that is none of them. */
export function wrongWord(flag: string, text: string, words: readonly string[]): ReturnType<typeof misuse> {
  return misuse('unknown-word', { flag, given: text, words: words.join(', ') });
}
