import { describe, expect, it } from 'vitest';
import { caseRuleSchema } from '../../../src/shared/case-rule.ts';
import type { Command } from '../../../src/shared/contract.ts';
import { connectionId, createTestStation, smallPdf, trailOf } from '../../support/engine.ts';
import { caseFolder, pile, piles, projectId, reaches, uploadedAs } from './pile-station.ts';

const byName = caseRuleSchema.parse({ by: 'name', required: ['invoice', 'note'], release: 'decision' });

describe('piles.group', () => {
  it('files loose files as a rule says, with the roles their names tell; the others stay loose, each with a reason where it was named', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station));
    const ids = await uploadedAs(station, engine, ['1_invoice.pdf', '1_note.pdf', '2_invoice.pdf', 'readme.pdf']);
    await engine.act('piles.set-role', { itemIds: [ids['2_invoice.pdf'] ?? ''], role: 'photo' });
    const named = Object.values(ids);
    const grouped = await engine.act('piles.group', { connectionId, projectId, itemIds: 'all', rule: byName });
    expect(new Set(grouped.itemIds)).toEqual(new Set(named.filter((id) => id !== ids['readme.pdf'])));
    expect(grouped.pileIds).toHaveLength(2);
    expect(grouped.refused).toEqual([]);
    expect(
      (await piles(engine)).map(({ name, missing, members }) => [
        name,
        missing,
        members.map(({ name: file, role }) => [file, role]).sort(),
      ]),
    ).toEqual(
      expect.arrayContaining([
        [
          '1',
          [],
          [
            ['1_invoice.pdf', 'invoice'],
            ['1_note.pdf', 'note'],
          ],
        ],
        // What a person said counts before the name.
        ['2', ['invoice', 'note'], [['2_invoice.pdf', 'photo']]],
      ]),
    );
    const again = await engine.act('piles.group', {
      connectionId,
      projectId,
      itemIds: [ids['1_note.pdf'] ?? '', ids['readme.pdf'] ?? '', 'nobody'],
      rule: byName,
    });
    expect(again).toMatchObject({ itemIds: [], pileIds: [] });
    expect(again.refused.map(({ itemId, fault }) => [itemId, fault.code, fault.params['use'] ?? null]).sort()).toEqual(
      [
        [ids['1_note.pdf'], 'wrong-usage', 'not-loose'],
        [ids['readme.pdf'], 'wrong-usage', 'no-case-told'],
        ['nobody', 'not-found', null],
      ].sort(),
    );
    expect(await trailOf(engine, ids['1_invoice.pdf'] ?? '')).toContain('pile-joined');
  });

  it('puts a file to the pile of its key that gathers already', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station));
    await uploadedAs(station, engine, ['1_invoice.pdf']);
    const first = await engine.act('piles.group', { connectionId, projectId, itemIds: 'all', rule: byName });
    const { '1_note.pdf': note = '' } = await uploadedAs(station, engine, ['1_note.pdf']);
    const second = await engine.act('piles.group', { connectionId, projectId, itemIds: [note], rule: byName });
    expect(second.pileIds).toEqual(first.pileIds);
    expect(await pile(engine, '1')).toMatchObject({ complete: true });
  });
});

describe('piles.preview', () => {
  it('tells what a rule would make of names and touches nothing', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const names = ['in/1_invoice.pdf', 'in\\1_Note (2).pdf', 'x/2_invoice.pdf', 'readme.pdf'];
    expect(await engine.ask('piles.preview', { rule: byName, names })).toEqual({
      piles: [
        {
          key: '1',
          name: '1',
          files: [
            { name: 'in/1_invoice.pdf', role: 'invoice' },
            { name: 'in\\1_Note (2).pdf', role: 'note' },
          ],
          missing: [],
        },
        { key: '2', name: '2', files: [{ name: 'x/2_invoice.pdf', role: 'invoice' }], missing: ['note'] },
      ],
      loose: ['readme.pdf'],
    });
    const byFolder = caseRuleSchema.parse({ by: 'folder' });
    expect((await engine.ask('piles.preview', { rule: byFolder, names })).piles.map(({ key }) => key)).toEqual([
      'in',
      'x',
    ]);
    expect(await piles(engine)).toEqual([]);
  });
});

describe('piles.merge', () => {
  it('puts all files of a pile into another one and dissolves it, roles and history with them', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    const ids = await uploadedAs(station, engine, ['1_invoice.pdf', '2_note.pdf']);
    const into = (await pile(engine, '1')).id;
    const from = (await pile(engine, '2')).id;
    await engine.act('piles.set-main', { pileId: from, itemId: ids['2_note.pdf'] ?? '' });
    expect(await engine.act('piles.merge', { pileId: from, intoPileId: into })).toEqual({
      itemIds: [ids['2_note.pdf']],
      refused: [],
    });
    const merged = await pile(engine, '1');
    expect(merged.members.map(({ name, role, mainMarked }) => [name, role, mainMarked])).toEqual([
      ['1_invoice.pdf', 'invoice', false],
      ['2_note.pdf', 'note', false],
    ]);
    expect(await engine.ask('piles.get', { idPrefix: from })).toMatchObject({ state: 'dissolved', members: [] });
    expect(await trailOf(engine, ids['2_note.pdf'] ?? '')).toEqual(
      expect.arrayContaining(['pile-left', 'pile-joined']),
    );
    // Into itself: nothing happens.
    expect(await engine.act('piles.merge', { pileId: into, intoPileId: into })).toEqual({ itemIds: [], refused: [] });
    expect((await pile(engine, '1')).members).toHaveLength(2);
  });

  it('leaves behind what was cancelled, and is refused once one of the two was released', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    const names = ['1_invoice.pdf', '2_note.pdf', '2_invoice.pdf', '3_invoice.pdf'];
    const ids = await uploadedAs(station, engine, names);
    await engine.act('items.cancel', { itemIds: [ids['2_invoice.pdf'] ?? ''] });
    const [one, two, three] = await Promise.all(['1', '2', '3'].map((name) => pile(engine, name)));
    expect(
      await engine.act('piles.move-items', { itemIds: [ids['2_invoice.pdf'] ?? ''], pileId: one?.id ?? '' }),
    ).toMatchObject({ itemIds: [], refused: [{ fault: { params: { use: 'was-cancelled' } } }] });
    const merge = (pileId = '', intoPileId = '') => engine.engine.dispatch({ name: 'piles.merge', pileId, intoPileId });
    expect(await merge(two?.id, one?.id)).toMatchObject({
      ok: true,
      value: { itemIds: [ids['2_note.pdf']], refused: [] },
    });
    expect(await engine.ask('piles.get', { idPrefix: two?.id ?? '' })).toMatchObject({ state: 'dissolved' });
    await engine.act('piles.release', { pileId: one?.id ?? '' });
    await reaches(engine, '1', 'submitted');
    const closed = { ok: false, fault: { code: 'wrong-usage', params: { use: 'pile-closed', name: '1' } } };
    expect(await merge(three?.id, one?.id)).toMatchObject(closed);
    expect(await pile(engine, '3')).toMatchObject({ state: 'open', members: [{ name: '3_invoice.pdf' }] });
    expect(await merge(one?.id, three?.id)).toMatchObject(closed);
    expect(await pile(engine, '1')).toMatchObject({ state: 'submitted' });
    expect(await merge('nobody', one?.id)).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  });
});

describe('a pile by hand', () => {
  it('keeps name, external id and data, terms and the marked main file; what is wrong is refused with a reason', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station));
    const ids = await uploadedAs(station, engine, ['a.pdf', 'b.pdf', 'c.pdf']);
    const { 'a.pdf': a = '', 'b.pdf': b = '', 'c.pdf': c = '' } = ids;
    const made = await engine.act('piles.create', {
      title: ' Kraus ',
      connectionId,
      projectId,
      externalId: 'PO-1',
      externalData: { cost: '17', Plant: 'Nord' },
      roles: ['photo'],
      itemIds: [a, b, 'nobody'],
    });
    expect(made).toMatchObject({ itemIds: [a, b], refused: [{ itemId: 'nobody', fault: { code: 'not-found' } }] });
    const { pileId } = made;
    expect(await pile(engine, 'Kraus')).toMatchObject({
      externalId: 'PO-1',
      externalData: { cost: '17', Plant: 'Nord' },
      roles: ['photo'],
      withoutRole: 2,
      complete: false,
      release: 'decision',
    });
    expect((await pile(engine, 'Kraus')).members.map(({ mainFile, mainMarked }) => [mainFile, mainMarked])).toEqual([
      [true, false],
      [false, false],
    ]);

    await engine.act('piles.set-main', { pileId, itemId: b });
    expect((await pile(engine, 'Kraus')).members.map(({ mainFile }) => mainFile)).toEqual([false, true]);
    await engine.act('piles.set-main', { pileId, itemId: null });
    expect((await pile(engine, 'Kraus')).members.map(({ mainFile }) => mainFile)).toEqual([true, false]);
    const refusal = (command: Command) => engine.engine.dispatch(command);
    expect(await refusal({ name: 'piles.set-main', pileId, itemId: c })).toMatchObject({
      ok: false,
      fault: { code: 'wrong-usage', params: { use: 'not-in-pile' } },
    });

    // Two keys that differ by case only, too many pairs, an id with a line break: what the service would refuse is not kept.
    for (const command of [
      { name: 'piles.set-external', pileId, externalData: { a: 1, A: 2 } },
      {
        name: 'piles.set-external',
        pileId,
        externalData: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${String(n)}`, n])),
      },
      { name: 'piles.set-external', pileId, externalId: 'a\nb' },
    ] as const) {
      expect(await refusal(command)).toMatchObject({ ok: false });
    }
    expect(await pile(engine, 'Kraus')).toMatchObject({ externalId: 'PO-1', externalData: { cost: '17' } });
    await engine.act('piles.set-external', { pileId, externalId: null, externalData: null });
    await engine.act('piles.set-external', { pileId, externalData: { voucher: 1 } });
    expect(await pile(engine, 'Kraus')).toMatchObject({ externalId: null, externalData: { voucher: 1 } });

    await engine.act('piles.set-terms', { pileId, required: ['photo', 'plan'], release: 'complete' });
    await engine.act('piles.set-role', { itemIds: [a, b], role: 'PHOTO' });
    expect(await pile(engine, 'Kraus')).toMatchObject({ missing: ['plan'], roles: ['photo'], release: 'complete' });
    await engine.act('piles.set-role', { itemIds: [b], role: 'plan' });
    // Complete now: it goes by itself, its main file first.
    const sent = await reaches(engine, 'Kraus', 'submitted');
    expect(sent.releasedBy).toBe('engine');
    const detail = await engine.ask('cases.detail', { connectionId, caseId: sent.caseId ?? '' });
    expect(detail.externalId).toBe(`mailroom-${pileId}`);
    expect(detail.externalData).toEqual({ voucher: 1 });
    expect(detail.files.map(({ name, type }) => [name, type])).toEqual([
      ['a.pdf', 'PHOTO'],
      ['b.pdf', 'plan'],
    ]);
    const late: readonly Command[] = [
      { name: 'piles.rename', pileId, title: 'x' },
      { name: 'piles.set-external', pileId, externalId: 'x' },
      { name: 'piles.set-terms', pileId, required: [] },
      { name: 'piles.set-main', pileId, itemId: a },
      { name: 'piles.dissolve', pileId },
      { name: 'piles.reopen', pileId },
    ];
    for (const command of late) {
      expect([command.name, await refusal(command)]).toMatchObject([command.name, { ok: false }]);
    }
    expect(await engine.act('piles.move-items', { itemIds: [a], pileId: null })).toMatchObject({
      itemIds: [],
      refused: [{ itemId: a, fault: { params: { use: 'at-service' } } }],
    });
  });

  it('is released by decision though something is missing, and who did so stands in its history', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    await uploadedAs(station, engine, ['1_invoice.pdf', '2_other.pdf']);
    const { id } = await pile(engine, '1');
    expect(await engine.engine.dispatch({ name: 'piles.release', pileId: id })).toMatchObject({
      ok: false,
      fault: { code: 'case-incomplete', params: { missing: 'note' } },
    });
    expect(station.practice.stats().requests['cases.create']).toBeUndefined();
    expect(await pile(engine, '1')).toMatchObject({ state: 'open' });
    await engine.act('piles.release', { pileId: id, anyway: true });
    await reaches(engine, '1', 'submitted');
    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    const released = rows.find(({ event }) => event === 'released');
    expect(released?.detail).toMatchObject({ anyway: true });
    expect(released?.actor).not.toBe('engine');
    // Once more changes nothing.
    expect(await engine.act('piles.release', { pileId: id, anyway: true })).toMatchObject({ state: 'submitted' });
    expect(station.practice.stats().requests['cases.create']).toBe(1);
    const made = await engine.act('piles.create', { title: 'empty', connectionId, projectId });
    expect(await engine.engine.dispatch({ name: 'piles.release', pileId: made.pileId, anyway: true })).toMatchObject({
      ok: false,
      fault: { params: { use: 'pile-empty' } },
    });
  });

  it('leaves loose files in the order that is asked for, the newest first otherwise', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    for (const name of ['b.pdf', 'C.pdf', 'a.pdf']) await uploadedAs(station, engine, [name]);
    const names = async (order?: 'newest' | 'oldest' | 'name'): Promise<readonly string[]> =>
      (await engine.ask('piles.loose', { offset: 0, limit: 10, ...(order === undefined ? {} : { order }) })).rows.map(
        ({ item }) => item.name,
      );
    expect(await names()).toEqual(['a.pdf', 'C.pdf', 'b.pdf']);
    expect(await names('oldest')).toEqual(['b.pdf', 'C.pdf', 'a.pdf']);
    expect(await names('name')).toEqual(['a.pdf', 'b.pdf', 'C.pdf']);
  });

  it('is dissolved: its files are loose, also those that were held with it, and can go another way', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, { ...byName, limitMs: 300 }));
    await station.put('1_invoice.pdf', smallPdf(1));
    const { id } = await engine.reaches('1_invoice.pdf', 'held');
    const held = await reaches(engine, '1', 'held');
    await engine.act('piles.dissolve', { pileId: held.id });
    expect(await engine.item('1_invoice.pdf')).toMatchObject({ stage: 'uploaded', fault: null });
    const loose = await engine.ask('piles.loose', { offset: 0, limit: 10 });
    expect(loose.rows.map(({ item, role }) => [item.id, role])).toEqual([[id, 'invoice']]);
    const again = await engine.act('piles.create', { title: 'anew', connectionId, projectId, itemIds: [id] });
    await engine.act('piles.release', { pileId: again.pileId });
    await reaches(engine, 'anew', 'submitted');
    expect(station.practice.stats().cases).toBe(1);
  });
});
