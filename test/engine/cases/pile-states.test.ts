import { describe, expect, test } from 'vitest';
import { pileCommands } from '../../../src/main/engine/casework/pile-acts.ts';
import { pileFaults } from '../../../src/main/engine/cases/pile-state.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { PileRecord } from '../../../src/main/engine/journal/pile-records.ts';
import { committed, newId, openTestJournal } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene, type Scene } from './pile-fixtures.ts';
import { fc } from '../../support/property.ts';

type Step =
  | { readonly act: 'come'; readonly case: number; readonly role: string }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'role' | 'loose' | 'cancel'; readonly item: number }
  | { readonly act: 'move'; readonly item: number; readonly pile: number }
  | { readonly act: 'release' | 'anyway' | 'reopen' | 'dissolve' | 'send' | 'refuse' | 'main'; readonly pile: number };

const at = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('come' as const),
      case: fc.nat({ max: 2 }),
      role: fc.constantFrom('invoice', 'note'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.constantFrom(500, 3_000, 70_000) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('role', 'loose', 'cancel'), item: at }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('move' as const), item: at, pile: at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('release', 'anyway', 'reopen', 'dissolve', 'send', 'refuse', 'main'),
      pile: at,
    }),
  },
);

/** Lives through the steps in a project of its own; what must hold of piles is looked at after each. */
async function live(journal: Journal, steps: readonly Step[]): Promise<void> {
  const projectId = `project-${newId()}`;
  const scene = createScene(journal);
  const acts = pileCommands({
    journal,
    now: scene.clock.now,
    newId,
    actor: 'anna',
    folderOf: () => null,
    queue: { add: () => undefined, cancel: () => Promise.resolve() },
    look: scene.piles.look,
    forget: () => undefined,
    retry: () => Promise.resolve(),
  });
  const items: string[] = [];
  const piles = async (): Promise<readonly PileRecord[]> =>
    (await journal.pilePage({ projectId, states: allStates, offset: 0, limit: 200 })).rows;

  async function take(one: Step): Promise<void> {
    const found = await piles();
    const pileId = 'pile' in one ? found[one.pile % Math.max(1, found.length)]?.id : undefined;
    const itemId = 'item' in one ? items[one.item % Math.max(1, items.length)] : undefined;
    switch (one.act) {
      case 'come': {
        const name = `${one.case}_${one.role} (${items.length}).pdf`;
        const terms = { by: 'name', required: ['invoice', 'note'], release: 'complete', limitMs: 60_000 } as const;
        const item = caseItem(name, { ...terms, required: [...terms.required] });
        items.push(await comesIn(journal, scene, { ...item, rule: { ...item.rule, projectId } }));
        return;
      }
      case 'wait':
        scene.clock.advance(one.ms);
        // The looks that the clock set off are done when one that comes after them is.
        for (const { id } of found) await scene.piles.look(id);
        return;
      case 'role':
        if (itemId !== undefined)
          await acts['piles.set-role']({ name: 'piles.set-role', itemIds: [itemId], role: null });
        return;
      case 'loose':
        if (itemId !== undefined)
          await acts['piles.move-items']({ name: 'piles.move-items', itemIds: [itemId], pileId: null });
        return;
      case 'move':
        if (itemId !== undefined && pileId !== undefined)
          await acts['piles.move-items']({ name: 'piles.move-items', itemIds: [itemId], pileId });
        return;
      case 'cancel': {
        const item = itemId === undefined ? null : await journal.item(itemId);
        if (item?.stage !== 'uploaded') return;
        const trail = [{ stage: 'cancelled', at: scene.clock.now() }] as const;
        await committed(journal, { kind: 'item-moved', itemId: item.id, from: ['uploaded'], trail });
        for (const { id } of found) await scene.piles.look(id);
        return;
      }
      case 'main': {
        const pile = found.find(({ id }) => id === pileId);
        const main = pile?.members.at(-1)?.itemId;
        if (pileId !== undefined && main !== undefined)
          await acts['piles.set-main']({ name: 'piles.set-main', pileId, itemId: main });
        return;
      }
      case 'release':
      case 'anyway':
        if (pileId !== undefined)
          await acts['piles.release']({ name: 'piles.release', pileId, anyway: one.act === 'anyway' });
        return;
      case 'reopen':
        if (pileId !== undefined) await acts['piles.reopen']({ name: 'piles.reopen', pileId });
        return;
      case 'dissolve':
        if (pileId !== undefined) await acts['piles.dissolve']({ name: 'piles.dissolve', pileId });
        return;
      case 'send':
      case 'refuse': {
        const submissionId = found.find(({ id }) => id === pileId)?.submissionId ?? null;
        const submission = submissionId === null ? null : await journal.submission(submissionId);
        if (submission?.state !== 'ready') return;
        const set = { state: one.act === 'send' ? 'submitted' : 'held' } as const;
        await committed(journal, {
          kind: 'submission-set',
          submissionId: submission.id,
          from: ['ready'],
          set,
          at: scene.clock.now(),
        });
      }
    }
  }

  const sent = new Map<string, string>();
  for (const one of steps) {
    await take(one);
    await holdsTrue(journal, scene, await piles(), sent);
  }
  await scene.piles.stop();
}

const allStates = ['open', 'held', 'released', 'submitting', 'unclear', 'refused', 'submitted', 'dissolved'] as const;

async function holdsTrue(
  journal: Journal,
  scene: Scene,
  piles: readonly PileRecord[],
  sent: Map<string, string>,
): Promise<void> {
  const seen = new Set<string>();
  for (const pile of piles) {
    const items = await journal.itemsByIds(pile.members.map(({ itemId }) => itemId));
    // An item is in one pile at most, and a pile has one main file at most.
    for (const { id } of items) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
    expect(pile.members.filter(({ mainFile }) => mainFile).length).toBeLessThan(2);
    // Held with a reason, and so are its files; nobody else carries that reason.
    expect(pile.state === 'held').toBe(pile.fault !== null);
    const withReason = items.filter(({ fault }) => fault !== null && pileFaults.has(fault.code));
    if (pile.state !== 'held') expect(withReason).toEqual([]);
    else expect(items.every(({ stage }) => stage === 'held' || stage === 'cancelled')).toBe(true);
    const gathers = pile.state === 'open' || pile.state === 'held';
    if (gathers) expect([pile.submissionId, pile.releasedAt]).toEqual([null, null]);
    if (pile.state === 'submitted' && pile.submissionId !== null) {
      // What was sent stays what it was.
      expect(sent.get(pile.id) ?? pile.submissionId).toBe(pile.submissionId);
      sent.set(pile.id, pile.submissionId);
    }
    if (pile.submissionId === null) continue;
    const submission = await journal.submission(pile.submissionId);
    const living = new Set(items.filter(({ stage }) => stage !== 'cancelled').map(({ id }) => id));
    const asked = (submission?.items ?? []).map(({ itemId }) => itemId);
    for (const id of living) expect(asked).toContain(id);
  }
  for (const id of sent.keys()) expect(piles.find((pile) => pile.id === id)?.state).toBe('submitted');
  // No item is in two calls that count.
  for (const id of seen) {
    const live = (await journal.submissionsOfItem(id)).filter(({ state }) => state !== 'cancelled');
    expect(live.length).toBeLessThan(2);
  }
  expect(scene.announced.length).toBeGreaterThanOrEqual(sent.size);
}

describe('the states of a pile', () => {
  test('hold together whatever comes, is decided, refused or waited for', async () => {
    const { journal } = await openTestJournal();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), (steps) => live(journal, steps)),
      { numRuns: 25 },
    );
    expect(await journal.verifyCustody()).toMatchObject({ brokenAt: null });
  });
});
