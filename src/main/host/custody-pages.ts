import type { Named } from '../../shared/bridge.ts';
import { queryAnswers, type Query } from '../../shared/contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import type { CustodyView } from '../../shared/views.ts';
import { success } from '../engine/faults/fault.ts';
import { misuse } from '../engine/faults/usage-sentences.ts';

/** Lines that are asked for at once. */
const pageSize = 2_000;

/** What a history is asked from. */
export interface CustodyDoor {
  query(query: Named<Query, 'custody.whole' | 'custody.page'>): Promise<Outcome<unknown>>;
}

/**
 * The pages of the whole history of an item, open case, document or case, oldest line first; the last one may be empty. `id` undefined: all
 * there is. A fault ends it.
 */
export async function* custodyPages(
  door: CustodyDoor,
  id: string | undefined,
): AsyncGenerator<Outcome<readonly CustodyView[]>> {
  for (let after = 0; ;) {
    const part = { after, limit: pageSize };
    const asked = await (id === undefined
      ? door.query({ name: 'custody.page', ...part })
      : door.query({ name: 'custody.whole', id, ...part }));
    if (!asked.ok) {
      yield asked;
      return;
    }
    const answer = queryAnswers[id === undefined ? 'custody.page' : 'custody.whole'].safeParse(asked.value);
    // Another process may be of another version.
    if (!answer.success) {
      yield misuse('owner-of-other-version');
      return;
    }
    const { rows } = answer.data;
    yield success(rows);
    after = rows.at(-1)?.sequence ?? after;
    // A line that can't be read is left out of its page: only an empty page is the end.
    if (rows.length === 0) return;
  }
}
