import { expect, test } from 'vitest';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { createFollowProject } from '../../../src/main/engine/tracker/follow-project.ts';
import { walkChanges } from '../../../src/main/engine/tracker/walk-changes.ts';
import { createTestClock } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';
import { createLivingList, followed, meanwhile, pageLimit } from './living-list.ts';

test('no document that changed is missed, whatever the order of equal times and whatever happens between two pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(meanwhile, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 200 }),
      fc.constantFrom(1, 500),
      fc.constantFrom(0, 800),
      async (story, before, granularityMs, lagMs) => {
        const clock = createTestClock();
        const list = createLivingList(clock, { granularityMs, lagMs });
        const told = new Map<string, string>();
        // What was there before: with times of its own, as a project that has been used for long.
        for (let count = 0; count < before; count += 1) list.happen({ ms: 600, added: 1, changed: [], removed: [] });
        const coming = [...story];
        const dependencies = followed({
          clock,
          told,
          list(newestFirst, offset) {
            const next = coming.shift();
            if (next !== undefined) list.happen(next);
            return success(list.page(offset, newestFirst));
          },
        });
        const look = createFollowProject(dependencies);
        for (let looks = 0; coming.length > 0 && looks < 60; looks += 1) {
          await look(AbortSignal.timeout(10_000));
          clock.advance(2_000);
        }
        // Nothing happens any more: two looks see all of it.
        await look(AbortSignal.timeout(10_000));
        clock.advance(2_000);
        await look(AbortSignal.timeout(10_000));
        const missed = [...list.states].filter(([id, state]) => told.get(id) !== state);
        expect(missed).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test('a list that moves on while it is read is not taken for one in no order', async () => {
  const clock = createTestClock();
  const list = createLivingList(clock, { granularityMs: 1, lagMs: 0 });
  for (let count = 0; count < 120; count += 1) list.happen({ ms: 100, added: 1, changed: [], removed: [] });
  const walk = await walkChanges({
    client: {
      listDocuments({ offset }) {
        const documents = list.page(offset ?? 0, true);
        // Far more than a page comes while this one is being read, over several seconds: the next begins with newer ones.
        list.happen({ ms: 4_000, added: 70, changed: [], removed: [] });
        return Promise.resolve(success({ documents, limit: pageLimit, offset: offset ?? 0, totalCount: null }));
      },
    },
    projectId: 'p',
    floor: clock.now() - 5_000,
    ceiling: clock.now() + 86_400_000,
    offset: 0,
    reached: null,
    maxPages: 6,
    ordered: true,
    signal: AbortSignal.timeout(10_000),
    onPage: () => Promise.resolve(),
  });
  expect(walk).toMatchObject({ ordered: true, fault: null });
});
