import { expect, test } from 'vitest';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import { JournalError, type Journal } from '../../../src/main/engine/journal/journal.ts';
import { added, committed, openTestJournal, rule } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene, start } from './open-case-fixtures.ts';

const needed = { by: 'name', required: ['invoice', 'note'], release: 'complete' } as const;
const rules = { ...needed, required: [...needed.required] };

/** The journal, with every call of one of its functions noted by name. */
function counted(journal: Journal): { readonly journal: Journal; readonly calls: string[] } {
  const calls: string[] = [];
  const noted = new Proxy(journal, {
    get(target, name, receiver) {
      if (typeof name === 'string') calls.push(name);
      const value: unknown = Reflect.get(target, name, receiver);
      return value;
    },
  });
  return { journal: noted, calls };
}

/** So many open cases that wait for a second file, as the engine takes files in: in commits of many. */
async function waitingOpenCases(journal: Journal, count: number): Promise<void> {
  const { openCases } = createScene(journal);
  for (let from = 0; from < count; from += 100) {
    const changes: Change[] = [];
    for (let number = from; number < Math.min(count, from + 100); number += 1) {
      const item = caseItem(`${String(number)}_invoice.pdf`, rules);
      const at = start;
      changes.push(
        { ...added(item, 'seen'), trail: [{ stage: 'accepted', at }] },
        openCases.placed(item),
        { kind: 'item-moved', itemId: item.id, from: ['accepted'], trail: [{ stage: 'uploading', at }] },
        {
          kind: 'file-uploaded',
          fileId: `f-${item.id}`,
          itemId: item.id,
          connectionId: rule.connectionId,
          size: 1,
          at,
        },
        { kind: 'item-moved', itemId: item.id, from: ['uploading'], trail: [{ stage: 'uploaded', at }] },
      );
    }
    await committed(journal, ...changes);
  }
}

test('a start with many open cases that only wait asks the journal page by page, not open case by open case', async () => {
  const { journal } = await openTestJournal();
  await waitingOpenCases(journal, 650);
  const { journal: noted, calls } = counted(journal);
  const scene = createScene(noted);
  await scene.openCases.start();
  expect((await journal.openCasePage({ offset: 0, limit: 1 })).total).toBe(650);
  // Four pages of 200 and the empty one behind them: their files, the places of these, the open cases.
  expect(calls.length).toBeLessThanOrEqual(5 * 4);
  expect(calls).not.toContain('commit');
  // Each is waited for all the same: at its limit it is held.
  scene.clock.advance(24 * 3_600_000 + 1);
  await expect.poll(() => scene.held.length).toBe(650);
  await scene.openCases.stop();
});

test('a start with many open cases that are due writes about many at once, and lets a person’s act in between', async () => {
  const { journal } = await openTestJournal();
  await waitingOpenCases(journal, 400);
  let inTheAir = 0;
  let most = 0;
  const watched: Journal = {
    ...journal,
    async commit(changes, actor) {
      inTheAir += 1;
      most = Math.max(most, inTheAir);
      const outcome = await journal.commit(changes, actor);
      inTheAir -= 1;
      return outcome;
    },
  };
  const scene = createScene(watched, start + 25 * 3_600_000);
  const [last] = (await journal.openCasePage({ offset: 399, limit: 1 })).rows;
  const begun = scene.openCases.start();
  // Looked at often: on a quick machine all of it is over in a moment.
  await expect.poll(() => scene.held.length, { interval: 1 }).toBeGreaterThan(0);
  await scene.openCases.look(last?.id ?? '');
  expect(scene.held.length).toBeLessThan(400);
  await begun;
  expect(scene.held).toHaveLength(400);
  expect(most).toBeGreaterThan(10);
  await scene.openCases.stop();
});

test('what the disk refuses at the start is looked at again a little later', async () => {
  const { journal } = await openTestJournal();
  await waitingOpenCases(journal, 3);
  let full = true;
  const filling: Journal = {
    ...journal,
    commit: (changes, actor) =>
      full ? Promise.reject(new JournalError('disk-full', 'no room')) : journal.commit(changes, actor),
  };
  const scene = createScene(filling, start + 25 * 3_600_000);
  await scene.openCases.start();
  expect(scene.held).toEqual([]);
  full = false;
  scene.clock.advance(5_100);
  await expect.poll(() => scene.held.length).toBe(3);
  await scene.openCases.stop();
});

test('where the disk is full just as a person releases a case, it goes by itself once there is room', async () => {
  const { journal } = await openTestJournal();
  let full = false;
  const filling: Journal = {
    ...journal,
    commit: (changes, actor) =>
      full ? Promise.reject(new JournalError('disk-full', 'no room')) : journal.commit(changes, actor),
  };
  const scene = createScene(filling);
  await comesIn(journal, scene, caseItem('7_invoice.pdf', { by: 'name', release: 'decision' }));
  const openCaseId = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
  const set = { state: 'released', releasedAt: start, releasedBy: 'clerk' } as const;
  await committed(journal, { kind: 'open-case-set', openCaseId, from: ['open'], set, at: start, event: 'released' });
  full = true;
  await expect(scene.openCases.look(openCaseId)).rejects.toThrow('no room');
  expect(scene.announced).toEqual([]);
  full = false;
  scene.clock.advance(5_100);
  await expect.poll(() => scene.announced.length).toBe(1);
  await scene.openCases.stop();
});
