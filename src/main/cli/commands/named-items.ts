import { queryAnswers } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { ItemView } from '../../../shared/views.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import type { Door } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';

/** Items by what a person typed of their ids, and what was wrong with the rest. */
export interface NamedItems {
  readonly items: readonly ItemView[];
  readonly refused: readonly { readonly id: string; readonly fault: Fault }[];
}

/** Finds items by the first characters of their ids; `wrong-usage` where neither ids nor `--all` were given, or both. */
export async function namedItems(
  door: Pick<Door, 'query'>,
  ids: readonly string[],
  all: boolean,
): Promise<Outcome<NamedItems | 'all'>> {
  if (all && ids.length > 0) {
    return misuse('ids-and-all');
  }
  if (all) return success('all');
  if (ids.length === 0) {
    return misuse('no-item');
  }
  const items = new Map<string, ItemView>();
  const refused: { id: string; fault: Fault }[] = [];
  for (const id of ids) {
    const found = await readAnswer(queryAnswers['items.get'], door.query({ name: 'items.get', idPrefix: id }));
    if (found.ok) items.set(found.value.id, found.value);
    else refused.push({ id, fault: found.fault });
  }
  return success({ items: [...items.values()], refused });
}
