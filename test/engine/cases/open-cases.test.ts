import { describe, expect, test, vi } from 'vitest';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene, start, uploaded } from './open-case-fixtures.ts';
import { committed, added } from '../journal/journal-fixtures.ts';

const minute = 60_000;
const needed = { by: 'name', required: ['invoice', 'note', 'order'], roles: ['photo'], release: 'complete' } as const;
const rule = { ...needed, required: [...needed.required], roles: [...needed.roles] };

describe('open-cases', () => {
  test('five files of one case that come over ten minutes from two sources are one case, sent once', async () => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const files = [
      ['inbox', '77_photo.pdf'],
      ['scanner', '77_invoice.pdf'],
      ['inbox', '77_photo (2).pdf'],
      ['scanner', '77_note.pdf'],
      ['inbox', '77_order.pdf'],
    ] as const;
    const ids: string[] = [];
    for (const [sourceId, name] of files) {
      expect(scene.announced).toEqual([]);
      ids.push(await comesIn(journal, scene, caseItem(name, rule, { sourceId })));
      scene.clock.advance(2.5 * minute);
    }
    await vi.waitFor(() => expect(scene.announced).toHaveLength(1));
    const [submission] = await journal.submissions(['ready'], 10);
    expect(submission?.kind).toBe('case');
    expect(submission?.items.map(({ role }) => role)).toEqual(['invoice', 'photo', 'photo', 'note', 'order']);
    expect(new Set(submission?.items.map(({ itemId }) => itemId))).toEqual(new Set(ids));
    // Pausing one of the two sources does not stop the call.
    expect(scene.announced[0]?.sourceId).toBeNull();
    scene.clock.advance(60 * minute);
    expect(scene.announced).toHaveLength(1);
    await scene.openCases.stop();
  });

  test('five files over ten minutes from two sources are one case also where Mailroom starts anew between any two', async () => {
    for (let restartAfter = 0; restartAfter < 5; restartAfter += 1) {
      const { journal } = await openTestJournal();
      let scene = createScene(journal);
      const names = ['77_photo.pdf', '77_invoice.pdf', '77_photo (2).pdf', '77_note.pdf', '77_order.pdf'];
      for (const [index, name] of names.entries()) {
        expect(scene.announced).toEqual([]);
        await comesIn(journal, scene, caseItem(name, rule, { sourceId: index % 2 === 0 ? 'inbox' : 'scanner' }));
        if (index === restartAfter) {
          await scene.openCases.stop();
          scene = createScene(journal, scene.clock.now() + 30_000);
          await scene.openCases.start();
        }
        scene.clock.advance(2.5 * minute);
      }
      await vi.waitFor(() => expect(scene.announced).toHaveLength(1));
      const [submission, ...others] = await journal.submissions(['ready'], 10);
      expect([submission?.items.length, others]).toEqual([5, []]);
      expect((await journal.openCasePage({ offset: 0, limit: 10 })).rows).toHaveLength(1);
      await scene.openCases.stop();
    }
  });

  test('of sources that keep to themselves stay apart', async () => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const own = { ...rule, acrossSources: false };
    await comesIn(journal, scene, caseItem('77_invoice.pdf', own));
    await comesIn(journal, scene, caseItem('77_note.pdf', own, { sourceId: 'scanner' }));
    const { rows } = await journal.openCasePage({ offset: 0, limit: 10 });
    expect(rows.map(({ sourceId }) => sourceId)).toEqual(['inbox', 'scanner']);
    await scene.openCases.stop();
  });

  test('a quiet time begins anew with each file', async () => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const quiet = { by: 'folder', release: 'quiet', quietMs: minute } as const;
    await comesIn(journal, scene, caseItem('K/a.pdf', quiet));
    scene.clock.advance(minute - 1);
    await comesIn(journal, scene, caseItem('K/b.pdf', quiet));
    scene.clock.advance(minute - 1);
    expect((await journal.openCasePage({ offset: 0, limit: 10 })).rows[0]?.state).toBe('open');
    scene.clock.advance(1);
    await vi.waitFor(() => expect(scene.announced).toHaveLength(1));
    await scene.openCases.stop();
  });

  test('a released one waits for all its files to be at the service', async () => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const quiet = { by: 'folder', release: 'quiet', quietMs: minute } as const;
    await comesIn(journal, scene, caseItem('K/a.pdf', quiet));
    const slow = caseItem('K/b.pdf', quiet);
    const at = scene.clock.now();
    await committed(
      journal,
      { ...added(slow, 'seen'), trail: [{ stage: 'accepted', at }] },
      scene.openCases.placed(slow),
    );
    scene.openCases.lookAtItem(slow.id);
    scene.clock.advance(2 * minute);
    await vi.waitFor(async () =>
      expect((await journal.openCasePage({ offset: 0, limit: 10 })).rows[0]?.state).toBe('released'),
    );
    expect(scene.announced).toEqual([]);
    await uploaded(journal, slow.id, scene.clock.now());
    scene.openCases.lookAtItem(slow.id);
    await vi.waitFor(() => expect(scene.announced).toHaveLength(1));
    expect((await journal.submissions(['ready'], 10))[0]?.items).toHaveLength(2);
    await scene.openCases.stop();
  });

  test('an incomplete one is held at its limit with its files, also after a restart, and told once', async () => {
    const { journal } = await openTestJournal();
    const before = createScene(journal);
    const id = await comesIn(journal, before, caseItem('77_invoice.pdf', { ...rule, limitMs: 30 * minute }));
    await before.openCases.stop();
    const after = createScene(journal, start + 20 * minute);
    await after.openCases.start();
    expect((await journal.item(id))?.stage).toBe('uploaded');
    after.clock.advance(10 * minute);
    await vi.waitFor(async () => expect((await journal.item(id))?.stage).toBe('held'));
    expect(after.held).toMatchObject([{ code: 'case-incomplete', params: { missing: 'note, order' } }]);
    after.clock.advance(10 * minute);
    await after.openCases.stop();
    const again = createScene(journal, start + 60 * minute);
    await again.openCases.start();
    expect(again.held).toEqual([]);
    // A missing file comes: all goes on, and the limit counts anew.
    await comesIn(journal, again, caseItem('77_note.pdf', rule));
    expect(await journal.item(id)).toMatchObject({ stage: 'uploaded', fault: null });
    const [openCase] = (await journal.openCasePage({ offset: 0, limit: 10 })).rows;
    expect(openCase).toMatchObject({ state: 'open', fault: null });
    await again.openCases.stop();
  });

  test('what a rule opened goes with its last file', async () => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    const id = await comesIn(journal, scene, caseItem('77_invoice.pdf', rule));
    const trail = [{ stage: 'cancelled', at: scene.clock.now() }] as const;
    await committed(journal, { kind: 'item-moved', itemId: id, from: ['uploaded'], trail });
    scene.openCases.lookAtItem(id);
    await vi.waitFor(async () =>
      expect((await journal.openCasePage({ states: ['dissolved'], offset: 0, limit: 10 })).total).toBe(1),
    );
    await scene.openCases.stop();
  });

  test('items that never got a place get one at the start', async () => {
    const { journal } = await openTestJournal();
    const item = caseItem('77_invoice.pdf', rule);
    await committed(journal, { ...added(item, 'seen'), trail: [{ stage: 'uploaded', at: start }] });
    const scene = createScene(journal);
    await scene.openCases.start();
    expect(await journal.places([item.id])).toMatchObject([{ role: 'invoice' }]);
    await scene.openCases.stop();
  });

  test('are found by their whole name, key or external id, and by parts of them, in any spelling', async () => {
    const { journal } = await openTestJournal();
    const make = (id: string, name: string, externalId: string | null) =>
      committed(journal, {
        kind: 'open-case-added',
        openCase: {
          id,
          name,
          connectionId: 'office',
          projectId: 'p',
          key: null,
          sourceId: null,
          externalId,
          externalData: null,
          terms: { roles: [], required: [], release: 'decision', quietMs: 1, limitMs: 1 },
        },
        at: start,
      });
    for (let number = 0; number < 300; number += 1) await make(`n${String(number)}`, `1${String(number)}`, null);
    await make('a', '1', null);
    await make('b', 'MU\u0308LLER AG', 'Ä-77');
    const found = async (query: object): Promise<readonly string[]> =>
      (await journal.openCasePage({ offset: 0, limit: 10, ...query })).rows.map(({ id }) => id);
    expect(await found({ called: '1' })).toEqual(['a']);
    for (const called of ['müller ag', 'Müller AG', 'ä-77', ' Ä-77 ']) {
      expect([called, await found({ called })]).toEqual([called, ['b']]);
    }
    expect(await found({ search: 'Müller' })).toEqual(['b']);
    expect(await found({ search: 'muller ä-7' })).toEqual(['b']);
    expect(await found({ called: 'müller' })).toEqual([]);
    expect(await found({ order: 'name', limit: 3 })).toEqual(['a', 'n0', 'n1']);
    expect(await found({ order: '-name', limit: 2 })).toEqual(['b', 'n299']);
    expect(await found({ called: '1', search: 'müller' })).toEqual([]);
  });

  test('are found by words of their name and of their files together', async () => {
    const { journal } = await openTestJournal();
    const scene = createScene(journal);
    await comesIn(journal, scene, caseItem('4711/note.pdf', { by: 'folder' }, { name: 'note.pdf' }));
    const found = async (search: string): Promise<number> =>
      (await journal.openCasePage({ offset: 0, limit: 5, search })).rows.length;
    expect([await found('4711 note'), await found('note 471'), await found('4711 invoice')]).toEqual([1, 1, 0]);
    await scene.openCases.stop();
  });
});
