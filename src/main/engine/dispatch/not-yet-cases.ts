import type { Outcome } from '../../../shared/faults.ts';
import { wrongUse } from '../faults/usage-sentences.ts';

/** The refusal of rules whose mode is `case`. */
export function notYetCases(): Outcome<never> {
  return { ok: false, fault: wrongUse('cases-later') };
}
