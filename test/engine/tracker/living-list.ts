import { success } from '../../../src/main/engine/faults/fault.ts';
import type { Outcome } from '../../../src/shared/faults.ts';
import type { FollowDependencies } from '../../../src/main/engine/tracker/follow-project.ts';
import { createSeenDocuments } from '../../../src/main/engine/tracker/seen-documents.ts';
import { someSubmission } from '../journal/journal-fixtures.ts';
import type { ServiceDocument } from '../../../src/main/engine/service/client.ts';
import type { createTestClock } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';

/** Rows of a page of a living list. */
export const pageLimit = 50;

/** What happens at the service before one of our requests. */
export interface Meanwhile {
  readonly ms: number;
  readonly added: number;
  /** Documents that change, by their place among all there are (0 to 1). */
  readonly changed: readonly number[];
  readonly removed: readonly number[];
}

/** A list that lives while it is read: documents come, change and go between any two pages. */
export function createLivingList(
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
/** Arbitrary {@link Meanwhile}s. */
export const meanwhile = fc.record({
  ms: fc.integer({ min: 5, max: 3_000 }),
  added: fc.integer({ min: 0, max: 30 }),
  changed: fc.array(place, { maxLength: 60 }),
  removed: fc.array(place, { maxLength: 2 }),
});

/** What following a list needs: `told` has the state in which each document was last shown, `cursors` what is kept over restarts. */
export function followed(parts: {
  readonly clock: ReturnType<typeof createTestClock>;
  readonly told: Map<string, string>;
  readonly list: (newestFirst: boolean, offset: number) => Outcome<readonly ServiceDocument[]>;
  readonly cursors?: Map<string, string>;
}): FollowDependencies {
  const { clock, told, list, cursors = new Map<string, string>() } = parts;
  return {
    connectionId: 'office',
    projectId: 'p',
    client: {
      listDocuments({ sort, offset = 0 }) {
        const answer = list(sort === '-updatedAt', offset);
        return Promise.resolve(
          answer.ok ? success({ documents: answer.value, limit: pageLimit, offset, totalCount: null }) : answer,
        );
      },
      getDocument: () => Promise.reject(new Error('nothing is asked for by itself')),
    },
    journal: {
      cursor: (name) => Promise.resolve(cursors.get(name) ?? null),
      commit(changes) {
        for (const change of changes) if (change.kind === 'cursor-set') cursors.set(change.name, change.value);
        return Promise.resolve({ ok: true, revision: 1 });
      },
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
}
