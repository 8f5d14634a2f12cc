import type { Outcome } from '../../shared/faults.ts';
import { success } from '../engine/faults/fault.ts';
import { misuse } from '../engine/faults/usage-sentences.ts';

/** A number that a person typed after a flag, a whole one unless `whole` is false; else `wrong-usage` that names the flag. */
export function numberOf(
  flag: string,
  text: string,
  { least, most = Number.MAX_SAFE_INTEGER, whole = true }: { least: number; most?: number; whole?: boolean },
): Outcome<number> {
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN;
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return success(value);
  const params = { flag, given: text, least };
  if (most === Number.MAX_SAFE_INTEGER) return misuse('number-too-small', params);
  return misuse('number-out-of-range', { ...params, most });
}
