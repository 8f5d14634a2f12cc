import { describe, expect, test } from 'vitest';
import { openCaseCommands } from '../../../src/main/engine/casework/open-case-acts.ts';
import { openCaseFaults } from '../../../src/main/engine/cases/open-case-state.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { OpenCaseRecord } from '../../../src/main/engine/journal/open-case-records.ts';
import { committed, newId, openTestJournal } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene, type Scene } from './open-case-fixtures.ts';
import { eventKeyOf } from '../../../src/shared/history/event-key.ts';
import { fc } from '../../support/property.ts';

type Step =
  | { readonly act: 'come'; readonly case: number; readonly role: string }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'role' | 'loose' | 'cancel'; readonly item: number }
  | { readonly act: 'move'; readonly item: number; readonly openCase: number }
  | {
      readonly act: 'release' | 'anyway' | 'reopen' | 'dissolve' | 'send' | 'refuse' | 'main';
      readonly openCase: number;
    };

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
  { weight: 2, arbitrary: fc.record({ act: fc.constant('move' as const), item: at, openCase: at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('release', 'anyway', 'reopen', 'dissolve', 'send', 'refuse', 'main'),
      openCase: at,
    }),
  },
);

/** Lives through the steps in a project of its own; what must hold of open cases is looked at after each. */
async function live(journal: Journal, steps: readonly Step[]): Promise<void> {
  const projectId = `project-${newId()}`;
  const scene = createScene(journal);
  const acts = openCaseCommands({
    journal,
    now: scene.clock.now,
    newId,
    actor: 'anna',
    folderOf: () => null,
    queue: { add: () => undefined, cancel: () => Promise.resolve() },
    look: scene.openCases.look,
    forget: () => undefined,
    retry: () => Promise.resolve(),
  });
  const items: string[] = [];
  const openCases = async (): Promise<readonly OpenCaseRecord[]> =>
    (await journal.openCasePage({ projectId, states: allStates, offset: 0, limit: 200 })).rows;

  async function take(one: Step): Promise<void> {
    const found = await openCases();
    const openCaseId = 'openCase' in one ? found[one.openCase % Math.max(1, found.length)]?.id : undefined;
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
        for (const { id } of found) await scene.openCases.look(id);
        return;
      case 'role':
        if (itemId !== undefined)
          await acts['open-cases.set-role']({ name: 'open-cases.set-role', itemIds: [itemId], role: null });
        return;
      case 'loose':
        if (itemId !== undefined)
          await acts['open-cases.move-items']({ name: 'open-cases.move-items', itemIds: [itemId], openCaseId: null });
        return;
      case 'move':
        if (itemId !== undefined && openCaseId !== undefined)
          await acts['open-cases.move-items']({ name: 'open-cases.move-items', itemIds: [itemId], openCaseId });
        return;
      case 'cancel': {
        const item = itemId === undefined ? null : await journal.item(itemId);
        if (item?.stage !== 'uploaded') return;
        const trail = [{ stage: 'cancelled', at: scene.clock.now() }] as const;
        await committed(journal, { kind: 'item-moved', itemId: item.id, from: ['uploaded'], trail });
        for (const { id } of found) await scene.openCases.look(id);
        return;
      }
      case 'main': {
        const openCase = found.find(({ id }) => id === openCaseId);
        const main = openCase?.members.at(-1)?.itemId;
        if (openCaseId !== undefined && main !== undefined)
          await acts['open-cases.set-main']({ name: 'open-cases.set-main', openCaseId, itemId: main });
        return;
      }
      case 'release':
      case 'anyway':
        if (openCaseId !== undefined)
          await acts['open-cases.release']({ name: 'open-cases.release', openCaseId, anyway: one.act === 'anyway' });
        return;
      case 'reopen':
        if (openCaseId !== undefined) await acts['open-cases.reopen']({ name: 'open-cases.reopen', openCaseId });
        return;
      case 'dissolve':
        if (openCaseId !== undefined) await acts['open-cases.dissolve']({ name: 'open-cases.dissolve', openCaseId });
        return;
      case 'send':
      case 'refuse': {
        const submissionId = found.find(({ id }) => id === openCaseId)?.submissionId ?? null;
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
    await holdsTrue(journal, scene, await openCases(), sent);
  }
  await scene.openCases.stop();
  // Whatever happened, the history tells it in a sentence.
  for (const { id } of await openCases()) {
    const rows = await journal.custody({ subjectIds: [id], limit: 1_000 });
    expect(rows.filter((row) => eventKeyOf(row) === 'unknown').map(({ event }) => event)).toEqual([]);
  }
}

const allStates = ['open', 'held', 'released', 'submitting', 'unclear', 'refused', 'submitted', 'dissolved'] as const;

async function holdsTrue(
  journal: Journal,
  scene: Scene,
  openCases: readonly OpenCaseRecord[],
  sent: Map<string, string>,
): Promise<void> {
  const seen = new Set<string>();
  for (const openCase of openCases) {
    const items = await journal.itemsByIds(openCase.members.map(({ itemId }) => itemId));
    // An item is in one open case at most, and an open case has one main file at most.
    for (const { id } of items) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
    expect(openCase.members.filter(({ mainFile }) => mainFile).length).toBeLessThan(2);
    // Held with a reason, and so are its files; nobody else carries that reason.
    expect(openCase.state === 'held').toBe(openCase.fault !== null);
    const withReason = items.filter(({ fault }) => fault !== null && openCaseFaults.has(fault.code));
    if (openCase.state !== 'held') expect(withReason).toEqual([]);
    else expect(items.every(({ stage }) => stage === 'held' || stage === 'cancelled')).toBe(true);
    const gathers = openCase.state === 'open' || openCase.state === 'held';
    if (gathers) expect([openCase.submissionId, openCase.releasedAt]).toEqual([null, null]);
    if (openCase.state === 'submitted' && openCase.submissionId !== null) {
      // What was sent stays what it was.
      expect(sent.get(openCase.id) ?? openCase.submissionId).toBe(openCase.submissionId);
      sent.set(openCase.id, openCase.submissionId);
    }
    if (openCase.submissionId === null) continue;
    const submission = await journal.submission(openCase.submissionId);
    const living = new Set(items.filter(({ stage }) => stage !== 'cancelled').map(({ id }) => id));
    const asked = (submission?.items ?? []).map(({ itemId }) => itemId);
    for (const id of living) expect(asked).toContain(id);
  }
  for (const id of sent.keys()) expect(openCases.find((openCase) => openCase.id === id)?.state).toBe('submitted');
  // No item is in two calls that count.
  for (const id of seen) {
    const live = (await journal.submissionsOfItem(id)).filter(({ state }) => state !== 'cancelled');
    expect(live.length).toBeLessThan(2);
  }
  expect(scene.announced.length).toBeGreaterThanOrEqual(sent.size);
}

describe('the states of an open case', () => {
  test('hold together whatever comes, is decided, refused or waited for', async () => {
    const { journal } = await openTestJournal();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), (steps) => live(journal, steps)),
      { numRuns: 25 },
    );
    expect(await journal.verifyCustody()).toMatchObject({ brokenAt: null });
  });
});
