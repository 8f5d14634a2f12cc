import { expect, test } from 'vitest';
import { success } from '../../../src/main/engine/faults/fault.ts';
import type { ServiceDocument } from '../../../src/main/engine/service/client.ts';
import { createFollowProject, type FollowDependencies } from '../../../src/main/engine/tracker/follow-project.ts';
import { walkChanges } from '../../../src/main/engine/tracker/walk-changes.ts';
import { createSeenDocuments } from '../../../src/main/engine/tracker/seen-documents.ts';
import { someSubmission } from '../journal/journal-fixtures.ts';
import { createTestClock } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';

const pageLimit = 50;

/** What happens at the service before one of our requests. */
interface Meanwhile {
  readonly ms: number;
  readonly added: number;
  /** Documents that change, by their place among all there are (0 to 1). */
  readonly changed: readonly number[];
  readonly removed: readonly number[];
}

/** A list that lives while it is read: documents come, change and go between any two pages. */
function createLivingList(
  clock: ReturnType<typeof createTestClock>,
  how: { readonly granularityMs: number; readonly lagMs: number },
): {
  happen(meanwhile: Meanwhile): void;
  page(offset: number, newestFirst: boolean): ServiceDocument[];
  states: Map<string, string>;
} {
  const rows = new Map<string, { at: number; state: number; shownFrom: number; before: ServiceDocument | null }>();
  let made = 0;
  let requests = 0;
  const stamp = (): number => Math.floor(clock.now() / how.granularityMs) * how.granularityMs;
  const shown = (id: string, at: number, state: number): ServiceDocument => ({
    id,
    state: `state-${state}`,
    title: null,
    caseId: null,
    externalId: null,
    createdAt: null,
    updatedAt: new Date(at).toISOString(),
    projectId: 'p',
    fileId: null,
    files: [],
    externalData: null,
    url: null,
    raw: {},
  });
  const states = new Map<string, string>();
  return {
    states,
    happen({ ms, added, changed, removed }) {
      clock.advance(ms);
      const ids = [...rows.keys()];
      const at = (place: number): string | undefined => ids[Math.min(ids.length - 1, Math.floor(place * ids.length))];
      for (const place of removed) {
        const id = at(place);
        if (id === undefined) continue;
        rows.delete(id);
        states.delete(id);
      }
      for (const place of changed) {
        const id = at(place);
        const row = id === undefined ? undefined : rows.get(id);
        if (id === undefined || row === undefined) continue;
        // Written with its time, and to be seen a little later: the commit takes a while.
        const before = row.shownFrom <= clock.now() ? shown(id, row.at, row.state) : row.before;
        rows.set(id, { at: stamp(), state: row.state + 1, shownFrom: clock.now() + how.lagMs, before });
        states.set(id, `state-${row.state + 1}`);
      }
      for (let count = 0; count < added; count += 1) {
        made += 1;
        rows.set(`d${made}`, { at: stamp(), state: 0, shownFrom: clock.now() + how.lagMs, before: null });
        states.set(`d${made}`, 'state-0');
      }
    },
    page(offset, newestFirst) {
      requests += 1;
      const visible = [...rows].flatMap(([id, row]) => {
        const document = row.shownFrom <= clock.now() ? shown(id, row.at, row.state) : row.before;
        return document === null ? [] : [document];
      });
      const time = (document: ServiceDocument): number => Date.parse(document.updatedAt ?? '');
      const alike = new Map<number, number>();
      for (const document of visible) alike.set(time(document), (alike.get(time(document)) ?? 0) + 1);
      // Equal times come in another order at each request; those that fill more than a page can't be read then, and keep theirs.
      const salt = (document: ServiceDocument): number =>
        (Number(document.id.slice(1)) * 7_919 * ((alike.get(time(document)) ?? 0) < pageLimit ? requests + 1 : 1)) %
        10_007;
      visible.sort((a, b) => (newestFirst ? time(b) - time(a) : time(a) - time(b)) || salt(a) - salt(b));
      return visible.slice(offset, offset + pageLimit);
    },
  };
}

const place = fc.double({ min: 0, max: 1, noNaN: true });
const meanwhile = fc.record({
  ms: fc.integer({ min: 5, max: 3_000 }),
  added: fc.integer({ min: 0, max: 30 }),
  changed: fc.array(place, { maxLength: 60 }),
  removed: fc.array(place, { maxLength: 2 }),
});

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
        const dependencies: FollowDependencies = {
          connectionId: 'office',
          projectId: 'p',
          client: {
            listDocuments({ sort, offset }) {
              const next = coming.shift();
              if (next !== undefined) list.happen(next);
              const documents = list.page(offset ?? 0, sort === '-updatedAt');
              return Promise.resolve(success({ documents, limit: pageLimit, offset: offset ?? 0, totalCount: null }));
            },
            getDocument: () => Promise.reject(new Error('nothing is asked for by itself')),
          },
          journal: {
            cursor: () => Promise.resolve(null),
            commit: () => Promise.resolve({ ok: true, revision: 1 }),
            itemsOfDocument: () => Promise.resolve([]),
            unsettledDocuments: () => Promise.resolve([]),
            submissions: () => Promise.resolve([someSubmission({ state: 'submitted' })]),
          },
          clock,
          seen: createSeenDocuments(),
          record: () => Promise.resolve(false),
          observe(documents) {
            for (const { id, state } of documents) told.set(id, state);
            return Promise.resolve(true);
          },
          onSettled: () => undefined,
          resolveBatches: () => Promise.resolve({ outstanding: true, progressed: false }),
          limits: { fastestMs: 2_000, slowestMs: 60_000 },
        };
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
}, 60_000);

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
    mostPages: 6,
    ordered: true,
    signal: AbortSignal.timeout(10_000),
    onPage: () => Promise.resolve(),
  });
  expect(walk).toMatchObject({ ordered: true, fault: null });
});
