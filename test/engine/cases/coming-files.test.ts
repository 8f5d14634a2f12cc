import { expect, test } from 'vitest';
import { createComingFiles } from '../../../src/main/engine/cases/coming-files.ts';
import type { CaseRule } from '../../../src/shared/case-rule.ts';
import { fc } from '../../support/property.ts';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene } from './open-case-fixtures.ts';

const quiet = { by: 'name', release: 'quiet', quietMs: 60_000 } as const;
const limit = { ...quiet, limitMs: 120_000 } as const;

test.each<Partial<CaseRule>>([quiet, { by: 'name', release: 'complete', required: ['invoice'] }])(
  'a case waits for a file of its own that comes in, not for those of others, and goes as soon as that ended: %j',
  async (terms) => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const leaves = scene.openCases.coming.comes(caseItem('7_note.pdf', terms));
    scene.openCases.coming.comes(caseItem('8_note.pdf', terms));
    await comesIn(journal, scene, caseItem('7_invoice.pdf', terms));
    const openCaseId = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
    scene.clock.advance(600_000);
    await scene.openCases.look(openCaseId);
    expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
    leaves();
    await expect.poll(async () => (await journal.openCase(openCaseId))?.state).toBe('released');
    await scene.openCases.stop();
  },
);

test('a case waits while its source is looked through for the first time', async () => {
  const { journal } = await openTestJournal();
  const scene = createScene(journal);
  const item = caseItem('7_invoice.pdf', quiet);
  const lookedThrough = scene.openCases.coming.looksThrough(item);
  await comesIn(journal, scene, item);
  const openCaseId = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
  scene.clock.advance(600_000);
  await scene.openCases.look(openCaseId);
  expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
  lookedThrough();
  await expect.poll(async () => (await journal.openCase(openCaseId))?.state).toBe('released');
  await scene.openCases.stop();
});

test('a case that waits for a file for its time limit is held and says for which; it goes on when that file comes', async () => {
  const { journal } = await openTestJournal();
  const scene = createScene(journal);
  const note = caseItem('7_note.pdf', limit);
  const leaves = scene.openCases.coming.comes(note);
  await comesIn(journal, scene, caseItem('7_invoice.pdf', limit));
  const openCaseId = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
  scene.clock.advance(60_000);
  await scene.openCases.look(openCaseId);
  expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
  scene.clock.advance(60_000);
  await expect.poll(() => scene.held).toMatchObject([{ code: 'case-incomplete', params: { missing: '7_note.pdf' } }]);
  await scene.openCases.look(openCaseId);
  expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'held' });
  await comesIn(journal, scene, note);
  leaves();
  expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'open' });
  scene.clock.advance(60_000);
  await expect.poll(async () => (await journal.openCase(openCaseId))?.state).toBe('released');
  expect((await journal.openCase(openCaseId))?.members).toHaveLength(2);
  expect(scene.held).toHaveLength(1);
  await scene.openCases.stop();
});

test('open cases that wait are not looked at before something ends, and each file is placed once', async () => {
  const { journal } = await openTestJournal();
  const looked: string[] = [];
  let placed = 0;
  const files = createComingFiles(
    () => {
      placed += 1;
      return '/inbox';
    },
    (openCaseId) => looked.push(openCaseId),
  );
  const scene = createScene(journal);
  await comesIn(journal, scene, caseItem('7_invoice.pdf', quiet));
  const openCase = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0];
  if (openCase === undefined) throw new Error('there is no open case');
  const leave = ['7_a.pdf', '7_b.pdf', '8_a.pdf'].map((name) => files.comes(caseItem(name, quiet)));
  for (let look = 0; look < 20; look += 1) expect(files.awaited(openCase)).toBe('/inbox/7_a.pdf');
  expect(placed).toBe(3);
  leave[0]?.();
  leave[0]?.();
  leave[2]?.();
  expect([files.awaited(openCase), looked]).toEqual(['/inbox/7_b.pdf', []]);
  leave[1]?.();
  expect([files.awaited(openCase), looked]).toEqual([null, [openCase.id]]);
  await scene.openCases.stop();
});

type Step =
  | { readonly kind: 'comes' | 'leaves' | 'in'; readonly file: number }
  | { readonly kind: 'later'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('comes' as const, 'leaves' as const, 'in' as const), file: fc.nat(2) }),
  fc.record({ kind: fc.constant('later' as const), ms: fc.constantFrom(1_000, 30_000, 70_000) }),
);

test('whatever comes and goes: no case goes while a file of its own is in hand, and none waits for ever', async () => {
  const { journal } = await openTestJournal();
  const scene = createScene(journal);
  let cases = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const number = (cases += 1);
      const inHand = new Map<number, () => void>();
      const first = await comesIn(journal, scene, caseItem(`${number}_first.pdf`, limit));
      const openCaseId = (await journal.places([first]))[0]?.openCaseId ?? '';
      const present = async () => {
        await scene.openCases.look(openCaseId);
        return (await journal.openCase(openCaseId))?.state;
      };
      for (const { kind, ...given } of steps) {
        const before = await present();
        const isAwaited = inHand.size > 0;
        if ('ms' in given) scene.clock.advance(given.ms);
        else if (kind === 'comes' && !inHand.has(given.file)) {
          inHand.set(given.file, scene.openCases.coming.comes(caseItem(`${number}_${given.file}.pdf`, limit)));
        } else if (kind !== 'comes') {
          const leaves = inHand.get(given.file);
          if (leaves !== undefined && kind === 'in')
            await comesIn(journal, scene, caseItem(`${number}_${given.file}.pdf`, limit));
          leaves?.();
          inHand.delete(given.file);
        }
        if (before !== 'released' && isAwaited && inHand.size > 0) expect(await present()).not.toBe('released');
      }
      await present();
      scene.clock.advance(limit.quietMs);
      await present();
      scene.clock.advance(limit.limitMs);
      expect(inHand.size === 0 ? ['released'] : ['released', 'held']).toContain(await present());
    }),
    { numRuns: 30 },
  );
  await scene.openCases.stop();
});
