import { expect, test } from 'vitest';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import { createFollowProject } from '../../../src/main/engine/tracker/follow-project.ts';
import { createTestClock } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';
import { createLivingList, followed, meanwhile } from './living-list.ts';

const burst = fc.integer({ min: 0, max: 350 });

test('a walk that is cut, fails or is ended by a restart goes on where it stopped: every change is seen, and it ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ meanwhile, fails: fc.integer({ min: 0, max: 9 }).map((chance) => chance < 2) }), {
        maxLength: 30,
      }),
      fc.record({ before: fc.integer({ min: 0, max: 120 }), atOnce: burst, later: burst }),
      fc.infiniteStream(fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0)),
      fc.integer({ min: 4, max: 12 }),
      fc.constantFrom(1, 500),
      fc.constantFrom(0, 800),
      async (story, { before, atOnce, later }, restarts, maxPages, granularityMs, lagMs) => {
        const clock = createTestClock();
        const list = createLivingList(clock, { granularityMs, lagMs });
        const told = new Map<string, string>();
        const cursors = new Map<string, string>();
        for (let count = 0; count < before; count += 1) list.happen({ ms: 50, added: 1, changed: [], removed: [] });
        list.happen({ ms: 50, added: atOnce, changed: [], removed: [] });
        const coming = [...story];
        let requests = 0;
        const dependencies = followed({
          ...{ clock, told, cursors },
          list(newestFirst, offset) {
            requests += 1;
            const next = coming.shift();
            if (next !== undefined) list.happen(next.meanwhile);
            return next?.fails === true ? failure('service-unreachable') : success(list.page(offset, newestFirst));
          },
        });
        let look = createFollowProject(dependencies, maxPages);
        const lookOnce = async (): Promise<void> => {
          const asked = requests;
          await look(AbortSignal.timeout(10_000));
          // One look is bounded (and one request asks for the order).
          expect(requests - asked).toBeLessThanOrEqual(maxPages + 2);
          clock.advance(2_000);
          if (restarts.next().value === true) look = createFollowProject(dependencies, maxPages);
        };
        for (let looks = 0; coming.length > 0 && looks < 100; looks += 1) await lookOnce();
        list.happen({ ms: 50, added: later, changed: [], removed: [] });
        // Nothing happens any more: all there is, read twice, and the looks from the top until the newest has settled.
        const most = 2 * Math.ceil(list.states.size / 40 / (maxPages - 3)) + 12;
        for (let looks = 0; looks < most; looks += 1) await lookOnce();
        expect([...list.states].filter(([id, state]) => told.get(id) !== state)).toEqual([]);
        const [kept = '{}'] = cursors.values();
        if (list.states.size > 0) expect(JSON.parse(kept)).toMatchObject({ unread: [] });
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
});
