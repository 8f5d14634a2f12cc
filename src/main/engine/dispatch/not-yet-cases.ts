import type { Outcome } from '../../../shared/faults.ts';
import { failure } from '../faults/fault.ts';

/** The refusal of rules whose mode is `case`. */
export function notYetCases(): Outcome<never> {
  return failure('wrong-usage', {
    problem: 'Cases are put together in a later version.',
    hint: 'Use document or batch.',
  });
}
