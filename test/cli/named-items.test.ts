import { expect, test } from 'vitest';
import { namedItems } from '../../src/main/cli/commands/items/named-items.ts';
import { failure } from '../../src/main/engine/faults/fault.ts';

test('whole ids are looked up by nobody: a thousand of them take no time before the decision', async () => {
  let asked = 0;
  const door = {
    query: () => {
      asked += 1;
      return Promise.resolve(failure('not-found', { subject: 'item', id: 'zz' }));
    },
  };
  const ids = Array.from({ length: 1_000 }, (_, index) => `01jx3k${String(index).padStart(16, '0')}`);
  const named = await namedItems(door, [...ids, ids[0] ?? '', 'zz'], false);
  expect(named).toMatchObject({ ok: true, value: { itemIds: ids, refused: [{ id: 'zz' }] } });
  expect(asked).toBe(1);
});
