import type { z } from 'zod';
import type { Outcome } from '../../../shared/faults.ts';
import { readAnswer } from '../control/read-answer.ts';

/** The value of a query that only a bug lets fail; `schema` is the contract's (`queryAnswers`). */
export async function ask<T>(schema: z.ZodType<T>, asked: Promise<Outcome<unknown>>): Promise<T> {
  const answer = await readAnswer(schema, asked);
  if (!answer.ok) throw new Error(`the engine refused a query: ${answer.fault.code}`);
  return answer.value;
}
