import { openCaseStates, type OpenCaseState, type OpenCaseView } from '../../../../shared/case-views.ts';
import { queryAnswers } from '../../../../shared/contract.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import { success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { readAnswer } from '../../control/read-answer.ts';
import type { ReadOnlyDoor } from '../../control/open-door.ts';

/** States of open cases that can still be released, or taken back. */
const unsent = ['open', 'held', 'released', 'refused'] as const satisfies readonly OpenCaseState[];

/** Names longer than that are nobody's. */
const maxNameLength = 300;

/**
 * The open case that a person means: by its name, key or external id, where one that is not sent yet has it; else by its id, the
 * beginning of it, or the id of the case that it became; else one that was sent under that name. Faults: `not-found`; `wrong-usage`
 * where several are meant.
 */
export async function openCaseNamed(door: ReadOnlyDoor, name: string): Promise<Outcome<OpenCaseView>> {
  const waiting = await called(door, name, unsent);
  if (!waiting.ok) return waiting;
  const [first, second] = waiting.value;
  if (second !== undefined) return misuse('case-twice', { given: name });
  if (first !== undefined) return success(first);
  const byId = await readAnswer(queryAnswers['open-cases.get'], door.query({ name: 'open-cases.get', idPrefix: name }));
  if (byId.ok || byId.fault.code !== 'not-found') return byId;
  const sent = await called(
    door,
    name,
    openCaseStates.filter((state) => state !== 'dissolved'),
  );
  if (!sent.ok) return sent;
  const [only, another] = sent.value;
  if (another !== undefined) return misuse('case-twice', { given: name });
  return only === undefined ? byId : success(only);
}

async function called(
  door: ReadOnlyDoor,
  name: string,
  states: readonly OpenCaseState[],
): Promise<Outcome<readonly OpenCaseView[]>> {
  if (name.length > maxNameLength) return success([]);
  const page = await readAnswer(
    queryAnswers['open-cases.page'],
    door.query({ name: 'open-cases.page', states: [...states], called: name, offset: 0, limit: 2 }),
  );
  return page.ok ? success(page.value.rows) : page;
}
