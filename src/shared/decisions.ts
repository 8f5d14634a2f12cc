import type { CommandAnswer } from './contract.ts';

/** What a decision about many items did. */
export type Decided = CommandAnswer<'items.retry'>;

/** Why items were not changed, by reason. */
export type Refused = Decided['refused'];

/** Ids in one message: 100,000 keep whoever reads and checks it from everything else for 120 to 180 ms, so many for 2 to 7 ms. */
export const idsInMessage = 5_000;

/** What was decided about nothing. */
export const nothingDecided: Decided = { itemIds: [], refused: [], left: 0 };

/** Two answers as one: reasons of one kind are counted together. */
export function together(one: Decided, other: Decided): Decided {
  const refused = [...one.refused];
  for (const group of other.refused) {
    const at = refused.findIndex(({ first }) => isSameReason(first, group.first));
    const same = refused[at];
    if (same === undefined) refused.push(group);
    else refused[at] = { ...same, count: same.count + group.count };
  }
  return { itemIds: [...one.itemIds, ...other.itemIds], refused, left: one.left + other.left };
}

function isSameReason([one]: Refused[number]['first'], [other]: Refused[number]['first']): boolean {
  return one?.fault.code === other?.fault.code && one?.fault.params['use'] === other?.fault.params['use'];
}
