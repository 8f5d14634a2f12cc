import type { Outcome } from '../../../shared/faults.ts';
import { failure } from '../../engine/faults/fault.ts';

type Refused = Extract<Outcome<unknown>, { ok: false }>;

/** A refusal whose `not-found` names what the person asked for; others stay as they are. */
export function notThere(refused: Refused, subject: 'case' | 'document', id: string): Refused {
  return refused.fault.code === 'not-found' ? failure('not-found', { subject, id }) : refused;
}
