import { CommanderError, Option } from 'commander';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { exitStatus } from '../exit-status.ts';

/** Commander stops at a flag whose value can't be used; the fault says why. */
export class RefusedValue extends CommanderError {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(exitStatus.wrongUsage, 'mailroom.refusedValue', fault.code);
    this.fault = fault;
  }
}

/** A flag whose value is read by a function of its own. */
export function flagOf<Value>(
  flags: string,
  description: string,
  read: (flag: string, text: string) => Outcome<Value>,
): Option {
  const option = new Option(flags, description);
  return option.argParser((text: string) => {
    const value = read(option.long ?? flags, text);
    if (!value.ok) throw new RefusedValue(value.fault);
    return value.value;
  });
}

/** A flag that takes one of these words (or several, by its flags). Its description says what each means. */
export function choice(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseDuration(flag: string, text: string, minMs: number): Outcome<number> {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim());
  const value = match === null ? NaN : Number(match[1]) * (units[match[2] ?? 's'] ?? NaN);
  if (!Number.isFinite(value) || value <= 0) return misuse('no-duration', { flag, given: text });
  if (value < minMs) return misuse('duration-too-short', { flag, given: text, min: `${minMs / 1_000}s` });
  return success(Math.round(value));
}

/** A flag that takes a duration such as `90s`, `30m` or `2h`, at least `minMs`; a number alone is seconds. Its value is in ms. */
export function duration(flags: string, description: string, minMs = 1): Option {
  return flagOf(flags, description, (flag, text) => parseDuration(flag, text, minMs));
}

/** What numbers a flag takes; whole ones unless `whole` is false. */
export interface NumberRange {
  readonly min: number;
  readonly max?: number;
  readonly whole?: boolean;
}

/** The number that a person typed after a flag; else `wrong-usage`, which names the flag. */
export function parseNumber(
  flag: string,
  text: string,
  { min, max = Number.MAX_SAFE_INTEGER, whole = true }: NumberRange,
): Outcome<number> {
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN;
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return success(value);
  const params = { flag, given: text, min };
  if (max === Number.MAX_SAFE_INTEGER) return misuse('number-too-small', params);
  return misuse('number-out-of-range', { ...params, max });
}

/** A flag that takes a number. */
export function number(flags: string, description: string, range: NumberRange): Option {
  return flagOf(flags, description, (flag, text) => parseNumber(flag, text, range));
}

/** The complaint about a value that is none of the words that the flag takes. */
export function wrongWord(flag: string, given: string, words: readonly string[]): ReturnType<typeof misuse> {
  return misuse('unknown-word', { flag, given, words: words.join(', ') });
}
