import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';

/** A number that a person typed after a flag, a whole one unless `whole` is false; else `wrong-usage` that names the flag. */
export function numberOf(
  flag: string,
  text: string,
  { least, most = Number.MAX_SAFE_INTEGER, whole = true }: { least: number; most?: number; whole?: boolean },
): Outcome<number> {
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN;
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return success(value);
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return failure('wrong-usage', { problem: `${flag} ${text} can't be used.`, hint: `Give a number ${range}.` });
}
