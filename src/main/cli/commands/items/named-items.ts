import { queryAnswers } from '../../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import type { Door } from '../../control/open-door.ts';
import { readAnswer } from '../../control/read-answer.ts';

/** Items by what a person typed of their ids, each once, and what was wrong with the rest. */
export interface NamedItems {
  readonly itemIds: readonly string[];
  readonly refused: readonly { readonly id: string; readonly fault: Fault }[];
}

/** Ids that are asked about at once. */
const together = 50;
/** An id as it is made, whole: nothing needs to be looked up for it, and a thousand of them take no time. */
const wholeId = /^[0-9a-z]{22}$/;

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
  const found = new Set<string>();
  const refused: { id: string; fault: Fault }[] = [];
  const look = async (id: string): Promise<void> => {
    if (wholeId.test(id)) {
      found.add(id);
      return;
    }
    const item = await readAnswer(queryAnswers['items.get'], door.query({ name: 'items.get', idPrefix: id }));
    if (item.ok) found.add(item.value.id);
    else refused.push({ id, fault: item.fault });
  };
  for (let start = 0; start < ids.length; start += together) {
    await Promise.all(ids.slice(start, start + together).map(look));
  }
  return success({ itemIds: [...found], refused });
}
