import type { Outcome } from '../../../shared/faults.ts';

/** The value of a query that only a bug lets fail; `is` checks its shape at this border. */
export async function ask<T extends object>(
  answer: Promise<Outcome<unknown>>,
  is: (value: object) => value is T,
): Promise<T> {
  const outcome = await answer;
  if (!outcome.ok) throw new Error(`the engine refused a query: ${outcome.fault.code}`);
  const { value } = outcome;
  if (typeof value !== 'object' || value === null || !is(value)) throw new Error('the engine answered another shape');
  return value;
}
