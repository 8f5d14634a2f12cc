import { describe, expect, it } from 'vitest';
import { caseRuleSchema } from '../../../src/shared/case-rule.ts';
import type { Command } from '../../../src/shared/contract.ts';
import { eventKeyOf } from '../../../src/shared/history/event-key.ts';
import { connectionId, createTestStation, smallPdf, trailOf } from '../../support/engine.ts';
import { caseFolder, openCase, openCases, projectId, reaches, uploadedAs } from './open-case-station.ts';

const byName = caseRuleSchema.parse({ by: 'name', required: ['invoice', 'note'], release: 'decision' });

describe('open-cases.group', () => {
  it('files loose files as a rule says, with the roles their names tell; the others stay loose, each with a reason where it was named', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station));
    const ids = await uploadedAs(station, engine, ['1_invoice.pdf', '1_note.pdf', '2_invoice.pdf', 'readme.pdf']);
    await engine.act('open-cases.set-role', { itemIds: [ids['2_invoice.pdf'] ?? ''], role: 'photo' });
    const named = Object.values(ids);
    const grouped = await engine.act('open-cases.group', { connectionId, projectId, itemIds: 'all', rule: byName });
    expect(new Set(grouped.itemIds)).toEqual(new Set(named.filter((id) => id !== ids['readme.pdf'])));
    expect(grouped.openCaseIds).toHaveLength(2);
    expect(grouped.refused).toEqual([]);
    expect(
      (await openCases(engine)).map(({ name, missing, members }) => [
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
    const again = await engine.act('open-cases.group', {
      connectionId,
      projectId,
      itemIds: [ids['1_note.pdf'] ?? '', ids['readme.pdf'] ?? '', 'nobody'],
      rule: byName,
    });
    expect(again).toMatchObject({ itemIds: [], openCaseIds: [] });
    expect(again.refused.map(({ itemId, fault }) => [itemId, fault.code, fault.params['use'] ?? null]).sort()).toEqual(
      [
        [ids['1_note.pdf'], 'wrong-usage', 'not-loose'],
        [ids['readme.pdf'], 'wrong-usage', 'no-case-told'],
        ['nobody', 'not-found', null],
      ].sort(),
    );
    expect(await trailOf(engine, ids['1_invoice.pdf'] ?? '')).toContain('open-case-joined');
  });

  it('puts a file to the open case of its key that gathers already', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station));
    await uploadedAs(station, engine, ['1_invoice.pdf']);
    const first = await engine.act('open-cases.group', { connectionId, projectId, itemIds: 'all', rule: byName });
    const { '1_note.pdf': note = '' } = await uploadedAs(station, engine, ['1_note.pdf']);
    const second = await engine.act('open-cases.group', { connectionId, projectId, itemIds: [note], rule: byName });
    expect(second.openCaseIds).toEqual(first.openCaseIds);
    expect(await openCase(engine, '1')).toMatchObject({ complete: true });
  });
});

describe('open-cases.preview', () => {
  it('tells what a rule would make of names and touches nothing', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const names = ['in/1_invoice.pdf', 'in\\1_Note (2).pdf', 'x/2_invoice.pdf', 'readme.pdf'];
    expect(await engine.ask('open-cases.preview', { rule: byName, names })).toEqual({
      openCases: [
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
    expect((await engine.ask('open-cases.preview', { rule: byFolder, names })).openCases.map(({ key }) => key)).toEqual(
      ['in', 'x'],
    );
    expect(await openCases(engine)).toEqual([]);
  });
});

describe('open-cases.merge', () => {
  it('puts all files of an open case into another one and dissolves it, roles and history with them', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    const ids = await uploadedAs(station, engine, ['1_invoice.pdf', '2_note.pdf']);
    const into = (await openCase(engine, '1')).id;
    const from = (await openCase(engine, '2')).id;
    await engine.act('open-cases.set-main', { openCaseId: from, itemId: ids['2_note.pdf'] ?? '' });
    await engine.act('open-cases.note', { openCaseId: from, note: 'Seite 2 fehlt', assignee: 'Anna' });
    await engine.act('open-cases.note', { openCaseId: into, note: 'eilt' });
    expect(await engine.act('open-cases.merge', { openCaseId: from, intoOpenCaseId: into })).toEqual({
      itemIds: [ids['2_note.pdf']],
      refused: [],
    });
    const merged = await openCase(engine, '1');
    expect(merged).toMatchObject({ note: 'eilt\nSeite 2 fehlt', assignee: 'Anna' });
    const { rows } = await engine.ask('custody.page', { subjectId: into, limit: 100 });
    expect(
      rows.filter(({ subjectId, event }) => subjectId === into && event === 'noted').map(({ detail }) => detail),
    ).toEqual([{ note: 'eilt' }, { note: 'eilt\nSeite 2 fehlt' }]);
    expect(merged.members.map(({ name, role, mainMarked }) => [name, role, mainMarked])).toEqual([
      ['1_invoice.pdf', 'invoice', false],
      ['2_note.pdf', 'note', false],
    ]);
    expect(await engine.ask('open-cases.get', { idPrefix: from })).toMatchObject({ state: 'dissolved', members: [] });
    expect(await trailOf(engine, ids['2_note.pdf'] ?? '')).toEqual(
      expect.arrayContaining(['open-case-left', 'open-case-joined']),
    );
    // Into itself: nothing happens.
    expect(await engine.act('open-cases.merge', { openCaseId: into, intoOpenCaseId: into })).toEqual({
      itemIds: [],
      refused: [],
    });
    expect((await openCase(engine, '1')).members).toHaveLength(2);
  });

  it('leaves behind what was cancelled, and is refused once one of the two was released', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    const names = ['1_invoice.pdf', '2_note.pdf', '2_invoice.pdf', '3_invoice.pdf'];
    const ids = await uploadedAs(station, engine, names);
    await engine.act('items.cancel', { itemIds: [ids['2_invoice.pdf'] ?? ''] });
    const [one, two, three] = await Promise.all(['1', '2', '3'].map((name) => openCase(engine, name)));
    expect(
      await engine.act('open-cases.move-items', { itemIds: [ids['2_invoice.pdf'] ?? ''], openCaseId: one?.id ?? '' }),
    ).toMatchObject({ itemIds: [], refused: [{ fault: { params: { use: 'was-cancelled' } } }] });
    const merge = (openCaseId = '', intoOpenCaseId = '') =>
      engine.engine.dispatch({ name: 'open-cases.merge', openCaseId, intoOpenCaseId });
    expect(await merge(two?.id, one?.id)).toMatchObject({
      ok: true,
      value: { itemIds: [ids['2_note.pdf']], refused: [] },
    });
    expect(await engine.ask('open-cases.get', { idPrefix: two?.id ?? '' })).toMatchObject({ state: 'dissolved' });
    await engine.act('open-cases.release', { openCaseId: one?.id ?? '' });
    await reaches(engine, '1', 'submitted');
    const closed = { ok: false, fault: { code: 'wrong-usage', params: { use: 'open-case-closed', name: '1' } } };
    expect(await merge(three?.id, one?.id)).toMatchObject(closed);
    expect(await openCase(engine, '3')).toMatchObject({ state: 'open', members: [{ name: '3_invoice.pdf' }] });
    expect(await merge(one?.id, three?.id)).toMatchObject(closed);
    expect(await openCase(engine, '1')).toMatchObject({ state: 'submitted' });
    expect(await merge('nobody', one?.id)).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  });
});

describe('an open case by hand', () => {
  it('keeps name, external id and data, terms and the marked main file; what is wrong is refused with a reason', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station));
    const ids = await uploadedAs(station, engine, ['a.pdf', 'b.pdf', 'c.pdf']);
    const { 'a.pdf': a = '', 'b.pdf': b = '', 'c.pdf': c = '' } = ids;
    const made = await engine.act('open-cases.create', {
      title: ' Kraus ',
      connectionId,
      projectId,
      externalId: 'PO-1',
      externalData: { cost: '17', Plant: 'Nord' },
      roles: ['photo'],
      itemIds: [a, b, 'nobody'],
    });
    expect(made).toMatchObject({ itemIds: [a, b], refused: [{ itemId: 'nobody', fault: { code: 'not-found' } }] });
    const { openCaseId } = made;
    expect(await openCase(engine, 'Kraus')).toMatchObject({
      externalId: 'PO-1',
      externalData: { cost: '17', Plant: 'Nord' },
      roles: ['photo'],
      withoutRole: 2,
      complete: false,
      release: 'decision',
    });
    expect((await openCase(engine, 'Kraus')).members.map(({ mainFile, mainMarked }) => [mainFile, mainMarked])).toEqual(
      [
        [true, false],
        [false, false],
      ],
    );

    await engine.act('open-cases.set-main', { openCaseId, itemId: b });
    expect((await openCase(engine, 'Kraus')).members.map(({ mainFile }) => mainFile)).toEqual([false, true]);
    await engine.act('open-cases.set-main', { openCaseId, itemId: null });
    expect((await openCase(engine, 'Kraus')).members.map(({ mainFile }) => mainFile)).toEqual([true, false]);
    const refusal = (command: Command) => engine.engine.dispatch(command);
    expect(await refusal({ name: 'open-cases.set-main', openCaseId, itemId: c })).toMatchObject({
      ok: false,
      fault: { code: 'wrong-usage', params: { use: 'not-in-open-case' } },
    });

    // Two keys that differ by case only, too many pairs, an id with a line break: what the service would refuse is not kept.
    for (const command of [
      { name: 'open-cases.set-external', openCaseId, externalData: { a: 1, A: 2 } },
      {
        name: 'open-cases.set-external',
        openCaseId,
        externalData: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${String(n)}`, n])),
      },
      { name: 'open-cases.set-external', openCaseId, externalId: 'a\nb' },
    ] as const) {
      expect(await refusal(command)).toMatchObject({ ok: false });
    }
    expect(await openCase(engine, 'Kraus')).toMatchObject({ externalId: 'PO-1', externalData: { cost: '17' } });
    await engine.act('open-cases.set-external', { openCaseId, externalId: null, externalData: null });
    await engine.act('open-cases.set-external', { openCaseId, externalData: { voucher: 1 } });
    expect(await openCase(engine, 'Kraus')).toMatchObject({ externalId: null, externalData: { voucher: 1 } });

    await engine.act('open-cases.set-terms', { openCaseId, required: ['photo', 'plan'], release: 'complete' });
    await engine.act('open-cases.set-role', { itemIds: [a, b], role: 'PHOTO' });
    expect(await openCase(engine, 'Kraus')).toMatchObject({ missing: ['plan'], roles: ['photo'], release: 'complete' });
    await engine.act('open-cases.set-role', { itemIds: [b], role: 'plan' });
    // Complete now: it goes by itself, its main file first.
    const sent = await reaches(engine, 'Kraus', 'submitted');
    expect(sent.releasedBy).toBe('engine');
    const detail = await engine.ask('cases.detail', { connectionId, caseId: sent.caseId ?? '' });
    expect(detail.externalId).toBe(`mailroom-${openCaseId}`);
    expect(detail.externalData).toEqual({ voucher: 1 });
    expect(detail.files.map(({ name, type }) => [name, type])).toEqual([
      ['a.pdf', 'PHOTO'],
      ['b.pdf', 'plan'],
    ]);
    const { rows } = await engine.ask('custody.page', { subjectId: openCaseId, limit: 100 });
    const told = rows.filter(({ subject }) => subject === 'open-case');
    expect(told.map(({ event }) => event)).toEqual(expect.arrayContaining(['external-set', 'terms-set']));
    expect(told.filter((row) => eventKeyOf(row) === 'unknown')).toEqual([]);
    const late: readonly Command[] = [
      { name: 'open-cases.rename', openCaseId, title: 'x' },
      { name: 'open-cases.set-external', openCaseId, externalId: 'x' },
      { name: 'open-cases.set-terms', openCaseId, required: [] },
      { name: 'open-cases.set-main', openCaseId, itemId: a },
      { name: 'open-cases.dissolve', openCaseId },
      { name: 'open-cases.reopen', openCaseId },
    ];
    for (const command of late) {
      expect([command.name, await refusal(command)]).toMatchObject([command.name, { ok: false }]);
    }
    expect(await engine.act('open-cases.move-items', { itemIds: [a], openCaseId: null })).toMatchObject({
      itemIds: [],
      refused: [{ itemId: a, fault: { params: { use: 'at-service' } } }],
    });
  });

  it('is released by decision though something is missing, and who did so stands in its history', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    await uploadedAs(station, engine, ['1_invoice.pdf', '2_other.pdf']);
    const { id } = await openCase(engine, '1');
    expect(await engine.engine.dispatch({ name: 'open-cases.release', openCaseId: id })).toMatchObject({
      ok: false,
      fault: { code: 'case-incomplete', params: { missing: 'note' } },
    });
    expect(station.practice.stats().requests['cases.create']).toBeUndefined();
    expect(await openCase(engine, '1')).toMatchObject({ state: 'open' });
    await engine.act('open-cases.release', { openCaseId: id, anyway: true });
    await reaches(engine, '1', 'submitted');
    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    const released = rows.find(({ event }) => event === 'released');
    expect(released?.detail).toMatchObject({ anyway: true });
    expect(released?.actor).not.toBe('engine');
    // Once more changes nothing.
    expect(await engine.act('open-cases.release', { openCaseId: id, anyway: true })).toMatchObject({
      state: 'submitted',
    });
    expect(station.practice.stats().requests['cases.create']).toBe(1);
    const made = await engine.act('open-cases.create', { title: 'empty', connectionId, projectId });
    expect(
      await engine.engine.dispatch({ name: 'open-cases.release', openCaseId: made.openCaseId, anyway: true }),
    ).toMatchObject({
      ok: false,
      fault: { params: { use: 'open-case-empty' } },
    });
  });

  it('leaves loose files in the order that is asked for, the newest first otherwise', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    for (const name of ['b.pdf', 'C.pdf', 'a.pdf']) await uploadedAs(station, engine, [name]);
    const names = async (order?: 'newest' | 'oldest' | 'name'): Promise<readonly string[]> =>
      (
        await engine.ask('open-cases.loose', { offset: 0, limit: 10, ...(order === undefined ? {} : { order }) })
      ).rows.map(({ item }) => item.name);
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
    await engine.act('open-cases.note', { openCaseId: held.id, note: 'Rückfrage läuft' });
    await engine.act('open-cases.dissolve', { openCaseId: held.id });
    const { rows } = await engine.ask('custody.whole', { id, limit: 100 });
    expect(rows.find(({ event }) => event === 'noted')?.detail).toEqual({ note: 'Rückfrage läuft' });
    expect(await engine.item('1_invoice.pdf')).toMatchObject({ stage: 'uploaded', fault: null });
    const loose = await engine.ask('open-cases.loose', { offset: 0, limit: 10 });
    expect(loose.rows.map(({ item, role }) => [item.id, role])).toEqual([[id, 'invoice']]);
    const again = await engine.act('open-cases.create', { title: 'anew', connectionId, projectId, itemIds: [id] });
    await engine.act('open-cases.release', { openCaseId: again.openCaseId });
    await reaches(engine, 'anew', 'submitted');
    expect(station.practice.stats().cases).toBe(1);
  });
});
