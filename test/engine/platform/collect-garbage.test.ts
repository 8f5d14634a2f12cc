import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../../src/main/engine/platform/collect-garbage.ts';

test('what nobody holds any more is gone at once', async () => {
  const held = new WeakRef({});
  // In the turn in which it was made it is held.
  await nextTurn();
  await collectGarbage();
  expect(held.deref()).toBeUndefined();
});
