import { expect, test } from 'vitest';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene, start } from './open-case-fixtures.ts';

const hour = 3_600_000;
const quiet = { by: 'name', release: 'quiet', quietMs: 60_000 } as const;

test.each([hour, -hour])(
  'a clock that jumps by %d ms in the quiet time of a case neither sends it early nor keeps it',
  async (ms) => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const { clock, openCases } = scene;
    await comesIn(journal, scene, caseItem('7_invoice.pdf', quiet));
    const openCase = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0];
    const openCaseId = openCase?.id ?? '';
    clock.advance(30_000);
    clock.jump(ms);
    // Something else than a file lets it be looked at.
    await openCases.look(openCaseId);
    expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
    clock.advance(29_000);
    await openCases.look(openCaseId);
    expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
    clock.advance(1_500);
    await expect.poll(async () => (await journal.openCase(openCaseId))?.state).toBe('released');
    await openCases.stop();
  },
);

test('a clock that was set back does not keep an incomplete case beyond its limit', async () => {
  const { journal } = await openTestJournal();
  const scene = createScene(journal);
  const rule = { by: 'name', required: ['invoice', 'note'], release: 'complete', limitMs: 60_000 } as const;
  await comesIn(journal, scene, caseItem('7_invoice.pdf', { ...rule, required: [...rule.required] }));
  scene.clock.jump(-hour);
  scene.clock.advance(61_000);
  await expect.poll(() => scene.held.length).toBe(1);
  await scene.openCases.stop();
});

test('a case whose quiet time ended while Mailroom was off waits for what came to the folder meanwhile', async () => {
  const { journal } = await openTestJournal();
  const before = createScene(journal);
  await comesIn(journal, before, caseItem('7_invoice.pdf', quiet));
  await before.openCases.stop();
  const scene = createScene(journal, start + 8 * hour);
  await scene.openCases.start();
  const openCaseId = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
  expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
  scene.clock.advance(5_000);
  await comesIn(journal, scene, caseItem('7_note.pdf', quiet));
  // It changed: its quiet time counts anew.
  scene.clock.advance(55_000);
  await scene.openCases.look(openCaseId);
  expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
  scene.clock.advance(6_000);
  await expect.poll(async () => (await journal.openCase(openCaseId))?.state).toBe('released');
  expect((await journal.openCase(openCaseId))?.members).toHaveLength(2);
  await scene.openCases.stop();
});

test('a case that nothing came for goes soon after the start, however long its quiet time', async () => {
  const { journal } = await openTestJournal();
  const before = createScene(journal);
  await comesIn(journal, before, caseItem('7_invoice.pdf', { ...quiet, quietMs: 4 * hour }));
  await before.openCases.stop();
  const scene = createScene(journal, start + 8 * hour);
  await scene.openCases.start();
  const openCaseId = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
  expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
  scene.clock.advance(10_100);
  await expect.poll(async () => (await journal.openCase(openCaseId))?.state).toBe('released');
  await scene.openCases.stop();
});
