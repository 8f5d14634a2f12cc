import type { z } from 'zod';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';

/**
 * What a door answered, as the contract promises it (`commandAnswers`, `queryAnswers`). Another process may be of another
 * version: an answer of another shape is `wrong-usage` that says so.
 */
export async function readAnswer<T>(schema: z.ZodType<T>, asked: Promise<Outcome<unknown>>): Promise<Outcome<T>> {
  const outcome = await asked;
  if (!outcome.ok) return outcome;
  const answer = schema.safeParse(outcome.value);
  if (answer.success) return success(answer.data);
  return misuse('owner-of-other-version');
}
