import { expect, test } from 'vitest';
import { createComingFiles } from '../../../src/main/engine/cases/coming-files.ts';
import type { CaseRule } from '../../../src/shared/case-rule.ts';
import { fc } from '../../support/property.ts';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene } from './pile-fixtures.ts';

const quiet = { by: 'name', release: 'quiet', quietMs: 60_000 } as const;
const limit = { ...quiet, limitMs: 120_000 } as const;

test.each<Partial<CaseRule>>([quiet, { by: 'name', release: 'complete', required: ['invoice'] }])(
  'a case waits for a file of its own that comes in, not for those of others, and goes as soon as that ended: %j',
  async (terms) => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const leaves = scene.piles.coming.comes(caseItem('7_note.pdf', terms));
    scene.piles.coming.comes(caseItem('8_note.pdf', terms));
    await comesIn(journal, scene, caseItem('7_invoice.pdf', terms));
    const pileId = (await journal.pilePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
    scene.clock.advance(600_000);
    await scene.piles.look(pileId);
    expect(await journal.pile(pileId)).toMatchObject({ state: 'open' });
    leaves();
    await expect.poll(async () => (await journal.pile(pileId))?.state).toBe('released');
    await scene.piles.stop();
  },
);

test('a case waits while its source is looked through for the first time', async () => {
  const { journal } = await openTestJournal();
  const scene = createScene(journal);
  const item = caseItem('7_invoice.pdf', quiet);
  const lookedThrough = scene.piles.coming.looksThrough(item);
  await comesIn(journal, scene, item);
  const pileId = (await journal.pilePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
  scene.clock.advance(600_000);
  await scene.piles.look(pileId);
  expect(await journal.pile(pileId)).toMatchObject({ state: 'open' });
  lookedThrough();
  await expect.poll(async () => (await journal.pile(pileId))?.state).toBe('released');
  await scene.piles.stop();
});

test('a case that waits for a file for its time limit is held and says for which; it goes on when that file comes', async () => {
  const { journal } = await openTestJournal();
  const scene = createScene(journal);
  const note = caseItem('7_note.pdf', limit);
  const leaves = scene.piles.coming.comes(note);
  await comesIn(journal, scene, caseItem('7_invoice.pdf', limit));
  const pileId = (await journal.pilePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
  scene.clock.advance(60_000);
  await scene.piles.look(pileId);
  expect(await journal.pile(pileId)).toMatchObject({ state: 'open' });
  scene.clock.advance(60_000);
  await expect.poll(() => scene.held).toMatchObject([{ code: 'case-incomplete', params: { missing: '7_note.pdf' } }]);
  await scene.piles.look(pileId);
  expect(await journal.pile(pileId)).toMatchObject({ state: 'held' });
  await comesIn(journal, scene, note);
  leaves();
  expect(await journal.pile(pileId)).toMatchObject({ state: 'open' });
  scene.clock.advance(60_000);
  await expect.poll(async () => (await journal.pile(pileId))?.state).toBe('released');
  expect((await journal.pile(pileId))?.members).toHaveLength(2);
  expect(scene.held).toHaveLength(1);
  await scene.piles.stop();
});

test('piles that wait are not looked at before something ends, and each file is placed once', async () => {
  const { journal } = await openTestJournal();
  const looked: string[] = [];
  let placed = 0;
  const files = createComingFiles(
    () => {
      placed += 1;
      return '/inbox';
    },
    (pileId) => looked.push(pileId),
  );
  const scene = createScene(journal);
  await comesIn(journal, scene, caseItem('7_invoice.pdf', quiet));
  const pile = (await journal.pilePage({ offset: 0, limit: 1 })).rows[0];
  if (pile === undefined) throw new Error('there is no pile');
  const leave = ['7_a.pdf', '7_b.pdf', '8_a.pdf'].map((name) => files.comes(caseItem(name, quiet)));
  for (let look = 0; look < 20; look += 1) expect(files.awaited(pile)).toBe('/inbox/7_a.pdf');
  expect(placed).toBe(3);
  leave[0]?.();
  leave[0]?.();
  leave[2]?.();
  expect([files.awaited(pile), looked]).toEqual(['/inbox/7_b.pdf', []]);
  leave[1]?.();
  expect([files.awaited(pile), looked]).toEqual([null, [pile.id]]);
  await scene.piles.stop();
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
      const pileId = (await journal.places([first]))[0]?.pileId ?? '';
      const present = async () => {
        await scene.piles.look(pileId);
        return (await journal.pile(pileId))?.state;
      };
      for (const { kind, ...given } of steps) {
        const before = await present();
        const isAwaited = inHand.size > 0;
        if ('ms' in given) scene.clock.advance(given.ms);
        else if (kind === 'comes' && !inHand.has(given.file)) {
          inHand.set(given.file, scene.piles.coming.comes(caseItem(`${number}_${given.file}.pdf`, limit)));
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
  await scene.piles.stop();
});
